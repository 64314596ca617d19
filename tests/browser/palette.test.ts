import { expect } from '@jest/globals';
import { verifies } from '../spec/verifies.ts';
import { isSound } from './axe.ts';
import { demo, withBrowser } from './browser.ts';
import { NARROW, tooWide } from './wide.ts';
import { runElsewhere } from './in-page.ts';

const shared = withBrowser(demo);

verifies(
  'page.palette',
  'the keyboard alone goes to an area, a conversation, and what was said',
  async () => {
    const { threadId } = await runElsewhere(shared.engine, 'Say hello');
    const page = await shared.open();
    await page.getByRole('navigation', { name: 'Areas' }).waitFor();
    const field = page.getByRole('combobox', { name: 'An area, a conversation, or something to do' });

    await page.keyboard.press('Control+k');
    await field.fill('backup');
    await isSound(page);
    await page.keyboard.press('Enter');
    await page.waitForURL(/#\/backups$/u);

    await page.keyboard.press('Control+k');
    await field.fill('hello');
    await page.getByRole('option', { name: 'Say hello', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`#/threads/${threadId}$`, 'u'));

    await page.keyboard.press('Control+k');
    await field.fill('zebra');
    await page.keyboard.press('Enter');
    expect(await page.getByRole('searchbox').first().inputValue()).toBe('zebra');

    await page.keyboard.press('Control+k');
    await page.setViewportSize(NARROW);
    expect(await tooWide(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
  },
);
