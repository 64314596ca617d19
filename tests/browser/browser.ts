import { afterAll, afterEach, beforeAll, jest } from '@jest/globals';
import { chromium as playwright, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { chromium } from '../../config/tooling/chromium.mjs';
import { removeTemporaryDirs } from '../harness/in-process-engine.ts';
import type { SpawnedEngine } from '../harness/spawned-engine.ts';
import type { FakeProvider } from '../servers/fake-provider.ts';

/** A browser on a busy machine is slow, and each wait has a limit of its own. */
jest.setTimeout(60_000);

/** Without these Chromium looks for servers of its vendor. */
const QUIET = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // A microphone that beeps.
  '--use-fake-device-for-media-stream',
];

export async function openBrowser(): Promise<Browser> {
  if (chromium === null) throw new Error('No Chromium: see make setup-page.');
  return await playwright.launch({ executablePath: chromium, args: QUIET });
}

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

export interface OpenPage {
  readonly page: Page;
  /** Console messages, faults of scripts, and requests to anything but the engine. All tests expect none. */
  readonly complaints: string[];
}

/** A tab of its own profile that shows the page of this engine. */
export async function openPage(
  browser: Browser,
  baseUrl: string,
  options: BrowserContextOptions & { readonly path?: string } = {},
): Promise<OpenPage> {
  const { path = '/', ...more } = options;
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    // What a test sends or answers itself does not pass through a worker; offline.test.ts tries it.
    serviceWorkers: 'block',
    ...more,
  });
  // Below the limit of a test, so that it says what it waited for.
  context.setDefaultTimeout(9_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    // Of this harness: see above.
    if (!message.text().startsWith('Service Worker registration blocked'))
      complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`fault: ${error.stack ?? error.message}`));
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== new URL(baseUrl).origin) complaints.push(`asked ${request.url()}`);
  });
  await page.goto(`${baseUrl}${path}`);
  return { page, complaints };
}
