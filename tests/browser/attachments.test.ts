import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { textAnswer } from '../servers/chat-completions.ts';
import { streams } from '../servers/fake-provider.ts';
import { temporaryDir } from '../harness/in-process-engine.ts';
import { verifies } from '../spec/verifies.ts';
import { isSound } from './axe.ts';
import { LOST, withBrowser } from './browser.ts';
import { answer, eventually, footer, hasTexts, hasValue, isCount, threadOf } from './in-page.ts';
import { engineWithModel, liveAnswer } from './live-answer.ts';

const dataDir = join(temporaryDir(), 'data');
const shared = withBrowser(async () => await engineWithModel(dataDir));

/** 3 × 2 pixels. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAE0lEQVR4nGM4YWNjswCITzDAWQBH9AcxQoSXoAAAAABJRU5ErkJggg==',
  'base64',
);
const task = (page: Page) => page.getByLabel('Message', { exact: true });
const inComposer = (page: Page) => page.locator('.composer .file');
const inThread = (page: Page) => page.locator('.sent .file');
const choose = (page: Page) => page.locator('.composer input[type=file]');

/** As a person does it who drags files from another program. */
async function dropOrPaste(page: Page, type: 'drop' | 'paste', files: readonly [string, string][]) {
  await page.evaluate(
    ([kind, given]) => {
      const { document, DataTransfer, File, DragEvent, ClipboardEvent } = globalThis as never as {
        document: { getElementById(id: string): { dispatchEvent(event: unknown): void } };
        DataTransfer: new () => { items: { add(file: unknown): void } };
        File: new (parts: readonly string[], name: string) => unknown;
        DragEvent: new (type: string, options: object) => unknown;
        ClipboardEvent: new (type: string, options: object) => unknown;
      };
      const data = new DataTransfer();
      for (const [name, text] of given) data.items.add(new File([text], name));
      const options = { bubbles: true, cancelable: true };
      const field = document.getElementById('task');
      if (kind === 'paste')
        field.dispatchEvent(new ClipboardEvent(kind, { ...options, clipboardData: data }));
      else field.dispatchEvent(new DragEvent(kind, { ...options, dataTransfer: data }));
    },
    [type, files] as const,
  );
}

verifies(
  'page.attachments',
  'attaches files that are chosen, dropped or pasted, keeps them over a reload, and sends them with the task',
  async () => {
    const page = await shared.open();
    await choose(page).setInputFiles([{ name: 'chart.png', mimeType: 'image/png', buffer: png }]);
    await dropOrPaste(page, 'drop', [['notes.txt', 'Nine o’clock.']]);
    await dropOrPaste(page, 'paste', [['table.bin', '\0\u0001']]);
    await task(page).fill('look at these');
    await inComposer(page).getByText('the model is told its path').waitFor();
    await page.locator('.composer .picture[width="3"]').waitFor();
    await isSound(page);
    await page.reload();
    await hasValue(task(page), 'look at these');
    await isCount(inComposer(page), 3);
    await page.getByRole('button', { name: 'Remove table.bin' }).click();
    await inComposer(page).nth(2).waitFor({ state: 'detached' });

    shared.provider.reply(streams(...textAnswer('Seen.')));
    await page.keyboard.press('Enter');
    await footer(page).waitFor();
    await isCount(inComposer(page), 0);
    expect(JSON.stringify(shared.provider.arrived.at(-1)?.body)).toContain('Nine o’clock.');
    await page.reload();
    await page.locator('.sent .picture[width="3"]').waitFor();
    await hasTexts(inThread(page), ['chart.png\n76 B', 'notes.txt\n15 B']);
    const downloaded = page.waitForEvent('download');
    await page.getByRole('link', { name: 'notes.txt' }).click();
    expect(readFileSync((await (await downloaded).path()) ?? '', 'utf8')).toBe('Nine o’clock.');
    await isSound(page);

    // Edited and sent in a copy, with what was left of the files.
    await task(page).press('ArrowUp');
    await page.locator('.edit').getByRole('button', { name: 'Remove chart.png' }).click();
    shared.provider.reply(streams(...textAnswer('Seen again.')));
    await page.keyboard.press('Enter');
    await answer(page, 'Seen again.').waitFor();
    await hasTexts(inThread(page), ['notes.txt\n15 B']);
  },
);

