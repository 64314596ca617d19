import { afterAll, afterEach, beforeAll, jest } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { removeTemporaryDirs } from '../harness/in-process-engine.ts';
import type { SpawnedEngine } from '../harness/spawned-engine.ts';
import type { FakeProvider } from '../servers/fake-provider.ts';
import { openBrowser } from './open-page.ts';

export { openBrowser, openPage } from './open-page.ts';

/** A browser on a busy machine is slow, and each wait has a limit of its own. */
jest.setTimeout(60_000);

/** An engine to look at, and what its model is, if the test writes what it answers. */
interface Started {
  readonly engine: SpawnedEngine;
  readonly provider?: FakeProvider;
}

/**
 * A browser and an engine for the tests of a file, closed after them; after each test its tabs are closed. What is returned
 * has its members from the first `beforeAll` of the file on.
 */
export function withBrowser<Parts extends Started>(
  start: () => Promise<Parts>,
): Parts & { readonly browser: Browser } {
  const shared = {} as Parts & { browser: Browser };
  beforeAll(async () => {
    shared.browser = await openBrowser();
    Object.assign(shared, await start());
  });
  afterEach(async () => {
    for (const context of shared.browser.contexts()) await context.close();
  });
  afterAll(async () => {
    const { browser, engine, provider } = shared;
    await browser.close();
    engine.process.kill('SIGTERM');
    await engine.finished;
    await provider?.close();
    removeTemporaryDirs();
  });
  return shared;
}
