import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { temporaryDir } from '../harness/in-process-engine.ts';
import { verifies } from '../spec/verifies.ts';
import { isSound } from './axe.ts';
import { demo, withBrowser } from './browser.ts';
import { isCount, isFocused, isLoaded, runElsewhere } from './in-page.ts';
import { NARROW } from './wide.ts';

const dataDir = temporaryDir();
const shared = withBrowser(async () => await demo(dataDir));

interface Dialog {
  readonly name: RegExp;
  readonly place: string;
  readonly opener: (page: Page) => Locator;
  /** What to press first, where the opener is behind another button. */
  readonly before?: (page: Page) => Locator;
  /** Asks before something is lost, so it says what, also to who only hears it. */
  readonly asks: boolean;
}

const button = (name: RegExp) => (page: Page) => page.getByRole('main').getByRole('button', { name }).first();

/** One of each kind, with what it is about. */
async function dialogs(): Promise<readonly Dialog[]> {
  const { client } = shared.engine;
  const { threadId } = await runElsewhere(shared.engine, 'write kept.txt: 1');
  const { entityId } = await client['graph.save']({ body: { kind: 'person', name: 'Anna Weber' } });
  const { contactId } = await client['contacts.add']({ body: { name: 'Berta Huber' } });
  const { artifactId } = await client['artifacts.save']({
    body: { title: 'Circle', type: 'text', content: 'round' },
  });
  const { triggerId } = await client['triggers.create']({
    body: { title: 'Report', schedule: '@daily', task: 'Write.' },
  });
  const { workflowId } = await client['workflows.save']({
    body: { name: 'Weekly', steps: [{ stepId: 'a', task: 'Do it.', dependsOn: [] }] },
  });
  await client['tasks.create']({ body: { title: 'Buy paint' } });
  await client['memory.replace']({ params: { ns: 'knowledge' }, body: { content: 'Anna lives in Oslo' } });
  const [memory] = (await client['memory.read']({ params: { ns: 'knowledge' } })).entries;
  await client['datastore.create']({ body: { name: 'bills', columns: [{ name: 'title', type: 'string' }] } });
  await client['datastore.insert']({
    params: { collection: 'bills' },
    body: { records: [{ title: 'Rent' }] },
  });
  await client['backups.create']();
  writeFileSync(join(dataDir, 'workspace', 'old.txt'), 'old');
  await client['files.delete']({ query: { path: 'old.txt' } });
  const menu = (page: Page) => page.getByRole('button', { name: 'Actions for' });
  const ofThread = (name: RegExp, act: string, asks: boolean): Dialog => ({
    name,
    place: `/#/threads/${threadId}`,
    before: menu,
    opener: (page) => page.getByRole('group', { name: 'Actions for' }).getByRole('button', { name: act }),
    asks,
  });
  return [
    ofThread(/^Your instructions for “write kept/u, 'Instructions', false),
    ofThread(/^Tools of “write kept/u, 'Tools', false),
    ofThread(/^“write kept.*: folder/u, 'Folder', false),
    ofThread(/^Delete$/u, 'Delete', true),
    {
      name: /^Undo the changes/u,
      place: `/#/threads/${threadId}`,
      opener: button(/^Undo all$/u),
      asks: false,
    },
    {
      name: /^Delete “Report”\?$/u,
      place: `/#/automation/${triggerId}`,
      opener: button(/^Delete/u),
      asks: true,
    },
    {
      name: /^Delete “Weekly”\?$/u,
      place: `/#/workflows/${workflowId}`,
      opener: button(/^Delete/u),
      asks: true,
    },
    { name: /^Delete “Buy paint”\?$/u, place: '/#/tasks', opener: button(/^Delete: Buy/u), asks: true },
    {
      name: /^Delete “Anna Weber”\?$/u,
      place: `/#/entries/${entityId}`,
      opener: button(/^Delete: /u),
      asks: true,
    },
    {
      name: /^Merge “Anna Weber”/u,
      place: `/#/entries/${entityId}`,
      opener: button(/^Merge /u),
      asks: false,
    },
    { name: /^Merge two entries$/u, place: '/#/merges', opener: button(/^Merge two/u), asks: false },
    {
      name: /^Remove “Berta/u,
      place: `/#/contacts/${contactId}`,
      opener: button(/^Remove from/u),
      asks: true,
    },
    { name: /^Erase this memory/u, place: `/#/memory/${memory?.id}`, opener: button(/^Erase/u), asks: true },
    {
      name: /^Delete the collection “bills”\?$/u,
      place: '/#/data/bills',
      opener: button(/^Delete the/u),
      asks: true,
    },
    { name: /./u, place: '/#/data/bills', opener: button(/^Open record 1/u), asks: false },
    {
      name: /^Delete “Circle”\?$/u,
      place: `/#/artifacts/${artifactId}`,
      opener: button(/^Delete: /u),
      asks: true,
    },
    {
      name: /^Delete “old.txt” for good\?$/u,
      place: '/#/files/:deleted',
      opener: button(/^Delete for good/u),
      asks: true,
    },
    { name: /^Restore the backup/u, place: '/#/backups', opener: button(/^Restore the backup/u), asks: true },
  ];
}