it('keeps the files of a waiting task, and says what is wrong without losing what was typed', async () => {
  const page = await shared.open('/', { mayComplain: LOST });
  const first = liveAnswer();
  shared.provider.reply(first.reply, streams(...textAnswer('Second.')));
  await task(page).fill('one');
  await page.keyboard.press('Enter');
  await first.say('First.');
  await answer(page, 'First.').waitFor();
  await task(page).fill('two');
  await dropOrPaste(page, 'drop', [['more.txt', 'More.']]);
  await page.keyboard.press('Enter');
  await page.locator('.queue li', { hasText: 'with 1 file' }).waitFor();
  await isCount(inComposer(page), 0);
  await first.end();
  await answer(page, 'Second.').waitFor();
  await hasTexts(inThread(page), ['more.txt\n5 B']);
  const { messages } = await shared.engine.client['threads.messages']({ params: { id: threadOf(page) } });
  expect(JSON.stringify(messages)).toContain('attachments/more.txt');
  await footer(page).nth(1).waitFor();

  // A task waits for its files.
  const mayPass = Promise.withResolvers<void>();
  await page.route('**/api/files/attachments*', async (route) => {
    await mayPass.promise;
    await route.continue();
  });
  shared.provider.reply(streams(...textAnswer('Waited.')));
  await task(page).fill('two and a half');
  await dropOrPaste(page, 'drop', [['slow.txt', 'Slow.']]);
  await page.keyboard.press('Enter');
  await page.getByText('Your message is sent when the files are uploaded').waitFor();
  mayPass.resolve();
  await answer(page, 'Waited.').waitFor();
  await footer(page).nth(2).waitFor();
  await page.unroute('**/api/files/attachments*');

  // An engine that cannot be reached: the browser itself logs that.
  await task(page).fill('three');
  await page.route('**/api/files/attachments*', (route) => route.abort());
  await dropOrPaste(page, 'drop', [['late.txt', 'Late.']]);
  await inComposer(page).getByText('svc cannot be reached.').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Your message was not sent, because a file was not uploaded').waitFor();
  await hasValue(task(page), 'three');
  await page.unroute('**/api/files/attachments*');
  shared.provider.reply(streams(...textAnswer('Third.')));
  await inComposer(page).getByRole('button', { name: 'Try again' }).click();
  await task(page).press('Enter');
  await answer(page, 'Third.').waitFor();
  await hasTexts(inThread(page), ['more.txt\n5 B', 'slow.txt\n5 B', 'late.txt\n5 B']);
});

/** Puts a text into the field as a paste does, or as what a person types at once; gives the longest stop of the page. */
async function given(page: Page, how: 'paste' | 'input', chars: number): Promise<number> {
  await task(page).waitFor();
  const longest: unknown = await page.evaluate(
    async ([kind, count]) => {
      const { document, DataTransfer, ClipboardEvent, Event, PerformanceObserver, setTimeout } =
        globalThis as never as {
          document: { getElementById(id: string): { value: string; dispatchEvent(event: unknown): void } };
          DataTransfer: new () => { setData(type: string, text: string): void };
          ClipboardEvent: new (type: string, options: object) => unknown;
          Event: new (type: string, options: object) => unknown;
          PerformanceObserver: new (
            seen: (list: { getEntries(): readonly { readonly duration: number }[] }) => void,
          ) => { observe(options: object): void; disconnect(): void };
          setTimeout: (work: () => void, ms: number) => void;
        };
      let most = 0;
      const observer = new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) most = Math.max(most, duration);
      });
      observer.observe({ type: 'longtask' });
      const field = document.getElementById('task');
      const text = 'many words '.repeat(count / 11);
      const options = { bubbles: true, cancelable: true };
      if (kind === 'paste') {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', text);
        field.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData }));
      } else {
        field.value = text;
        field.dispatchEvent(new Event('input', options));
      }
      await new Promise<void>((done) => setTimeout(done, 500));
      observer.disconnect();
      return most;
    },
    [how, chars] as const,
  );
  return longest as number;
}

verifies(
  'page.long-texts',
  'a long text is a file of the task, which can be shown and removed, however it came',
  async () => {
    const page = await shared.open();
    // It stood still for seconds; a machine under load takes longer for everything.
    expect(await given(page, 'paste', 1_500_000)).toBeLessThan(1_000);
    await isCount(inComposer(page), 1);
    await hasValue(task(page), '');
    await page.getByRole('button', { name: 'Show Pasted.txt' }).click();
    const dialog = page.getByRole('dialog', { name: 'Pasted.txt' });
    await dialog.getByText('many words many words').waitFor();
    await dialog.getByText('These are its first 20,000 characters.').waitFor();
    await isSound(page);
    await dialog.getByRole('button', { name: 'Close' }).click();
    expect(await given(page, 'input', 1_500_000)).toBeLessThan(1_000);
    await isCount(inComposer(page), 2);
    await hasValue(task(page), '');
    // A short one stays where it was put.
    await given(page, 'input', 11_000);
    await isCount(inComposer(page), 2);
    await page.getByRole('button', { name: 'Remove Pasted.txt' }).first().click();
    await isCount(inComposer(page), 1);
  },
);

verifies('page.long-texts', 'a long draft of before is a file, and stays on disk until it is', async () => {
  const page = await shared.open();
  await page.evaluate("localStorage.setItem('svc.draft.new', 'kept words '.repeat(100000))");
  await page.reload();
  await inComposer(page).getByText('Pasted.txt').last().waitFor();
  await hasValue(task(page), '');
  await eventually(async () =>
    expect(await page.evaluate("localStorage.getItem('svc.draft.new')")).toBeNull(),
  );
});
