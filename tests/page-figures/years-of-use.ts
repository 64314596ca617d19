// What years of use leave in an engine: message search, and how long the page takes from a click or a key to what it shows.
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { median } from '../../bench/spread.ts';
import { timed } from '../../bench/timed.ts';
import { useData } from '../../bench/used-data.ts';
import { useGraph } from '../../bench/used-graph.ts';
import { someLines } from '../../bench/used-memory.ts';
import { useTriggers } from '../../bench/used-triggers.ts';
import { spawnEngine, type SpawnedEngine } from '../harness/spawned-engine.ts';
import { openPage } from '../browser/open-page.ts';
import { stoppedAtEnd } from './engines.ts';
import { TIMES, type Figure, type Lab, type Measured } from './figure.ts';

const THREADS = 10_000;
const MESSAGES_PER_THREAD = 10;
const ENTITIES = 5_000;
const TRIGGERS = 2_000;

const MESSAGES = THREADS * MESSAGES_PER_THREAD;

export const yearsOfUse: Figure = {
  name: 'years-of-use',
  async measure(lab) {
    const dataDir = lab.folder();
    const lines = someLines(MESSAGES, 7);
    process.stderr.write(
      `  ${THREADS} threads of ${MESSAGES_PER_THREAD} messages, ${ENTITIES} entities and ${TRIGGERS} triggers are made\n`,
    );
    await useData(dataDir, {
      threads: THREADS,
      messagesPerThread: MESSAGES_PER_THREAD,
      eventsPerThread: 4,
      text: (thread, nth) => lines[thread * MESSAGES_PER_THREAD + nth] ?? '',
    });
    await useGraph(join(dataDir, 'engine.db'), ENTITIES);
    await useTriggers(dataDir, TRIGGERS);
    const engine = stoppedAtEnd(lab, await spawnEngine(dataDir, { SVC_DEMO: '1' }));
    return [...(await searched(engine, lines)), ...(await delays(lab, engine))];
  },
};

const QUESTIONS = 20;

/** Two words that follow each other in a message, other ones each time. */
async function searched({ client }: SpawnedEngine, lines: readonly string[]): Promise<readonly Measured[]> {
  const [middle, slowest]: [number[], number[]] = [[], []];
  let next = 0;
  // The first round fills caches, as the first search of a day does.
  for (let round = 0; round <= TIMES; round++) {
    const took: number[] = [];
    while (took.length < QUESTIONS) {
      const words = lines[(next += 4_999) % lines.length]?.split(' ').slice(3, 5).join(' ') ?? '';
      took.push(
        await timed(async () => {
          const { complete } = await client['threads.search']({ query: { q: words, limit: 30 } });
          if (!complete) throw new Error('The messages are not indexed.');
        }),
      );
    }
    if (round === 0) continue;
    middle.push(median(took));
    slowest.push(Math.max(...took));
  }
  const what = `message search at ${MESSAGES.toLocaleString('en')} messages`;
  return [
    { what, unit: 'ms', values: middle, bound: { atMost: 20 } },
    { what: `${what}, slowest of ${QUESTIONS}`, unit: 'ms', values: slowest },
  ];
}

/** The browser's own measure (Event Timing): to the next picture after the handlers, the longest event of each interaction. */
const OBSERVE = `
  window.delays = new Map();
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId > 0) delays.set(interactionId, Math.max(delays.get(interactionId) ?? 0, duration));
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
`;
/** The browser does not report a shorter one. */
const SHORTEST_MS = 16;

async function delays(lab: Lab, engine: SpawnedEngine): Promise<readonly Measured[]> {
  const [p50, p95, longest]: [number[], number[], number[]] = [[], [], []];
  let count = 0;
  while (p95.length < TIMES) {
    const { page, complaints } = await openPage(await lab.browser(), engine.baseUrl);
    await page.evaluate(OBSERVE);
    count = await clicksAndKeys(page);
    const reported = await page.evaluate<number[]>('[...delays.values()]');
    await page.context().close();
    if (complaints.length > 0) throw new Error(complaints.join('\n'));
    const short = Math.max(0, count - reported.length);
    const all = [...Array.from({ length: short }, () => SHORTEST_MS), ...reported].toSorted((a, b) => a - b);
    const at = (share: number) => all[Math.min(all.length - 1, Math.floor(all.length * share))] ?? NaN;
    p50.push(at(0.5));
    p95.push(at(0.95));
    longest.push(at(1));
  }
  const what = `interaction delay in all areas (${count})`;
  return [
    { what: `${what}, p95`, unit: 'ms', values: p95, bound: { atMost: 100 } },
    { what: `${what}, p50`, unit: 'ms', values: p50 },
    { what: `${what}, longest`, unit: 'ms', values: longest },
  ];
}

/** Opens each area and searches in it, opens conversations and types a task. @returns how many interactions these are */
async function clicksAndKeys(page: Page): Promise<number> {
  let done = 0;
  const interaction = async (act: () => Promise<unknown>): Promise<void> => {
    await act();
    done += 1;
    // The next one is an interaction of its own.
    await page.evaluate('new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)))');
  };
  for (const name of await areaNames(page)) {
    await interaction(() => page.getByRole('link', { name, exact: true }).first().click());
    await page.getByText('Loading…').waitFor({ state: 'detached' });
    const field = page.locator('main').getByRole('searchbox').first();
    if ((await field.count()) === 0) continue;
    await interaction(() => field.click());
    for (const key of 'anna') await interaction(() => page.keyboard.press(key));
  }
  const threads = page.getByRole('navigation', { name: 'Conversations' });
  for (let nth = 0; nth < 10; nth++) {
    await interaction(() => threads.locator('li a').nth(nth).click());
    await threads.locator('li a[aria-current]').waitFor();
  }
  const task = page.getByRole('textbox', { name: 'Message' });
  await interaction(() => task.click());
  for (const key of 'What do you know of Anna')
    await interaction(() => page.keyboard.press(key === ' ' ? 'Space' : key));
  return done;
}

async function areaNames(page: Page): Promise<readonly string[]> {
  const areas = page.getByRole('navigation', { name: 'Areas' });
  return (await areas.getByRole('link').allInnerTexts()).map((text) => text.split('\n')[0]!.trim());
}
