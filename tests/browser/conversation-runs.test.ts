import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { callAnswer, textAnswer } from '../servers/chat-completions.ts';
import { answers, streams } from '../servers/fake-provider.ts';
import { withBrowser } from './browser.ts';
import { answer, eventually, footer, hasValue, isCount, isFocused, send, threadOf } from './in-page.ts';
import { liveAnswer, withModel } from './live-answer.ts';

const shared = withBrowser(withModel);

const task = (page: Page) => page.getByLabel('Message', { exact: true });
const areTasks = (page: Page, texts: readonly string[]) =>
  eventually(async () => expect(await page.locator('.task').allTextContents()).toEqual(texts));

it('tells calls in one line each, with their time from the history once one is opened after a reload', async () => {
  const page = await shared.open();
  shared.provider.reply(
    streams(...callAnswer('list_files', '{}')),
    streams(...callAnswer('read_file', '{"path": "nothing.txt"}')),
    streams(...textAnswer('Looked.')),
  );
  await send(page, 'look');
  await answer(page, 'Looked.').waitFor();
  const calls = page.locator('.call > summary');
  await isCount(calls, 2);
  await page.reload();
  await answer(page, 'Looked.').waitFor();
  await eventually(async () => expect(await calls.first().innerText()).toMatch(/^Listed/u));
  await calls.first().click();
  await page
    .locator('.call > summary .hint', { hasText: /^\d+ ms$|^[\d.]+ s$/u })
    .first()
    .waitFor();
  await eventually(async () => expect(await calls.nth(1).innerText()).toContain('failed'));
  await footer(page).click();
  await page.locator('.footer li', { hasText: 'tokens in' }).first().waitFor();
});

it('says why a run failed, and offers no repeat where that would fail again', async () => {
  const page = await shared.open();
  shared.provider.reply(answers(401, { error: { message: 'no' } }));
  await send(page, 'try');
  await page.locator('.notice.bad', { hasText: 'does not accept the key' }).waitFor();
  await footer(page).filter({ hasText: 'Failed' }).waitFor();
  await isCount(page.getByRole('button', { name: 'Try again' }), 0);
  await isFocused(task(page));
});

it('lets tasks wait while a run is in progress, and starts them in their order', async () => {
  const page = await shared.open();
  const first = liveAnswer();
  shared.provider.reply(first.reply, streams(...textAnswer('Third.')));
  await send(page, 'one');
  await first.say('First.');
  await answer(page, 'First.').waitFor();
  for (const text of ['two', 'three']) {
    await send(page, text);
    await page.locator('.queue li', { hasText: text }).waitFor();
  }
  await hasValue(task(page), '');
  await page.getByRole('button', { name: 'Remove from the queue: two' }).click();
  await page.locator('.queue li', { hasText: 'two' }).waitFor({ state: 'detached' });
  await first.end();
  await answer(page, 'Third.').waitFor();
  await page.locator('.queue').waitFor({ state: 'detached' });
  await areTasks(page, ['You: one', 'You: three']);
  await footer(page).nth(1).waitFor();

  // A stop holds what waits until it is resumed. Escape stops nothing.
  const second = liveAnswer();
  shared.provider.reply(second.reply, streams(...textAnswer('Fifth.')));
  await send(page, 'four');
  await second.say('Fourth.');
  await answer(page, 'Fourth.').waitFor();
  await send(page, 'five');
  await page.locator('.queue li', { hasText: 'five' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await footer(page).filter({ hasText: 'Stopped by you' }).waitFor();
  await isFocused(task(page));
  await page.getByRole('button', { name: 'Go on with them' }).click();
  await answer(page, 'Fifth.').waitFor();
});

it('shows work in the background by what began it, without the note to the agent', async () => {
  const { client } = shared.engine;
  shared.provider.reply(streams(...textAnswer('Good morning.')));
  const body = { title: 'Mornings', schedule: '@daily', task: 'Greet me.', timeZone: 'UTC' };
  const { triggerId } = await client['triggers.create']({ body });
  await client['triggers.run']({ params: { id: triggerId } });
  const page = await shared.open();
  await page.locator('.threads li a', { hasText: 'Mornings' }).click();
  await answer(page, 'Good morning.').waitFor();
  await page.locator('.sent').getByText('Started by the automation').waitFor();
  await areTasks(page, ['Greet me.']);
});

it('shows the queue of the open conversation only', async () => {
  const page = await shared.open();
  shared.provider.reply(streams(...textAnswer('Nothing waits here.')));
  await send(page, 'without a queue');
  await answer(page, 'Nothing waits here.').waitFor();
  await footer(page).waitFor();
  const without = threadOf(page);

  await page.goto(`${shared.engine.baseUrl}/#/`);
  await page.locator('.welcome').waitFor();
  const live = liveAnswer();
  shared.provider.reply(live.reply);
  await send(page, 'with a queue');
  await live.say('Begun.');
  await answer(page, 'Begun.').waitFor();
  await send(page, 'waits');
  const waiting = page.locator('.queue li', { hasText: 'waits' });
  await waiting.waitFor();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByRole('button', { name: 'Go on with them' }).waitFor();
  const withQueue = threadOf(page);

  const isNone = () => page.locator('.queue').waitFor({ state: 'detached' });
  const opened = async (id: string, text: string) => {
    await page.evaluate(`location.hash = '#/threads/${id}'`);
    await answer(page, text).waitFor();
  };
  await opened(without, 'Nothing waits here.');
  await isNone();
  const read = page.waitForRequest((request) => request.url().endsWith(`/threads/${withQueue}/queue`));
  await opened(withQueue, 'Begun.');
  await read;
  await waiting.waitFor();

  // A copy has no queue.
  await page.getByRole('button', { name: 'Fork here' }).click();
  await page.locator('.origin').waitFor();
  await isNone();
  await opened(withQueue, 'Begun.');
  await page.getByRole('button', { name: 'Remove from the queue: waits' }).click();
  await isNone();
});

it('sends what is typed as the answer to an open question, or as the next task', async () => {
  const page = await shared.open();
  const question = JSON.stringify({ question: 'Which one?' });
  shared.provider.reply(
    streams(...callAnswer('ask_user', question)),
    streams(...textAnswer('Thank you.')),
    streams(...textAnswer('And the next.')),
  );
  await send(page, 'ask me');
  await page.locator('.transcript .question').waitFor();
  await eventually(async () =>
    expect(await page.locator('.call > summary').innerText()).toContain('waits for you'),
  );
  await task(page).fill('the next task');
  await page.getByText('A question is open.').waitFor();
  await page.keyboard.press('Control+Enter');
  await page.locator('.queue li', { hasText: 'the next task' }).waitFor();
  await send(page, 'the left one');
  await answer(page, 'And the next.').waitFor();
  const asked = await shared.engine.client['threads.messages']({ params: { id: threadOf(page) } });
  expect(JSON.stringify(asked.messages)).toContain('the left one');
  await areTasks(page, ['You: ask me', 'You: the next task']);
});
