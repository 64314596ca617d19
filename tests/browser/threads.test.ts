import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { temporaryDir } from '../harness/in-process-engine.ts';
import { spawnSvc } from '../harness/spawned-engine.ts';
import { verifies } from '../spec/verifies.ts';
import { isSound } from './axe.ts';
import { demo, LOST, withBrowser } from './browser.ts';
import {
  answer,
  eventually,
  hasValue,
  holds,
  isCount,
  isDone,
  isFocused,
  runElsewhere,
  send,
} from './in-page.ts';

const shared = withBrowser(async () => await demo(dataDir));
const dataDir = temporaryDir();

const svc = (...args: readonly string[]) => spawnSvc(args, { SVC_DATA_DIR: dataDir }).finished;
const line = (page: Page, title: string) =>
  page.getByRole('navigation', { name: 'Conversations' }).locator('li', { hasText: title });
/** Chooses from the menu of the open conversation, by keyboard. */
const choose = async (page: Page, title: string, act: string) => {
  await line(page, title).getByRole('button', { name: 'Actions for' }).press('Enter');
  await line(page, title).getByRole('button', { name: act, exact: true }).press('Enter');
};

verifies(
  'page.live',
  'marks at once what the terminal does, and takes the mark away when the thread is opened',
  async () => {
    const page = await shared.open();
    await page.getByText('No conversations yet.').waitFor();
    const { code } = await svc('run', 'write live.txt: hello');
    expect(code).toBe(0);
    await line(page, 'write live.txt').getByText('changes to review').waitFor();
    await holds(page, "document.title.startsWith('(1) ')");
    await isCount(line(page, 'write live.txt').locator('a.unread'), 1);
    await line(page, 'write live.txt').locator('a').click();
    await line(page, 'write live.txt').locator('a:not(.unread)').waitFor();
    const [thread] = (await shared.engine.client['threads.list']()).threads;
    expect(thread?.unread).toBe(false);
    await eventually(async () => expect(await page.title()).toContain('[changes to review] write live.txt'));
    await page.getByRole('button', { name: 'Keep all' }).click();
    await page.getByRole('link', { name: 'Waiting', exact: true }).waitFor();
  },
);

