// The page on a phone: what is out of sight is one tap away, and nothing covers what is to be pressed.
import { expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { verifies } from '../spec/verifies.ts';
import { isSound } from './axe.ts';
import { demo, withBrowser } from './browser.ts';
import { eventually, hasValue, isCount, isDone, isFocused, runElsewhere } from './in-page.ts';
import { fits, NARROW } from './wide.ts';

const shared = withBrowser(demo);

const PHONE = { viewport: NARROW, hasTouch: true, isMobile: true } as const;
const open = (place: string) => shared.open(place, PHONE);
const dock = (page: Page) => page.getByRole('navigation', { name: 'Often opened' });
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Conversations and areas' });
const heading = (page: Page, name: string) => page.locator('main').getByRole('heading', { name, level: 2 });

/** Where a finger would hit it, nothing else is. */
const isUncovered = async (one: Locator): Promise<void> => await one.click({ trial: true });

verifies(
  'page.narrow',
  'the bar below leads back to the open conversation, with its title and a new one',
  async () => {
    const { threadId } = await runElsewhere(shared.engine, 'remember the lighthouse');
    const page = await open(`/#/threads/${threadId}`);
    await isDone(page);
    const bar = page.locator('.open-bar');
    await bar.getByText('remember the lighthouse').waitFor();
    await isSound(page);
    await dock(page).getByRole('link', { name: 'Tasks' }).tap();
    await heading(page, 'Tasks').waitFor();
    await isCount(bar, 0);
    // Also after the browser has dropped the page.
    await page.reload();
    await heading(page, 'Tasks').waitFor();
    await dock(page).getByRole('link', { name: 'Conversation' }).tap();
    await page.waitForURL(new RegExp(`#/threads/${threadId}$`, 'u'));
    await isDone(page);
    await bar.getByRole('button', { name: 'New' }).tap();
    await page.waitForURL(/#\/$/u);
    await isFocused(page.locator('#task'));
    await bar.getByText('New conversation').waitFor();
    await dock(page).getByRole('link', { name: 'Today' }).tap();
    await dock(page).getByRole('link', { name: 'Conversation' }).tap();
    await page.waitForURL(/#\/$/u);
  },
);

verifies(
  'page.narrow',
  'a new conversation from the menu has the keyboard in its field, wherever it was opened',
  async () => {
    const page = await open('/#/tasks');
    for (const from of ['tasks', '']) {
      await page.goto(`${shared.engine.baseUrl}/#/${from}`);
      await dock(page).getByRole('button', { name: /^More/u }).tap();
      await sheet(page).getByRole('button', { name: 'New conversation' }).tap();
      await sheet(page).waitFor({ state: 'detached' });
      await isFocused(page.locator('#task'));
    }
  },
);

verifies('page.narrow', 'what was archived in the menu can be taken back there', async () => {
  const { threadId } = await runElsewhere(shared.engine, 'remember the jetty');
  const page = await open(`/#/threads/${threadId}`);
  await dock(page).getByRole('button', { name: /^More/u }).tap();
  await sheet(page).getByRole('button', { name: 'Actions for' }).tap();
  await sheet(page).getByRole('button', { name: 'Archive', exact: true }).tap();
  const undo = sheet(page).locator('.notices').getByRole('button', { name: 'Undo' });
  await undo.tap();
  await eventually(async () =>
    expect((await shared.engine.client['threads.get']({ params: { id: threadId } })).archived).toBe(false),
  );
});

verifies('page.narrow', 'notices cover neither the bar below nor the field', async () => {
  const page = await open('/#/');
  await page.locator('#task').fill('hello');
  await page.getByRole('button', { name: 'Send' }).tap();
  await isDone(page);
  await page.locator('.open-bar').getByText('hello').waitFor();
  await shared.engine.client['threads.delete']({
    params: { id: /threads\/(.+)$/u.exec(page.url())?.[1] ?? '' },
  });
  await page.locator('.notices .notice').waitFor();
  await isUncovered(page.locator('#task'));
  for (const link of await dock(page).getByRole('link').all()) await isUncovered(link);
});

verifies('page.narrow', 'the settings are a list that one enters and comes back from', async () => {
  const page = await open('/#/settings');
  const list = page.getByRole('navigation', { name: 'Settings' });
  await heading(page, 'Settings').waitFor();
  await isSound(page);
  await fits(page);
  await list.getByRole('link', { name: 'Your data' }).tap();
  await heading(page, 'Your data').waitFor();
  await list.getByRole('link', { name: 'Settings' }).tap();
  await list.getByRole('link', { name: 'Secrets' }).tap();
  await heading(page, 'Secrets').waitFor();
  await page.goBack();
  await heading(page, 'Settings').waitFor();
  await page.setViewportSize({ width: 1366, height: 768 });
  await heading(page, 'Model').waitFor();
  // Below each other, each in one line.
  const lefts = await list
    .getByRole('link')
    .evaluateAll((links: readonly unknown[]) =>
      links.map(
        (link) => (link as { getBoundingClientRect(): { left: number } }).getBoundingClientRect().left,
      ),
    );
  expect(new Set(lefts).size).toBe(1);
});

verifies('page.narrow', 'the buttons of a message are seen before they are touched', async () => {
  const { threadId } = await runElsewhere(shared.engine, 'remember the quay');
  const page = await open(`/#/threads/${threadId}`);
  await isDone(page);
  for (const name of ['Edit', 'Copy the message', 'Copy the answer as Markdown']) {
    const button = page.getByRole('button', { name, exact: true });
    const [opacity, height] = (await button.evaluate((one: unknown) => {
      const { getComputedStyle } = globalThis as never as {
        getComputedStyle(element: unknown): { opacity: string };
      };
      const element = one as { parentElement: unknown; offsetHeight: number };
      return [getComputedStyle(element.parentElement).opacity, element.offsetHeight];
    })) as [string, number];
    expect(opacity).toBe('1');
    expect(height).toBeGreaterThanOrEqual(40);
  }
});

verifies('page.narrow', 'what a conversation has cost is in sight', async () => {
  const page = await open('/#/insights');
  const cost = page.getByRole('columnheader', { name: 'Cost' });
  await cost.waitFor();
  const box = (await cost.boundingBox())!;
  expect(box.x + box.width).toBeLessThanOrEqual(NARROW.width);
  await fits(page);
});

it('opens a run of Today at its answer, not at the end of its conversation', async () => {
  const { threadId, runId } = await runElsewhere(shared.engine, 'remember the anchor');
  for (const words of ['count to 40', 'help', 'help']) await runElsewhere(shared.engine, words, { threadId });
  const page = await open('/#/today');
  await page.getByText(/^\d+ more$/u).tap();
  await page.locator(`main a[href$="/run/${runId}"]`).tap();
  const found = page.locator('.run.found');
  await found.getByText('remember the anchor').first().waitFor();
  await eventually(async () => expect((await found.boundingBox())!.y).toBeLessThan(NARROW.height / 2));
});

it('keeps what was typed into the settings and not saved, while other places are open', async () => {
  const page = await open('/#/settings/model');
  await page.getByRole('radio', { name: /compatible server/u }).check();
  await page.getByLabel('Address', { exact: true }).fill('http://127.0.0.1:9');
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link').tap();
  // Each place of the settings says what it is for.
  const lines = page.locator('.group-list a');
  expect(await lines.locator('.hint').count()).toBe(await lines.count());
  await fits(page);
  await page.getByRole('link', { name: /^Model Who answers/u }).tap();
  await hasValue(page.getByLabel('Address', { exact: true }), 'http://127.0.0.1:9');
  await page.getByText('It is not saved yet.').waitFor();
});
