import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { textAnswer } from '../servers/chat-completions.ts';
import { streams, type FakeProvider } from '../servers/fake-provider.ts';
import { removeTemporaryDirs, temporaryDir } from '../harness/in-process-engine.ts';
import type { SpawnedEngine } from '../harness/spawned-engine.ts';
import { openBrowser, openPage } from './browser.ts';
import { engineWithModel, liveAnswer } from './live-answer.ts';

const RUNS = process.env['PAGE_TESTS'] === 'all' ? 1_000 : 260;
let browser: Browser;
let engine: SpawnedEngine;
let provider: FakeProvider;
let threadId: string;
beforeAll(async () => {
  browser = await openBrowser();
  ({ engine, provider } = await engineWithModel(join(temporaryDir(), 'data')));
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
afterAll(async () => {
  await browser.close();
  engine.process.kill('SIGTERM');
  await engine.finished;
  await provider.close();
  removeTemporaryDirs();
});

it('opens a long thread at its end, reads earlier pages without moving what is read, and follows the end', async () => {
  const { page, complaints } = await openPage(browser, engine.baseUrl, { path: `/#/threads/${threadId}` });
  const answer = (nth: number) => page.locator('.answer', { hasText: `Answer ${nth}.` });
  await answer(RUNS).waitFor();
  const gap = `(() => {
    const box = document.querySelector('.transcript');
    return box.scrollHeight - box.scrollTop - box.clientHeight;
  })()`;
  while (Number(await page.evaluate(gap)) > 8);
  const drawn = await page.locator('.run').count();
  expect(drawn).toBeLessThanOrEqual(101);

  // To the top of what is drawn: the page before it comes, and the first task stays where it is.
  await page.locator('.transcript').hover();
  const first = page.locator('.run').first();
  const text = await first.locator('.task').innerText();
  await page.evaluate(`document.querySelector('.transcript').scrollTop = 300`);
  const same = page.locator('.task').filter({ hasText: text }).first();
  const placed = page
    .locator('.run')
    .filter({ has: page.getByText(text.replace('You: ', ''), { exact: true }) });
  await placed.first().waitFor();
  const before = await same.boundingBox();
  while ((await page.locator('.run').count()) <= drawn);
  const after = await same.boundingBox();
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(60);
  // Each run is there once.
  const tasks = await page.locator('.task').allTextContents();
  expect(new Set(tasks).size).toBe(tasks.length);

  // What arrives does not move it either; sending does not need the end in view.
  const live = liveAnswer();
  provider.reply(live.reply);
  await page.getByLabel('Task', { exact: true }).fill('one more');
  await page.keyboard.press('Enter');
  await live.say('Some words. '.repeat(400));
  await page.getByRole('button', { name: 'To the latest' }).click();
  await page.locator('.answer', { hasText: 'Some words.' }).waitFor();
  await live.say('\n\nMore words. '.repeat(200));
  await live.end();
  await page.locator('.answer', { hasText: 'More words.' }).waitFor();
  while (Number(await page.evaluate(gap)) > 8);
  expect(complaints).toEqual([]);
});