verifies(
  'page.live',
  'shows in every tab, over one stream, what is asked, answered and deleted elsewhere',
  async () => {
    // What was asked for while it was deleted is answered so.
    const one = await shared.open('/', { mayComplain: /status of 404 .*\/api\/threads\//u });
    const other = await one.context().newPage();
    await other.goto(shared.engine.baseUrl);
    await other.getByText('New conversation').waitFor();
    const { threadId } = await runElsewhere(shared.engine, 'ask', { upTo: 'prompt' });
    for (const page of [one, other]) {
      await line(page, 'ask').getByText('waits for you').waitFor();
      await page.getByRole('link', { name: 'Waiting 1' }).waitFor();
    }
    await one.goto(`${shared.engine.baseUrl}/#/threads/${threadId}`);
    // A tab behind another one draws no new runs.
    await one.bringToFront();
    await one.locator('.run form.question').waitFor();
    await shared.engine.client['threads.reply']({
      params: { id: threadId },
      body: { answer: 'Write files' },
    });
    // The question is drawn as answered, and the answer of the run appears in the open thread.
    await isDone(one);
    await other.getByRole('link', { name: 'Waiting', exact: true }).waitFor();
    await shared.engine.client['threads.delete']({ params: { id: threadId } });
    await one.locator('.notices .notice').waitFor();
    await line(other, 'ask').waitFor({ state: 'detached' });
  },
);

verifies(
  'page.live.deleted',
  'closes a conversation that is deleted elsewhere, says so, keeps what was typed, and asks for it no more',
  async () => {
    const { client } = shared.engine;
    const { threadId } = await runElsewhere(shared.engine, 'remember the jetty');
    const page = await shared.open('/', { mayComplain: new RegExp(`status of 404 .*${threadId}`, 'u') });
    const close = page.locator('.notices .notice', { hasText: 'remember the jetty' });
    await line(page, 'jetty').locator('a').click();
    await isDone(page);
    await page.locator('#task').fill('And the harbour?');
    await client['threads.delete']({ params: { id: threadId } });
    await page.waitForURL(/#\/$/u);
    await close.getByRole('button').click();
    await isCount(page.locator('.run, .notices .notice'), 0);
    await hasValue(page.locator('#task'), 'And the harbour?');

    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    // As a bookmark or the back button leads there.
    await page.evaluate(`location.hash = '#/threads/${threadId}'`);
    await close.waitFor();
    await page.waitForURL(/#\/$/u);
    await send(page, 'help');
    await isDone(page);
    expect(asked.filter((url) => url.includes(threadId))).toEqual([]);
  },
);

it('draws the open thread anew when it gets a message elsewhere', async () => {
  const { threadId } = await runElsewhere(shared.engine, 'help');
  const page = await shared.open(`/#/threads/${threadId}`);
  await page.getByText('Done ·').first().waitFor();
  await runElsewhere(shared.engine, 'remember the harbour', { threadId });
  await answer(page, 'I remember this now').waitFor();
  await isCount(page.locator('article.run'), 2);
});

verifies(
  'page.engine-away',
  'says in one line that the engine is not running, until it runs again',
  async () => {
    const own = temporaryDir();
    const first = await shared.another({ SVC_DEMO: '1' }, own);
    const page = await shared.open('/', { at: first.baseUrl, mayComplain: LOST });
    await page.getByText('No conversations yet.').waitFor();
    first.process.kill('SIGTERM');
    await first.finished;
    await page.getByText('svc is not running.').waitFor();
    const port = new URL(first.baseUrl).port;
    const second = await shared.another({ SVC_DEMO: '1', SVC_HTTP_PORT: port }, own);
    await page.getByText('svc is not running.').waitFor({ state: 'detached' });
    await eventually(async () =>
      expect(await page.getByRole('status').allInnerTexts()).not.toContain('svc is not running.'),
    );
    const session = await second.client['sessions.create']({ body: {} });
    await line(page, 'New conversation')
      .or(page.locator(`a[href$="${session.threadId}"]`))
      .first()
      .waitFor();
  },
);

it('renames, archives with undo, and asks before it deletes, all by keyboard', async () => {
  const { threadId } = await runElsewhere(shared.engine, 'remember the keyboard');
  const page = await shared.open(`/#/threads/${threadId}`);
  await choose(page, 'keyboard', 'Rename');
  await page.getByLabel('Title of this conversation').fill(' ');
  await page.keyboard.press('Enter');
  await page.getByText('A conversation needs a title').waitFor();
  await isFocused(line(page, 'keyboard').getByRole('link'));
  await choose(page, 'keyboard', 'Rename');
  await isFocused(page.getByLabel('Title of this conversation'));
  await page.keyboard.type('Harbour talk');
  await page.keyboard.press('Enter');
  await choose(page, 'Harbour talk', 'Archive');
  await line(page, 'Harbour talk').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await choose(page, 'Harbour talk', 'Delete');
  const dialog = page.getByRole('dialog', { name: 'Delete' });
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await choose(page, 'Harbour talk', 'Delete');
  await dialog.getByRole('button', { name: 'Delete' }).press('Enter');
  await line(page, 'Harbour talk').waitFor({ state: 'detached' });
});

it('has what can be done with a conversation in sight on a laptop, and no style of the list in its dialogs', async () => {
  const { threadId } = await runElsewhere(shared.engine, 'remember the long pier of the harbour town');
  const page = await shared.open(`/#/threads/${threadId}`, {
    locale: 'de-DE',
    viewport: { width: 1366, height: 768 },
  });
  const menu = page.locator('.threads .menu');
  await menu.locator('> button').click();
  const acts = menu.locator('.acts button');
  await isCount(acts, 7);
  for (const act of await acts.all()) {
    const { x, y, width, height } = (await act.boundingBox())!;
    expect([x >= 0, y >= 0, x + width <= 1366, y + height <= 768]).toEqual([true, true, true, true]);
  }
  await isSound(page);
  await holds(
    page,
    "document.querySelector('.threads .list').scrollWidth <= document.querySelector('.threads .list').clientWidth",
  );
  await acts.nth(3).click();
  await page.locator('dialog .switches li').first().waitFor();
  // Nothing is cut off, and no row lies over the next one.
  await holds(
    page,
    `[...document.querySelectorAll('dialog :is(li, .hint)')].every(
      (one) => one.scrollWidth <= one.clientWidth + 1 && one.scrollHeight <= one.clientHeight + 1)`,
  );
  const close = (await page.locator('dialog > .row button').boundingBox())!;
  expect(close.y + close.height).toBeLessThanOrEqual(768);
});

it('opens the menu of a phone as a sheet that Escape closes', async () => {
  const viewport = { width: 360, height: 740 };
  const page = await shared.open('/', { viewport });
  const button = page.getByRole('button', { name: /^More( \d+)?$/u });
  await button.waitFor();
  await isSound(page);
  await button.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Conversations and areas' });
  await sheet.getByRole('link', { name: 'help' }).first().waitFor();
  await isSound(page);
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await isFocused(button);
  await button.press('Enter');
  await sheet.getByRole('link', { name: 'help' }).first().click();
  await sheet.waitFor({ state: 'detached' });
});

verifies(
  'page.search',
  'finds words in the messages of all threads, and opens the thread, all by keyboard',
  async () => {
    const { threadId } = await runElsewhere(
      shared.engine,
      'remember that the lighthouse keeper is called Ines',
    );
    const page = await shared.open();
    await line(page, 'lighthouse').waitFor();
    // Out of the field for tasks, where a slash is a slash.
    await page.locator('main').focus();
    await page.keyboard.press('/');
    await isFocused(page.getByRole('searchbox'));
    await page.keyboard.type('zeppelin quartz');
    await page.getByText('Nothing was found.').waitFor();
    await isSound(page);
    // Another form of a word, in a question of other words.
    await page.getByRole('searchbox').fill('who keeps the lighthouses');
    await page.getByText('Nothing has all of these words.').waitFor();
    await page.locator('.hits li', { hasText: 'lighthouse' }).first().waitFor();
    // One line for a conversation: the others when they are wanted.
    await isCount(page.locator('.hits a', { hasText: 'lighthouse' }), 1);
    await page.locator('.hits').getByRole('button', { name: 'more place' }).first().click();
    await eventually(async () =>
      expect(await page.locator('.hits a', { hasText: 'lighthouse' }).count()).toBeGreaterThan(1),
    );
    await page.getByRole('button', { name: 'End the search' }).click();
    await isFocused(page.getByRole('searchbox'));
    await page.getByRole('searchbox').fill('lighthouse');
    await page.locator('.hits li').first().waitFor();
    // A new conversation is not hidden by what was searched for.
    await page.getByRole('button', { name: 'New conversation' }).click();
    await hasValue(page.getByRole('searchbox'), '');
    await page.getByRole('searchbox').fill('keeper lightho');
    const hits = page.locator('.hits li');
    await hits.locator('mark', { hasText: 'lighthouse' }).first().waitFor();
    await isSound(page);
    await page.keyboard.press('ArrowDown');
    await isFocused(hits.first().locator('a'));
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`#/threads/${threadId}`, 'u'));
    await page.locator('.hits a').first().focus();
    await page.keyboard.press('Escape');
    await hasValue(page.getByRole('searchbox'), '');
    await line(page, 'lighthouse').waitFor();
  },
);

verifies('page.search', 'shows the message that was found, however far up it is', async () => {
  const { threadId } = await runElsewhere(shared.engine, 'help');
  for (const words of ['remember that the anchor is red', 'count to 40', 'help', 'help'])
    await runElsewhere(shared.engine, words, { threadId });
  const page = await shared.open();
  await page.getByRole('searchbox').fill('anchor is red');
  await page.locator('.hits li').first().waitFor();
  await page.getByRole('searchbox').press('Enter');
  await page.locator('article.run.found', { hasText: 'the anchor is red' }).waitFor();
  const task = page.locator('.task', { hasText: 'the anchor is red' });
  await holds(
    page,
    'document.querySelector("article.run.found").getBoundingClientRect().top < innerHeight / 2',
  );
  await eventually(async () => expect(await task.isVisible()).toBe(true));
});

it('has elements only for the threads in sight of ten thousand, and stays quick', async () => {
  const many = 10_000;
  for (let made = 0; made < many; made += 100)
    await Promise.all(
      Array.from({ length: 100 }, () => shared.engine.client['sessions.create']({ body: {} })),
    );
  const page = await shared.open();
  const list = page.locator('.threads .list');
  await list.locator('li').first().waitFor();
  // What the keyboard has stays while others come and go around it, and says where it stands among those that are not drawn.
  await list.locator('a').first().focus();
  for (let nth = 2; nth <= 60; nth++) {
    await page.keyboard.press('ArrowDown');
    await list.locator(`li:focus-within[aria-posinset="${nth}"][aria-setsize="-1"]`).waitFor();
  }
  await list.getByRole('list', { name: 'Today' }).waitFor();
  let rows = 0;
  while (rows < many) {
    const [before, height] = [rows, await list.evaluate((element) => element.scrollHeight)];
    await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    const isLast = before + 200 >= many;
    if (!isLast) await holds(page, `document.querySelector('.threads .list').scrollHeight > ${height}`);
    rows += 200;
    await eventually(async () => expect(await list.locator('li').count()).toBeLessThan(80));
  }
  // A key in the field for tasks is drawn within a frame or two, with all of them in the list.
  await page.getByLabel('Message', { exact: true }).focus();
  await page.keyboard.type('a task of fifty letters, typed as fast as it can be');
}, 120_000);