/** What is said with its name; '' if nothing is. */
const describedIn = async (dialog: Locator): Promise<string> => {
  const ids = ((await dialog.getAttribute('aria-describedby')) ?? '').split(' ').filter((id) => id !== '');
  const said = ids.map((id) => dialog.locator(`[id="${id}"]`).allInnerTexts());
  return (await Promise.all(said)).flat().join(' ');
};

/** Nothing but what the dialog has can be reached: not by name, and not with the Tab key. */
async function isAlone(page: Page, dialog: Locator): Promise<void> {
  await isCount(page.locator('dialog:modal'), 1);
  for (let pressed = 0; pressed < 8; pressed++) {
    await page.keyboard.press('Tab');
    expect(
      await dialog.evaluate((one) => {
        const { activeElement, body } = one.ownerDocument;
        return activeElement === body || one.contains(activeElement);
      }),
    ).toBe(true);
  }
}

verifies(
  'page.dialogs',
  'each dialog has a name and the keyboard, leaves nothing behind it in reach, and gives the keyboard back',
  async () => {
    const page = await shared.open();
    for (const { name, place, opener, before, asks } of await dialogs()) {
      await page.goto(`${shared.engine.baseUrl}${place}`);
      await isLoaded(page);
      await before?.(page).press('Enter');
      await opener(page).press('Enter');
      const dialog = page.getByRole('dialog', { name });
      await dialog.locator(':focus').waitFor();
      if (asks) expect([place, await describedIn(dialog)]).toEqual([place, expect.stringMatching(/\w{3}/u)]);
      await isAlone(page, dialog);
      await isSound(page);
      await page.keyboard.press('Escape');
      await isCount(page.getByRole('dialog'), 0);
      await isFocused((before ?? opener)(page));
    }
  },
);

verifies(
  'page.dialogs',
  'the sheet of a phone and the lists of keys and of places are dialogs, too',
  async () => {
    const page = await shared.open('/#/today', { viewport: NARROW });
    const more = page.getByRole('button', { name: /^More/u });
    const opened: readonly (readonly [name: string, open: () => Promise<void>])[] = [
      ['Conversations and areas', () => more.press('Enter')],
      ['Keyboard shortcuts', () => page.keyboard.press('?')],
      ['Go to', () => page.keyboard.press('ControlOrMeta+K')],
    ];
    await more.focus();
    for (const [name, open] of opened) {
      await open();
      const dialog = page.getByRole('dialog', { name });
      await dialog.locator(':focus').waitFor();
      await isAlone(page, dialog);
      await isSound(page);
      await page.keyboard.press('Escape');
      await isCount(page.getByRole('dialog'), 0);
      await isFocused(more);
    }
  },
);
