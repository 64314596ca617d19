import { expect } from '@jest/globals';
import { textAnswer } from '../servers/chat-completions.ts';
import { streams } from '../servers/fake-provider.ts';
import { verifies } from '../spec/verifies.ts';
import { isSound } from './axe.ts';
import { withBrowser } from './browser.ts';
import { eventually, hasValue, isCount, narrow } from './in-page.ts';
import { withModel } from './live-answer.ts';
import { fits } from './wide.ts';

const shared = withBrowser(withModel);

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
    const page = await shared.open('/#/charts');
    await page.getByText('Nothing was spent in these days.').waitFor();
    await isSound(page);
    await filled();
    await page.reload();
    await page.getByRole('rowheader', { name: 'Automation: Morning <b>news</b>' }).waitFor();
    await page.getByRole('rowheader', { name: 'Morning <b>news</b>', exact: true }).waitFor();
    await isSound(page);
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
    await eventually(async () =>
      expect(await page.locator('.day:focus').getAttribute('aria-label')).toMatch(/New input \d/u),
    );
    await page.getByText('Numbers as a table').first().click();
    await isCount(page.getByRole('region', { name: 'Tokens by day' }).getByRole('row'), 31);
    await page.getByLabel('Days', { exact: true }).selectOption('d7');
    await page.locator('.days-chart').first().locator('.day').nth(7).waitFor({ state: 'detached' });
    await narrow(page);
    await isSound(page);
  },
);

verifies(
  'page.shortcuts',
  'the key ? shows all shortcuts, and is a character while something is typed',
  async () => {
    const page = await shared.open('/#/tasks');
    await page.getByRole('heading', { name: 'Tasks', level: 2 }).waitFor();
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await sheet.getByText('Go to anything').waitFor();
    await isSound(page);
    await narrow(page);
    await fits(page);
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
    await hasValue(search, '?');
    await isCount(sheet, 0);
  },
);
