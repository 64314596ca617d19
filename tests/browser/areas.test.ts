// All areas, each at the widths of a phone, a laptop and a large screen, measured as a person looks at them.
import { expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import type { SpawnedEngine } from '../harness/spawned-engine.ts';
import { verifies } from '../spec/verifies.ts';
import { tooSmall } from './axe.ts';
import { demo, withBrowser } from './browser.ts';
import { eventually, isLoaded, runElsewhere } from './in-page.ts';
import { shiftsOf, WATCH_SHIFTS } from './shifts.ts';
import { edgeOfHeading, halfShown, NARROW, tooWide } from './wide.ts';

const shared = withBrowser(async () => {
  const started = await demo();
  await fill(started.engine);
  return started;
});

const LAPTOP = { width: 1366, height: 768 };
const SIZES = [
  ['a phone', { viewport: NARROW, hasTouch: true, isMobile: true }],
  ['a laptop', { viewport: LAPTOP }],
  ['a large screen', { viewport: { width: 1920, height: 1080 } }],
] as const;

const LONG = 'Look whether the price of the train to Hamburg-Altona has changed since yesterday evening';

/** Something in each area, with words as long as people write them. */
async function fill(engine: SpawnedEngine): Promise<void> {
  const { client } = engine;
  await client['tasks.create']({ body: { title: LONG, description: 'A line.\nAnd another one.' } });
  await client['tasks.create']({ body: { title: 'Pay the bill' } });
  await client['triggers.create']({ body: { title: LONG, schedule: '0 8 * * *', task: LONG } });
  const steps = [{ stepId: 'write', task: LONG }];
  await client['workflows.save']({ body: { name: LONG, steps } });
  await client['secrets.put']({
    params: { name: 'THE_KEY_OF_THE_BANK_OF_THE_HOUSE' },
    body: { value: 'abcdefgh12', hosts: ['bank.example.org'] },
  });
  await client['contacts.add']({
    body: {
      name: 'Bernhard Hohenstein-Waldburg',
      email: 'bernhard.hohenstein-waldburg@immobilien.example.com',
    },
  });
  await client['memory.append']({ params: { ns: 'knowledge' }, body: { text: `${LONG}.\nI like tea.` } });
  await client['artifacts.save']({ body: { title: LONG, type: 'markdown', content: '# Report' } });
  await client['files.save']({ query: { path: `${LONG}.md` }, body: { text: LONG, revision: null } });
  await client['datastore.create']({ body: { name: 'readings', columns: [...COLUMNS] } });
  await client['datastore.insert']({
    params: { collection: 'readings' },
    body: { records: [Object.fromEntries(COLUMNS.map(({ name }) => [name, LONG]))] },
  });
  await runElsewhere(engine, `write hello.md: ${LONG}`);
}

const COLUMNS = Array.from({ length: 16 }, (_, nth) => ({ name: `column_${nth}`, type: 'string' as const }));

/** Where the menu leads, and what stands beside each area there. */
async function allPlaces(): Promise<readonly string[]> {
  const page = await shared.open('/#/today', { viewport: LAPTOP });
  await page.locator('nav.areas a').last().waitFor();
  const hrefs = async (of: string) =>
    await page.locator(`${of} a`).evaluateAll((all) => all.map((one) => String(one.getAttribute('href'))));
  const found = new Set<string>();
  for (const place of await hrefs('nav.areas')) {
    await go(page, place);
    for (const one of [place, ...(await hrefs('nav.group'))]) found.add(one);
  }
  await page.context().close();
  return [...found];
}

async function go(page: Page, place: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(place)}`);
  await page.locator('main .area h2').first().waitFor();
  await isLoaded(page);
}

const NONE = { moved: [], tooWide: [], halfShown: [], tooSmall: [], edge: 20 };

/** All that is wrong with the place; of what moved, the frame of the page is left out, which is told where nothing is seen. */
async function faultsOf(page: Page, place: string): Promise<unknown> {
  await page.evaluate('allShifts().then(() => { shifts.told = []; })');
  await go(page, place);
  const { told } = await shiftsOf(page);
  return {
    place,
    moved: told.filter((one) => !one.endsWith(': MAIN.') && parseFloat(one) > 0.005),
    tooWide: await tooWide(page),
    halfShown: await halfShown(page),
    tooSmall: await tooSmall(page),
    edge: await edgeOfHeading(page),
  };
}

for (const [name, size] of SIZES)
  verifies(
    ['page.still', 'page.narrow'],
    `nothing moves, is cut, too wide or too small to be hit in any area on ${name}`,
    async () => {
      const places = await allPlaces();
      expect(places.length).toBeGreaterThan(30);
      const page = await shared.open('/#/waiting', size);
      await isLoaded(page);
      await page.evaluate(WATCH_SHIFTS);
      for (const place of places) expect(await faultsOf(page, place)).toEqual({ ...NONE, place });
    },
  );

it('makes no row of many columns higher than a few lines, and what is beyond the edge can be reached', async () => {
  for (const [, size] of SIZES) {
    const page = await shared.open('/#/data/readings', size);
    const cell = page.locator('tbody td').nth(9);
    await eventually(async () => expect((await cell.boundingBox())?.height).toBeLessThan(200));
    await page.locator('tbody td').last().scrollIntoViewIfNeeded();
    await page.context().close();
  }
});

it('marks what is open otherwise than what the pointer is over', async () => {
  const page = await shared.open('/#/files', { viewport: LAPTOP });
  const list = page.getByRole('navigation', { name: 'Conversations' });
  await list.locator('li a').first().click();
  await list.locator('li a[aria-current]').waitFor();
  await runElsewhere(shared.engine, 'another one');
  const ground = async (of: Locator) =>
    await of.evaluate((element) => {
      const { getComputedStyle } = globalThis as unknown as {
        getComputedStyle: (of: unknown) => { backgroundColor: string };
      };
      return getComputedStyle(element).backgroundColor;
    });
  for (const [place, links] of [
    ['#/', list.locator('li a')],
    ['#/files', page.locator('nav.areas a')],
    ['#/files', page.locator('nav.group a')],
  ] as const) {
    if (place !== '#/') await go(page, place);
    const other = links.and(page.locator(':not([aria-current])')).first();
    await other.hover();
    expect(await ground(other)).not.toBe(await ground(links.and(page.locator('[aria-current]')).first()));
  }
});
