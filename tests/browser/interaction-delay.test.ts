// How long the page takes from a click or a key to what it shows, with as much in the engine as years of use leave.
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { useData } from '../../bench/used-data.ts';
import { useGraph } from '../../bench/used-graph.ts';
import { useTriggers } from '../../bench/used-triggers.ts';
import { temporaryDir } from '../harness/in-process-engine.ts';
import { spawnEngine } from '../harness/spawned-engine.ts';
import { openPage, withBrowser } from './browser.ts';

const THREADS = 10_000;
const ENTITIES = 5_000;
const TRIGGERS = 2_000;

/** The browser's own measure (Event Timing): to the next picture after the handlers, the longest event of each interaction. */
const OBSERVE = `
  window.delays = new Map();
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId > 0) delays.set(interactionId, Math.max(delays.get(interactionId) ?? 0, duration));
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
`;

// What it needs takes half a minute to make.
(process.env['PAGE_TESTS'] === 'all' ? describe : describe.skip)('with years of use', () => {
  const shared = withBrowser(async () => {
    const dataDir = temporaryDir();
    await useData(dataDir, { threads: THREADS, messagesPerThread: 2, eventsPerThread: 4 });
    await useGraph(join(dataDir, 'engine.db'), ENTITIES);
    await useTriggers(dataDir, TRIGGERS);
    return { engine: await spawnEngine(dataDir, { SVC_DEMO: '1' }) };
  });

  it('answers each click and key soon', async () => {
    const { page, complaints } = await openPage(shared.browser, shared.engine.baseUrl);
    await page.evaluate(OBSERVE);
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
    const task = page.getByRole('textbox', { name: 'Task' });
    await interaction(() => task.click());
    for (const key of 'What do you know of Anna')
      await interaction(() => page.keyboard.press(key === ' ' ? 'Space' : key));
    const delays = (await page.evaluate<number[]>('[...delays.values()]')).toSorted((a, b) => a - b);
    // Those below 16 ms are not reported by the browser.
    const below = Math.max(0, done - delays.length);
    const all = [...Array.from({ length: below }, () => 16), ...delays];
    const at = (share: number) => all[Math.min(all.length - 1, Math.floor(all.length * share))];
    process.stderr.write(
      `${THREADS} threads, ${ENTITIES} entities, ${TRIGGERS} triggers: ${done} interactions, delay p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${all.at(-1)} ms\n`,
    );
    expect(done).toBeGreaterThan(60);
    expect(complaints).toEqual([]);
  }, 150_000);
});

async function areaNames(page: Page): Promise<readonly string[]> {
  const areas = page.getByRole('navigation', { name: 'Areas' });
  await areas.locator('summary').click();
  return (await areas.getByRole('link').allInnerTexts()).map((text) => text.split('\n')[0]!.trim());
}
