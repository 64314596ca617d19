import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { verifies } from '../spec/verifies.ts';
import { textAnswer } from '../servers/chat-completions.ts';
import { streams } from '../servers/fake-provider.ts';
import { withBrowser } from './browser.ts';
import {
  answer,
  eventually,
  hasTexts,
  hasValue,
  isCount,
  isDone,
  isFocused,
  send,
  threadOf,
} from './in-page.ts';
import { withModel } from './live-answer.ts';

const shared = withBrowser(withModel);

const task = (page: Page) => page.getByLabel('Message', { exact: true });
const areTasks = (page: Page, texts: readonly string[]) =>
  eventually(async () =>
    expect(await page.locator('.task').allTextContents()).toEqual(texts.map((text) => `You: ${text}`)),
  );
const areAnswers = (page: Page, texts: readonly string[]) =>
  hasTexts(page.locator('.answer .markdown'), texts);
const choice = (page: Page) => page.getByRole('group', { name: 'Versions' });
const earlier = (page: Page) => choice(page).getByRole('button', { name: 'Earlier version' });
const later = (page: Page) => choice(page).getByRole('button', { name: 'Later version' });
const isVersion = (page: Page, nth: number, of: number) =>
  choice(page)
    .getByRole('img', { name: `Version ${nth} of ${of}` })
    .waitFor();

async function say(page: Page, text: string, answered: string): Promise<void> {
  shared.provider.reply(streams(...textAnswer(answered)));
  await send(page, text);
  await answer(page, answered).waitFor();
  await isDone(page);
}

/** Two turns, of which the second has two versions; the second of these is shown. */
async function talk(page: Page): Promise<void> {
  await say(page, 'first', 'To the first.');
  await say(page, 'second', 'To the second.');
  // The arrow in an empty field edits the last task.
  await isFocused(task(page));
  await page.keyboard.press('ArrowUp');
  const field = page.getByLabel('Edit this message');
  await field.waitFor();
  await hasValue(field, 'second');
  await page.keyboard.press('Escape');
  await isFocused(task(page));
  await page.keyboard.press('ArrowUp');
  await field.fill('second, better');
  shared.provider.reply(streams(...textAnswer('To the better one.')));
  await field.press('Enter');
  await answer(page, 'To the better one.').waitFor();
  await isDone(page);
}

verifies('page.versions', 'of an edited task, each with what followed it, after a reload, too', async () => {
  const page = await shared.open();
  await talk(page);
  const thread = threadOf(page);
  await isFocused(task(page));
  await areTasks(page, ['first', 'second, better']);
  await isVersion(page, 2, 2);
  await say(page, 'third', 'To the third.');
  await earlier(page).click();
  await isVersion(page, 1, 2);
  await areTasks(page, ['first', 'second']);
  await areAnswers(page, ['To the first.', 'To the second.']);
  await isFocused(earlier(page));
  // There is none before it.
  await page.keyboard.press('ArrowLeft');
  await page.reload();
  await areTasks(page, ['first', 'second']);
  await isVersion(page, 1, 2);
  await earlier(page).focus();
  await page.keyboard.press('ArrowRight');
  await isVersion(page, 2, 2);
  await areTasks(page, ['first', 'second, better', 'third']);
  await isFocused(later(page));
  await page.keyboard.press('ArrowLeft');
  await isVersion(page, 1, 2);
  await say(page, 'on', 'To the last.');
  await areTasks(page, ['first', 'second', 'on']);
  expect(threadOf(page)).toBe(thread);
  const sent = JSON.stringify(shared.provider.arrived.at(-1)?.body?.['messages']);
  expect(sent).toContain('To the second.');
  expect(sent).not.toContain('better');
});

verifies('page.versions', 'of an answer that was good', async () => {
  const page = await shared.open();
  await say(page, 'only', 'One answer.');
  await isCount(choice(page), 0);
  shared.provider.reply(streams(...textAnswer('Quite another.')));
  await page.getByRole('button', { name: 'Another answer' }).click();
  await answer(page, 'Quite another.').waitFor();
  await isDone(page);
  await isVersion(page, 2, 2);
  await areTasks(page, ['only']);
  await areAnswers(page, ['Quite another.']);
  await earlier(page).press('Enter');
  await areAnswers(page, ['One answer.']);
});

