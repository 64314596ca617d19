import { expect, it } from '@jest/globals';
import { branched, claudeMessage, claudeOf, gpt, gptNode } from '../core/keeping/past/files.ts';
import { zipWith } from '../e2e/export/zips.ts';
import { verifies } from '../spec/verifies.ts';
import { isSound } from './axe.ts';
import { demo, withBrowser } from './browser.ts';
import { eventually, isCount, isFocused, narrow } from './in-page.ts';
import type { Page } from 'playwright-core';
import { fits } from './wide.ts';

const shared = withBrowser(demo);

const MANY = 5_000;

async function opened(place = '/#/your-data', more: Parameters<typeof shared.open>[1] = {}) {
  const page = await shared.open(place, more);
  const part = page.locator('section.past');
  await part.waitFor();
  const give = async (name: string, content: string | Buffer) =>
    await part
      .locator('input[type=file]')
      .setInputFiles([{ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) }]);
  return { page, part, give };
}

const threadsOf = async () => (await shared.engine.client['threads.list']()).threads.length;

const titled = (part: ReturnType<Page['locator']>, title: string) =>
  part.getByRole('checkbox', { name: title });

verifies(
  'page.past',
  'a file is read, some of it is chosen, and the way to each that came stands there, also after a reload',
  async () => {
    const { page, part, give } = await opened('/#/your-data', { mayComplain: /status of 422/u });
    await isSound(page);
    await give('mine.txt', 'no conversations');
    await part.getByRole('alert').getByText('No conversation was found in this file.').waitFor();
    const tools = branched('tools');
    const found = gptNode('t', 'thanks', 'tool', 'found');
    const zip = await zipWith({
      'conversations.json': JSON.stringify([
        branched('rooks'),
        { ...tools, mapping: { ...tools.mapping, t: found } },
        gpt('nothing', []),
      ]),
    });
    await give('chatgpt.zip', Buffer.from(zip));
    await part.getByRole('status').getByText('2 conversations would come.').waitFor();
    await isCount(part.getByRole('alert').getByText(/./u), 0);
    await part.getByText('4 messages, with 1 other way in which it went on').first().waitFor();
    await part.getByText('1 call of a tool and what came of it is left out.').waitFor();
    await part.getByText('Cannot come (1)').click();
    await part.getByText('Nothing in it was shown to you, so it does not come.').waitFor();
    await isSound(page);
    await narrow(page);
    await fits(page);
    expect(await threadsOf()).toBe(0);

    // What was read is there after a reload.
    await page.reload();
    await titled(part, 'About tools').focus();
    await page.keyboard.press('Space');
    const begin = part.getByRole('button', { name: 'Bring 1 conversation' });
    await begin.focus();
    await page.keyboard.press('Enter');
    await part.getByRole('status').getByText('1 conversation has come.').waitFor();
    await isFocused(part.getByRole('heading', { name: /^The file of/u }));
    await page.reload();
    await part.getByText('Came (1)').waitFor();
    await isSound(page);
    await part.getByRole('link', { name: 'About rooks' }).click();
    await page.getByText('Which tree grows fastest?').first().waitFor();
    await page.goBack();
    await give('chatgpt.zip', Buffer.from(zip));
    await part.getByText('Here already (1)').waitFor();
    await part.getByRole('status').getByText('1 conversation would come.').waitFor();
  },
);

verifies('page.past', 'of thousands some lines are drawn, and one is found by its title', async () => {
  const { page, part, give } = await opened();
  const message = claudeMessage('1', 'human', 'Tell me of badgers');
  const all = Array.from({ length: MANY }, (_, nth) => claudeOf(`${nth}-badgers`, [message]));
  await give('claude.json', JSON.stringify(all));
  await part.getByText('Which are to come? 5,000 of 5,000 chosen').waitFor();
  await isCount(part.getByRole('checkbox'), 50);
  await part.getByRole('button', { name: 'Show 50 more' }).click();
  await isCount(part.getByRole('checkbox'), 100);
  await part.getByRole('button', { name: 'Choose none' }).click();
  await part.getByRole('searchbox', { name: 'Search in the titles' }).fill('about 4321');
  await part.getByText('1 conversation found.').waitFor();
  await part.getByRole('button', { name: 'Choose those found' }).click();
  await isSound(page);
  await part.getByRole('button', { name: 'Bring 1 conversation' }).click();
  await part.getByRole('link', { name: 'About 4321-badgers' }).waitFor();
});

verifies(
  'page.past',
  'an upload that is stopped leaves nothing behind, and the file can be sent again',
  async () => {
    const { page, part, give } = await opened('/#/your-data', { mayComplain: /ERR_|Failed to load/u });
    const slow = await page.context().newCDPSession(page);
    await slow.send('Network.enable');
    const at = (uploadThroughput: number) =>
      slow.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput,
      });
    await at(20_000);
    const file = JSON.stringify([gpt('late', [gptNode('a', null, 'user', 'x'.repeat(4_000_000))])]);
    await give('large.json', file);
    await part.getByRole('progressbar', { name: 'Uploading…' }).waitFor();
    await part.getByRole('button', { name: 'Stop' }).click();
    await part.getByRole('status').getByText('The upload was stopped. Nothing was changed.').waitFor();
    await isCount(part.getByRole('progressbar'), 0);
    await eventually(async () => {
      const { imports } = await shared.engine.client['past.list']();
      expect(imports.filter(({ state }) => state === 'read')).toHaveLength(1);
    });
    await at(-1);
    await give('large.json', file);
    await titled(part, 'About late').waitFor();
  },
);

it('says in German what is in a file', async () => {
  const { page, part, give } = await opened('/#/your-data', { locale: 'de-AT' });
  await give('mine.json', JSON.stringify([branched('birds'), gpt('nothing', [])]));
  await part.getByRole('status').getByText('1 Unterhaltung käme.').waitFor();
  await part.getByText('Kommen nicht (1)').click();
  await part.getByText('In ihr ist nichts, was dir gezeigt wurde, deshalb kommt sie nicht.').waitFor();
  await isSound(page);
});
