// What the page asks for before a person can use it, and what is seen meanwhile.
import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { verifies } from '../spec/verifies.ts';
import { demo, withBrowser } from './browser.ts';
import { shiftsOf, WATCH_SHIFTS } from './shifts.ts';
import { NARROW } from './wide.ts';
import { eventually, holds, isCount, isLoaded, runElsewhere } from './in-page.ts';

const shared = withBrowser(demo);

interface Asked {
  readonly path: string;
  readonly by: string;
}

/** Everything that was asked for since the page was opened, in order. */
const askedBy = async (page: Page): Promise<readonly Asked[]> =>
  await page.evaluate<Asked[]>(
    `performance.getEntriesByType('resource').map(({ name, initiatorType }) => (
      { path: new URL(name).pathname, by: initiatorType }))`,
  );

const OF_ANY_AREA = [
  '/api/changesets',
  '/api/config',
  '/api/folders',
  '/api/login',
  '/api/notices',
  '/api/prompts',
  '/api/running',
  '/api/status',
  '/api/threads',
  '/api/tool-servers',
  '/api/triggers',
];

/** The page has asked for these, and done what it does beside what is seen, which comes last. */
async function asksFor(page: Page, more: readonly string[]): Promise<void> {
  const all = [...OF_ANY_AREA, ...more].toSorted();
  const asked = async () =>
    (await askedBy(page)).map(({ path }) => path).filter((path) => /^\/api\/|\/background-/u.test(path));
  const isIdle = async () =>
    await page.evaluate('new Promise((resolve) => requestIdleCallback(() => resolve(undefined)))');
  await eventually(async () =>
    expect((await asked()).map((path) => path.replace(/^.*\/background-.*$/u, '')).toSorted()).toEqual([
      '',
      ...all,
    ]),
  );
  await isIdle();
  expect((await asked()).length).toBe(all.length + 1);
}

/** A page whose stream of news is not late, however slow the machine is: what is read if it is would be read once more. */
async function visit(place: string): Promise<Page> {
  const page = await shared.open(place);
  await page.addInitScript(`{
    const { setTimeout } = window;
    window.setTimeout = (act, ms, ...given) => (ms === 1_000 ? 0 : setTimeout(act, ms, ...given));
  }`);
  await page.reload();
  return page;
}

describe('a visit', () => {
  it('asks for each collection once', async () => {
    const page = await visit('/');
    await page.locator('.steps').waitFor();
    await asksFor(page, ['/api/assistants', '/api/history/stats']);
  });

  it('asks for each collection once where Today opens with it', async () => {
    const page = await visit('/#/today');
    await page.locator('main').getByText('Cost').first().waitFor();
    const more = ['backups', 'history/cost/daily', 'history/runs', 'tasks', 'tasks'];
    await asksFor(
      page,
      more.map((path) => `/api/${path}`),
    );
  });

  it('asks for the login and for its script with the HTML, not one after the other', async () => {
    const page = await shared.open('/', { locale: 'de-DE' });
    const asked = new Set<string>();
    const all = Promise.withResolvers<void>();
    // None of the four has to come for another one to be asked for.
    const held = /\/(?:api\/login|assets\/(?:first-[^/]+|de-[^/]+\/(?:start|base))\.js)$/u;
    await page.route(held, async (route) => {
      asked.add(route.request().url());
      if (asked.size === 4) all.resolve();
      await all.promise;
      await route.continue();
    });
    await page.reload();
    await page.locator('.steps').waitFor();
    expect((await askedBy(page)).find(({ path }) => path === '/api/login')?.by).toBe('link');
  });
});

it('loads itself once more where a script did not arrive, and says so where that does not help', async () => {
  const page = await shared.open('/#/tasks', { mayComplain: /ERR_FAILED|dynamically imported/u });
  let lost = 1;
  await page.route(/\/base\.js$/u, async (route) => {
    lost -= 1;
    await (lost < 0 ? route.continue() : route.abort());
  });
  await page.goto('about:blank');
  await page.goto(`${shared.engine.baseUrl}/#/tasks`);
  await page.getByRole('heading', { name: 'Tasks', level: 2 }).waitFor();
  await isCount(page.locator('#unloaded:visible'), 0);
  lost = Infinity;
  await page.reload();
  await page.locator('#unloaded').waitFor();
});

it.each([
  ['a wide', undefined],
  ['a narrow', NARROW],
])(
  'shows its frame on %s screen before any script is there, and it stays where it is',
  async (_, viewport) => {
    const context = await shared.browser.newContext({
      ...(viewport && { viewport }),
      serviceWorkers: 'block',
    });
    const page = await context.newPage();
    const held = Promise.withResolvers<void>();
    await page.route(/\/base\.js$/u, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.addInitScript(WATCH_SHIFTS);
    await page.goto(`${shared.engine.baseUrl}/`, { waitUntil: 'commit' });
    const [title, header] = [page.getByText('svc', { exact: true }), page.locator('.app > header')];
    await title.waitFor();
    // Until it is there nothing is painted, but boxes are told.
    await holds(page, 'document.styleSheets.length > 0');
    const before = [await title.boundingBox(), await header.boundingBox()];
    await eventually(async () =>
      expect(await page.locator('.side').isVisible()).toBe(viewport === undefined),
    );
    await eventually(async () =>
      expect(await page.locator('.dock').isVisible()).toBe(viewport !== undefined),
    );
    held.resolve();
    await page.getByRole('textbox', { name: 'Message' }).waitFor();
    expect([await title.boundingBox(), await header.boundingBox()]).toEqual(before);
    await isCount(page.locator('.frame, [inert]'), 0);
    expect((await shiftsOf(page)).sum).toBeLessThan(0.005);
  },
);

/** A thread with an answer, tool calls and a review, which all come after the frame around them. */
async function threadWithChanges(file: string): Promise<string> {
  return (await runElsewhere(shared.engine, `write ${file}: Hello from the first step.`)).threadId;
}

verifies('page.still', 'moves nothing that is read while the rest of it is loaded', async () => {
  const { engine } = shared;
  const ways = { desktop: { width: 1350, height: 940 }, phone: { width: 412, height: 823 } };
  for (const [name, viewport] of Object.entries(ways)) {
    const page = await shared.open('/', { viewport });
    await page.addInitScript(WATCH_SHIFTS);
    await page.reload();
    await page.locator('.steps').waitFor();
    const first = await shiftsOf(page);
    expect([name, first, first.sum < 0.1]).toEqual([name, first, true]);
    await page.goto(`${engine.baseUrl}/#/threads/${await threadWithChanges(`${name}.md`)}`);
    await page.reload();
    await page.locator('.answer').first().waitFor();
    await page.getByRole('button', { name: 'Keep all' }).waitFor();
    // No step led here: they are beside no other conversation.
    await isCount(page.locator('.steps'), 0);
    const thread = await shiftsOf(page);
    expect([name, thread, thread.sum < 0.1]).toEqual([name, thread, true]);
  }
});

it('greets a person from the top, however low the window is', async () => {
  const page = await shared.open('/', { viewport: { width: 360, height: 420 } });
  const box = "document.querySelector('.transcript')";
  await eventually(async () =>
    expect(await page.evaluate(`${box}.scrollHeight - ${box}.clientHeight`)).toBeGreaterThan(0),
  );
  await isLoaded(page);
  expect(await page.evaluate(`${box}.scrollTop`)).toBe(0);
});