verifies('page.versions', 'in every tab, also where both are of one length', async () => {
  const page = await shared.open();
  await talk(page);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await isVersion(other, 2, 2);
  // What a tab in front does reaches the others.
  await page.bringToFront();
  await earlier(page).click();
  await isVersion(page, 1, 2);
  await isVersion(other, 1, 2);
  await areAnswers(other, ['To the first.', 'To the second.']);
});

verifies('page.long-texts', 'also where it is edited', async () => {
  const { client } = shared.engine;
  const { sessionId, threadId } = await client['sessions.create']();
  shared.provider.reply(streams(...textAnswer('Read.')));
  const long = 'many words '.repeat(3_000);
  const { events } = await client['runs.start']({ params: { id: sessionId }, body: { task: long } });
  for await (const { type } of events) if (type === 'done') break;
  const page = await shared.open(`/#/threads/${threadId}`);
  await isDone(page);
  await page.getByRole('button', { name: 'Show all of it' }).waitFor();
  await page.getByRole('button', { name: 'Edit' }).click();
  await hasValue(page.getByLabel('Edit this message'), '');
  const chip = page.locator('.edit .files li', { hasText: 'Pasted.txt' });
  await chip.waitFor();
  await page.getByLabel('Edit this message').fill('What is in it?');
  shared.provider.reply(streams(...textAnswer('Many words.')));
  await page.locator('.edit').getByRole('button', { name: 'Send' }).click();
  await answer(page, 'Many words.').waitFor();
  await isDone(page);
  await page.locator('.sent .files li', { hasText: 'Pasted.txt' }).waitFor();
});

verifies('page.versions', 'where what was searched for is in one that is not shown', async () => {
  const page = await shared.open();
  await say(page, 'begin', 'Begun.');
  await say(page, 'lighthouse keeper', 'To the keeper.');
  shared.provider.reply(streams(...textAnswer('To the other.')));
  await page.getByRole('button', { name: 'Another answer' }).click();
  await answer(page, 'To the other.').waitFor();
  await isDone(page);
  await page.getByRole('searchbox').fill('to the keeper');
  await page.locator('.hits mark', { hasText: 'keeper' }).first().waitFor();
  await page.getByRole('searchbox').press('Enter');
  await answer(page, 'To the keeper.').waitFor();
  await isVersion(page, 1, 2);
  await page.locator('.run.found').waitFor();
});

verifies('page.folders', 'from the menu of one that is open', async () => {
  const page = await shared.open();
  await say(page, 'older one', 'To the older.');
  await page.getByRole('button', { name: 'New conversation' }).click();
  await say(page, 'newer one', 'To the newer.');
  const lines = page.locator('.threads .list li .title');
  const isFirst = (title: string) =>
    eventually(async () => expect(await lines.first().innerText()).toBe(title));
  await isFirst('newer one');
  await page.locator('.threads .list a', { hasText: 'older one' }).click();
  await answer(page, 'To the older.').waitFor();
  const choose = async (act: string) => {
    await page.getByRole('button', { name: 'Actions for' }).click();
    await page.locator('.acts').getByRole('button', { name: act }).click();
  };
  const dialog = page.getByRole('dialog');
  await choose('Pin');
  await isFirst('older one');
  await choose('Folder');
  await dialog.getByLabel('Folder').fill('Trips');
  await dialog.getByText('Move others with it').click();
  await dialog.getByLabel('newer one').check();
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  const choice = page.locator('.threads .folder select');
  await choice.selectOption('Trips');
  await eventually(async () =>
    expect(new Set(await lines.allInnerTexts())).toEqual(new Set(['older one', 'newer one'])),
  );
  await choose('Unpin');
  await isFirst('newer one');
});

verifies('page.copy-markdown', 'without the buttons around it', async () => {
  const page = await shared.open();
  const text = '# Trains\n\nTo **Rome** by `night`:\n\n- one\n- two\n\n```js\nrun()\n```';
  shared.provider.reply(streams(...textAnswer(text)));
  await send(page, 'write');
  await answer(page, 'Trains').waitFor();
  await isDone(page);
  const copied = await page.evaluate(`(() => {
    const marked = document.createRange();
    marked.selectNodeContents(document.querySelector('.answer .markdown'));
    getSelection().removeAllRanges();
    getSelection().addRange(marked);
    const data = new DataTransfer();
    const event = new ClipboardEvent('copy', { bubbles: true, cancelable: true, clipboardData: data });
    document.querySelector('.answer').dispatchEvent(event);
    return data.getData('text/plain');
  })()`);
  expect(copied).toBe(text);
});
