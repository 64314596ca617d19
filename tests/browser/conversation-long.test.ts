import { join } from 'node:path';
import { beforeAll, expect, it } from '@jest/globals';
import { textAnswer } from '../servers/chat-completions.ts';
import { streams } from '../servers/fake-provider.ts';
import { temporaryDir } from '../harness/in-process-engine.ts';
import { withBrowser } from './browser.ts';
import { eventually, send } from './in-page.ts';
import { engineWithModel, liveAnswer } from './live-answer.ts';

/** Three pages. */
const RUNS = 300;
const shared = withBrowser(async () => await engineWithModel(join(temporaryDir(), 'data')));
let threadId: string;
beforeAll(async () => {
  const { engine, provider } = shared;
  const session = await engine.client['sessions.create']({ body: {} });
  ({ threadId } = session);
  for (let nth = 1; nth <= RUNS; nth += 1) {
    provider.reply(
      streams(...textAnswer(`Answer ${nth}. ${'It has some words.\n\n'.repeat(1 + (nth % 7))}`)),
    );
    const body = { task: `task ${nth}.` };
    const { events } = await engine.client['runs.start']({ params: { id: session.sessionId }, body });
    for await (const _ of events);
  }
}, 300_000);

it('opens a long thread at its end, reads earlier pages without moving what is read, and follows the end', async () => {
  const page = await shared.open(`/#/threads/${threadId}`);
  const answer = (nth: number) => page.locator('.answer', { hasText: `Answer ${nth}.` });
  await answer(RUNS).waitFor();
  const gap = `(() => {
    const box = document.querySelector('.transcript');
    return box.scrollHeight - box.scrollTop - box.clientHeight;
  })()`;
  await eventually(async () => expect(await page.evaluate(gap)).toBeLessThanOrEqual(8));
  const drawn = await page.locator('.run').count();
  expect(drawn).toBeLessThanOrEqual(101);

  // Near the top of what is drawn: the page before it comes, and what is in view stays where it is.
  const held = Promise.withResolvers<void>();
  await page.route('**/messages?*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.evaluate(`document.querySelector('.transcript').scrollTop = 300`);
  // Heights that were estimates are known two frames later.
  await page.evaluate(
    `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))`,
  );
  const inView = `(() => {
    const edge = document.querySelector('.transcript').getBoundingClientRect().top;
    const runs = [...document.querySelectorAll('.run')];
    const seen = runs.find((run) => run.getBoundingClientRect().top > edge);
    return { count: runs.length, task: seen.textContent, top: seen.getBoundingClientRect().top };
  })()`;
  interface InView {
    readonly count: number;
    readonly task: string;
    readonly top: number;
  }
  const before = (await page.evaluate(inView)) as InView;
  held.resolve();
  await eventually(async () => expect(await page.locator('.run').count()).toBeGreaterThan(drawn));
  const after = (await page.evaluate(inView)) as InView;
  expect(after.task).toBe(before.task);
  expect(Math.abs(after.top - before.top)).toBeLessThan(4);
  // Each run is there once.
  const tasks = await page.locator('.task').allTextContents();
  expect(new Set(tasks).size).toBe(tasks.length);

  // Who sends something sees what becomes of it. What arrives moves nothing once they read above.
  const live = liveAnswer();
  shared.provider.reply(live.reply);
  await send(page, 'one more');
  await live.say('Fresh text. '.repeat(400));
  await page.locator('.answer', { hasText: 'Fresh text.' }).waitFor();
  await eventually(async () => expect(await page.evaluate(gap)).toBeLessThanOrEqual(8));
  await page.evaluate("document.querySelector('.transcript').scrollBy(0, -600)");
  await page.getByRole('button', { name: 'To the latest' }).click();
  await live.say('\n\nMore words. '.repeat(200));
  await live.end();
  await page.locator('.answer', { hasText: 'More words.' }).waitFor();
  await eventually(async () => expect(await page.evaluate(gap)).toBeLessThanOrEqual(8));
});
