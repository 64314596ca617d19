// A browser and its tabs, for the tests of the page and for its figures (tests/page-figures).
import {
  chromium as playwright,
  type Browser,
  type BrowserContextOptions,
  type Page,
  type Request,
} from 'playwright-core';
import { chromium } from '../../config/tooling/chromium.mjs';

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

const asked = new WeakMap<Page, Set<Request>>();

/** The addresses that a page has asked for and that were not answered yet, but for the events that it follows. */
export const unanswered = (page: Page): readonly string[] =>
  [...(asked.get(page) ?? [])].map((request) => request.url());

function noteAsked(page: Page): void {
  const open = new Set<Request>();
  asked.set(page, open);
  page.on('request', (request) => {
    if (!request.url().endsWith('/events')) open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
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
  context.setDefaultTimeout(45_000);
  const page = await context.newPage();
  noteAsked(page);
  const complaints: string[] = [];
  page.on('console', (message) => {
    // Of this harness: see above.
    if (!message.text().startsWith('Service Worker registration blocked'))
      complaints.push(`${message.type()}: ${message.text()} ${message.location().url}`.trimEnd());
  });
  // What fails outside of any script, as a script that is not loaded, has an empty stack.
  page.on('pageerror', (error) => complaints.push(`fault: ${error.stack || String(error)}`));
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== new URL(baseUrl).origin) complaints.push(`asked ${request.url()}`);
  });
  await page.goto(`${baseUrl}${path}`);
  return { page, complaints };
}
