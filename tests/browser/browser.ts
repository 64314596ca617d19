import { afterAll, afterEach, beforeAll, expect, jest } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { temporaryDir } from '../harness/in-process-engine.ts';
import { spawnEngine, type SpawnedEngine } from '../harness/spawned-engine.ts';
import type { FakeProvider } from '../servers/fake-provider.ts';
import { openBrowser, openPage } from './open-page.ts';

/** An engine to look at, and what its model is, if the test writes what it answers. */
interface Started {
  readonly engine: SpawnedEngine;
  readonly provider?: FakeProvider;
}

interface Opening extends BrowserContextOptions {
  /** Another engine than that of the file. */
  readonly at?: string;
  /** Of what the page complains, these are expected. The browser itself tells of refused answers and lost connections. */
  readonly mayComplain?: RegExp;
}

interface Opened {
  readonly browser: Browser;
  /** A tab of its own profile at this place. The test fails if the page complains of anything. */
  open(place?: string, opening?: Opening): Promise<Page>;
  /** An engine of this test alone. */
  another(env: Record<string, string>, dataDir?: string): Promise<SpawnedEngine>;
}

/** What a killed engine makes the browser tell. */
export const LOST = /Failed to load resource|ERR_/u;

export const demo = async (dataDir = temporaryDir()) => ({
  engine: await spawnEngine(dataDir, { SVC_DEMO: '1' }),
});

/**
 * A browser and an engine for the tests of a file, closed after them; after each test its tabs are closed. What is returned
 * has its members from the first `beforeAll` of the file on.
 */
export function withBrowser<Parts extends Started>(start: () => Promise<Parts>): Parts & Opened {
  // A browser on a busy machine is slow, and each wait has a limit of its own, which is shorter.
  jest.setTimeout(180_000);
  const complaints: (() => readonly string[])[] = [];
  const engines: SpawnedEngine[] = [];
  const opened: Omit<Opened, 'browser'> = {
    open: async (path = '/', { at = shared.engine.baseUrl, mayComplain, ...options } = {}) => {
      const { page, complaints: all } = await openPage(shared.browser, at, { path, ...options });
      complaints.push(() => all.filter((one) => !mayComplain?.test(one)));
      return page;
    },
    another: async (env, dataDir = temporaryDir()) => {
      const engine = await spawnEngine(dataDir, env);
      engines.push(engine);
      return engine;
    },
  };
  const shared = opened as Parts & Opened & { browser: Browser };
  beforeAll(async () => {
    shared.browser = await openBrowser();
    Object.assign(shared, await start());
  });
  afterEach(async () => {
    const unexpected = complaints.splice(0).flatMap((ofPage) => ofPage());
    for (const context of shared.browser.contexts()) {
      // What a test answers in place of the engine may be asked for until the end.
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
      await context.close();
    }
    for (const { process: child, finished } of engines.splice(0)) {
      child.kill('SIGKILL');
      await finished;
    }
    expect(unexpected).toEqual([]);
  });
  afterAll(async () => {
    const { browser, engine, provider } = shared;
    await browser.close();
    engine.process.kill('SIGTERM');
    await engine.finished;
    await provider?.close();
  });
  return shared;
}
