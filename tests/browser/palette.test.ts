import { expect } from '@jest/globals';
import { temporaryDir } from '../harness/in-process-engine.ts';
import { spawnEngine } from '../harness/spawned-engine.ts';
import { verifies } from '../spec/verifies.ts';
import { violationsOf } from './axe.ts';
import { openPage, withBrowser } from './browser.ts';
import { NARROW, tooWide } from './wide.ts';

const shared = withBrowser(async () => ({
  engine: await spawnEngine(temporaryDir(), { SVC_DEMO: '1' }),
}));

verifies(
  'page.palette',
  'the keyboard alone goes to an area, a conversation, and what was said',
  async () => {
    const { client } = shared.engine;
    const { sessionId, threadId } = await client['sessions.create']({ body: {} });
    const { events } = await client['runs.start']({ params: { id: sessionId }, body: { task: 'Say hello' } });
    for await (const event of events) if (event.type === 'error') throw new Error(event.data.error);
    const { page, complaints } = await openPage(shared.browser, shared.engine.baseUrl);
    await page.getByRole('navigation', { name: 'Areas' }).waitFor();
    const field = page.getByRole('combobox', { name: 'An area, a conversation, or something to do' });

    await page.keyboard.press('Control+k');
    await field.fill('backup');
    expect(await violationsOf(page)).toEqual([]);
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
    expect(complaints).toEqual([]);
  },
);
