import { expect } from '@jest/globals';
import { temporaryDir } from '../harness/in-process-engine.ts';
import { textAnswer } from '../servers/chat-completions.ts';
import { streams } from '../servers/fake-provider.ts';
import { verifies } from '../spec/verifies.ts';
import { violationsOf } from './axe.ts';
import { openPage, withBrowser } from './browser.ts';
import { engineWithModel } from './live-answer.ts';
import { NARROW, tooWide } from './wide.ts';

const shared = withBrowser(async () => await engineWithModel(temporaryDir()));

async function filled() {
  const { client } = shared.engine;
  shared.provider.reply(streams(...textAnswer('Done.')));
  const { triggerId } = await client['triggers.create']({
    body: { title: 'Morning <b>news</b>', schedule: '@daily', task: 'Look' },
  });
  await client['triggers.run']({ params: { id: triggerId } });
  for (;;) {
    const { runs } = await client['triggers.runs']({ params: { id: triggerId } });
    if (runs.length > 0 && runs.every(({ outcome }) => outcome !== null)) return;
  }
}

verifies(
  'page.charts',
  'draws what was spent on what, tells each day by keyboard, and has the numbers as tables',
  async () => {
    const empty = await openPage(shared.browser, shared.engine.baseUrl, { path: '/#/charts' });
    await empty.page.getByText('Nothing was spent in these days.').waitFor();
    expect(await violationsOf(empty.page)).toEqual([]);
    await filled();
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, complaints } = await openPage(shared.browser, shared.engine.baseUrl, {
        colorScheme,
        path: '/#/charts',
      });
      await page.getByRole('rowheader', { name: 'Automation: Morning <b>news</b>' }).waitFor();
      await page.getByRole('rowheader', { name: 'Morning <b>news</b>', exact: true }).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      const tokens = page.getByRole('group', { name: /^Tokens by day/u });
      await tokens.locator('.day').last().focus();
      await page
        .locator('.told-value')
        .first()
        .getByText(/New input \d/u)
        .waitFor();
      await page.keyboard.press('ArrowLeft');
      await page.locator('.told-value').first().getByText('nothing').waitFor();
      await page.keyboard.press('End');
      expect(await page.locator('.day:focus').getAttribute('aria-label')).toMatch(/New input \d/u);
      await page.getByText('Numbers as a table').first().click();
      expect(await page.getByRole('region', { name: 'Tokens by day' }).getByRole('row').count()).toBe(31);
      await page.getByLabel('Days', { exact: true }).selectOption('d7');
      await page.locator('.days-chart').first().locator('.day').nth(7).waitFor({ state: 'detached' });
      await page.setViewportSize(NARROW);
      await page.getByRole('button', { name: 'Conversations and areas' }).waitFor();
      expect(await tooWide(page)).toEqual([]);
      expect(await violationsOf(page)).toEqual([]);
      expect(complaints).toEqual([]);
    }
  },
);

verifies(
  'page.shortcuts',
  'the key ? shows all shortcuts, and is a character while something is typed',
  async () => {
    const { page, complaints } = await openPage(shared.browser, shared.engine.baseUrl, { path: '/#/tasks' });
    await page.getByRole('navigation', { name: 'Areas' }).waitFor();
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await sheet.getByText('Go to anything').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.setViewportSize(NARROW);
    // The sheet covers it.
    await page
      .getByRole('button', { name: 'Conversations and areas', includeHidden: true })
      .waitFor({ state: 'attached' });
    expect(await tooWide(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.keyboard.press('Control+k');
    await page
      .getByRole('combobox', { name: 'An area, a conversation, or something to do' })
      .fill('shortcuts');
    await page.keyboard.press('Enter');
    await sheet.waitFor();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    const search = page.getByRole('searchbox').first();
    await search.focus();
    await page.keyboard.press('?');
    expect(await search.inputValue()).toBe('?');
    expect(await sheet.count()).toBe(0);
    expect(complaints).toEqual([]);
  },
);
