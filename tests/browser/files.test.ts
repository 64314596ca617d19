import { existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { temporaryDir } from '../harness/in-process-engine.ts';
import { verifies } from '../spec/verifies.ts';
import { isSound } from './axe.ts';
import { demo, withBrowser } from './browser.ts';
import { isFocused, isLoaded, narrow } from './in-page.ts';
import { fits, NARROW } from './wide.ts';

const dataDir = temporaryDir();
const root = join(dataDir, 'workspace');
const shared = withBrowser(async () => {
  mkdirSync(root, { recursive: true });
  return await demo(dataDir);
});
const AREA = '/#/files';
/** A picture of one pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const put = (path: string, content: string | Uint8Array) => {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), content);
};
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 2, exact: true });

verifies('page.files', 'shows each kind of file as what it is', async () => {
  put('kinds/notes.md', '# Title\n\nAll **well**.\nMilk\nEggs\n\n- one\n- two');
  put('kinds/table.csv', 'name,sum\n"Tea, green",12\n');
  put('kinds/main.py', 'def main():\n    return 1\n');
  put('kinds/page.html', '<p>Hello</p><script>parent.document.title = "reached"</script>');
  put('kinds/drawing.svg', '<svg viewBox="0 0 1 1"><script>parent.document.title = "reached"</script></svg>');
  put('kinds/pixel.png', Buffer.from(PIXEL, 'base64'));
  put('kinds/broken.png', Buffer.from([0x89, 0x50, 0xff, 0xfe]));
  put('kinds/paper.pdf', Buffer.from('%PDF-1.4\n\u00ff', 'latin1'));
  put('kinds/feigned.pdf', '<script>parent.document.title = "reached"</script>');
  put('kinds/data.bin', Buffer.from([0, 1, 2, 0xff]));
  put('kinds/long.log', 'a line\n'.repeat(160_000));
  const page = await shared.open(`${AREA}/kinds%2F`, {
    mayComplain: /Blocked script execution/u,
  });
  await page.getByText('11 in this folder').waitFor();
  await isSound(page);
  const opened = async (name: string) => {
    await page.getByRole('link', { name, exact: true }).press('Enter');
    await isFocused(heading(page, name));
  };
  const back = async () =>
    await page.getByRole('navigation', { name: 'Folders above' }).getByText('kinds').press('Enter');
  await opened('notes.md');
  await page.getByRole('heading', { name: 'Title' }).waitFor();
  expect(await page.locator('.document p').innerText()).toBe('All well.\nMilk\nEggs');
  expect(await page.locator('.document li').allInnerTexts()).toEqual(['one', 'two']);
  await back();
  await opened('table.csv');
  await page.getByRole('cell', { name: 'Tea, green' }).waitFor();
  await isSound(page);
  await back();
  await opened('main.py');
  await page.locator('.hljs-keyword', { hasText: 'def' }).waitFor();
  await isSound(page);
  await back();
  await opened('page.html');
  await page.frameLocator('iframe').getByText('Hello').waitFor();
  await back();
  await opened('drawing.svg');
  await page.frameLocator('iframe').locator('img').waitFor();
  await back();
  await opened('pixel.png');
  await page.getByRole('img', { name: 'The picture pixel.png' }).waitFor();
  await back();
  await opened('broken.png');
  await page.getByText('The browser cannot show this picture.').waitFor();
  await back();
  await opened('paper.pdf');
  const address = await page.getByRole('link', { name: 'Open the PDF' }).getAttribute('href');
  expect(address).toMatch(/^blob:/u);
  await back();
  await opened('feigned.pdf');
  await page.getByText('This is no PDF').waitFor();
  await back();
  await opened('data.bin');
  await page.getByText('This file is no text').waitFor();
  await back();
  await opened('long.log');
  await page.getByText('Only the first 1 MB of 1.1 MB are shown.').waitFor();
  expect(await page.title()).not.toBe('reached');
  // A frame that runs no script says so.
});

verifies(
  'page.files.names',
  'a name that hides, turns or fills what is around it is shown marked and in its place',
  async () => {
    const names = [
      'invoice\u202Efdp.exe',
      'line\nbreak\u0007.txt',
      `${'x'.repeat(240)}.txt`,
      '\u05D0\u05D1 1.txt',
      '<b>%2e&#.txt',
    ];
    for (const name of names) put(`odd/${name}`, name);
    const page = await shared.open(`${AREA}/odd%2F`);
    await page.getByText('5 in this folder').waitFor();
    await narrow(page);
    await isSound(page);
    for (const [shown, says] of [
      ['invoice\uFFFDfdp.exe', names[0]?.replace('\u202E', '\uFFFD')],
      ['line\uFFFDbreak\uFFFD.txt', 'break'],
      [names[2], names[2]],
      [names[3], names[3]],
      ['<b>%2e&#.txt', names[4]],
    ] as const) {
      await page.getByRole('link', { name: shown ?? '', exact: true }).press('Enter');
      await heading(page, shown ?? '').waitFor();
      await page
        .locator('.plain, .code pre, .problem, [role=alert]')
        .getByText(says ?? '')
        .first()
        .waitFor();
      await fits(page);
      await page.goBack();
      await heading(page, 'odd').waitFor();
    }
  },
);

verifies('page.files', 'finds by a part of the name, downloads, deletes, and takes that back', async () => {
  for (let nth = 0; nth < 230; nth += 1) put(`many/file ${nth}.txt`, `content ${nth}`);
  const page = await shared.open(`${AREA}/many%2F`, {
    viewport: NARROW,
    acceptDownloads: true,
    mayComplain: /413/u,
  });
  await page.getByText('The first 200, by name').waitFor();
  await page.getByRole('button', { name: 'Show more' }).press('Enter');
  await page.getByText('230 in this folder').waitFor();
  await page.getByLabel('Search the names in this folder').fill('FILE 22');
  await page.getByText('11 in this folder').waitFor();
  await isSound(page);
  await page.getByRole('link', { name: 'file 222.txt' }).press('Enter');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download: file 222.txt' }).press('Enter'),
  ]);
  expect([file.suggestedFilename(), readFileSync(await file.path(), 'utf8')]).toEqual([
    'file 222.txt',
    'content 222',
  ]);
  // What is deleted while it is read is not found.
  const isRead = () => page.locator('main').getByText('content 222').waitFor();
  await isRead();
  await page.getByRole('button', { name: 'Delete: file 222.txt' }).press('Enter');
  await page.getByText('“file 222.txt” was deleted.').waitFor();
  expect(existsSync(join(root, 'many/file 222.txt'))).toBe(false);
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await page.getByText('“many/file 222.txt” is back.').waitFor();
  expect(readFileSync(join(root, 'many/file 222.txt'), 'utf8')).toBe('content 222');

  await isRead();
  await page.getByRole('button', { name: 'Delete: file 222.txt' }).press('Enter');
  await heading(page, 'many').waitFor();
  await page.getByRole('link', { name: 'Deleted files' }).press('Enter');
  await page.getByText('1 kept').waitFor();
  await isSound(page);
  await page.getByRole('button', { name: 'Bring back: many/file 222.txt' }).press('Enter');
  await page.getByText('No deleted file is kept.').waitFor();
  expect(existsSync(join(root, 'many/file 222.txt'))).toBe(true);

  put('large.bin', '');
  truncateSync(join(root, 'large.bin'), 100 * 1024 * 1024 + 1);
  await page.goto(`${shared.engine.baseUrl}${AREA}/large.bin`);
  await page.getByRole('button', { name: 'Delete: large.bin' }).waitFor();
  await isLoaded(page);
  await page.getByRole('button', { name: 'Delete: large.bin' }).press('Enter');
  const asks = page.getByRole('dialog');
  await asks.getByText('It is too large to be kept').waitFor();
  await asks.getByRole('button', { name: 'Delete for good' }).press('Enter');
  await page.getByText('“large.bin” was deleted.').waitFor();
  expect(existsSync(join(root, 'large.bin'))).toBe(false);
});

verifies(
  'page.files',
  'a text file is made and edited; what changed meanwhile is not overwritten unasked',
  async () => {
    const page = await shared.open(AREA, { mayComplain: /status of 409/u });
    await page.getByText('New text file').click();
    await page.getByLabel('Name', { exact: true }).fill('made/by hand.md');
    await page.getByRole('button', { name: 'Create' }).click();
    await isFocused(heading(page, 'by hand.md'));
    await page.getByRole('button', { name: 'Edit: by hand.md' }).click();
    await page.getByLabel('Text', { exact: true }).fill('# Mine');
    await isSound(page);
    // What is typed and not saved is there when one comes back.
    await page.getByRole('navigation', { name: 'Folders above' }).getByText('made').click();
    await page.getByRole('link', { name: 'by hand.md', exact: true }).click();
    await page.getByLabel('Text', { exact: true }).waitFor();
    expect(await page.getByLabel('Text', { exact: true }).inputValue()).toBe('# Mine');
    // Escape throws nothing away.
    await page.getByLabel('Text', { exact: true }).press('Escape');
    expect(await page.getByLabel('Text', { exact: true }).inputValue()).toBe('# Mine');
    put('made/by hand.md', 'of another');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Save mine over it' }).click();
    await page.getByRole('heading', { name: 'Mine' }).waitFor();
    expect(readFileSync(join(root, 'made/by hand.md'), 'utf8')).toBe('# Mine');
    await page.getByRole('button', { name: 'Edit: by hand.md' }).click();
    await page.getByLabel('Text', { exact: true }).fill('thrown away');
    await page.getByRole('button', { name: 'Discard changes' }).press('Enter');
    await page.getByRole('button', { name: 'Discard what you changed' }).press('Enter');
    await page.getByRole('heading', { name: 'Mine' }).waitFor();
    expect(readFileSync(join(root, 'made/by hand.md'), 'utf8')).toBe('# Mine');
  },
);

verifies('page.files', 'files of this computer are added to the open folder', async () => {
  put('added/here.txt', 'x');
  const page = await shared.open(`${AREA}/added%2F`);
  await page.getByText('1 in this folder').waitFor();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Add files' }).click(),
  ]);
  await chooser.setFiles([
    { name: 'here.txt', mimeType: 'text/plain', buffer: Buffer.from('mine') },
    { name: 'other.txt', mimeType: 'text/plain', buffer: Buffer.from('mine') },
  ]);
  await page.getByText('3 in this folder').waitFor();
  await page.getByRole('link', { name: 'here (2).txt' }).waitFor();
  expect(readFileSync(join(root, 'added/here.txt'), 'utf8')).toBe('x');
});
