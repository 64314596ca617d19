import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { callAnswer, textAnswer } from '../servers/chat-completions.ts';
import { until } from '../e2e/http/wire.ts';
import { streams } from '../servers/fake-provider.ts';
import { verifies } from '../spec/verifies.ts';
import { isSound } from './axe.ts';
import { withBrowser } from './browser.ts';
import { eventually, hasTexts, isCount, isFocused, narrow, runElsewhere, threadOf } from './in-page.ts';
import { liveAnswer, withModel } from './live-answer.ts';
import { fits } from './wide.ts';

const shared = withBrowser(withModel);

/** A run that listed files, read one that is not there, and answered. */
async function ran(task: string): Promise<{ readonly runId: string; readonly threadId: string }> {
  shared.provider.reply(
    streams(...callAnswer('list_files', '{}')),
    streams(...callAnswer('read_file', '{"path": "nothing.txt"}')),
    streams(...textAnswer('There is nothing. ', 'I looked.')),
  );
  return await runElsewhere(shared.engine, task);
}

const steps = (page: Page) => page.locator('.steps button');
const facts = (page: Page) => page.getByRole('group', { name: 'This step' });

verifies('page.timeline', 'draws a run to scale, walked by keyboard', async () => {
  const { runId, threadId } = await ran('Look <b>around</b>');
  const page = await shared.open('/#/insights');
  await page.getByRole('link', { name: 'All runs, one by one' }).click();
  const all = page.getByRole('region', { name: 'The last runs' });
  await all.getByRole('link', { name: 'Look <b>around</b>' }).first().click();
  await page.waitForURL(new RegExp(`#/timeline/${runId}$`, 'u'));
  await page.getByRole('heading', { name: 'Steps of the run: Look <b>around</b>' }).waitFor();
  await steps(page).nth(4).waitFor();
  await hasTexts(steps(page).locator('.name'), [
    'Model call: local',
    'Tool: list_files',
    'Model call: local',
    'Tool: read_file (failed)',
    'Model call: local',
  ]);
  // One stop of the tab key; the arrows walk.
  await steps(page).first().focus();
  await facts(page).getByText('Model call: local').waitFor();
  await page.keyboard.press('ArrowDown');
  await facts(page).getByText('Tool: list_files').waitFor();
  await page.keyboard.press('End');
  await isFocused(steps(page).nth(4));
  await isCount(page.locator('.steps button[tabindex="0"]'), 1);
  // Bars follow each other.
  const starts = await page
    .locator('.steps rect:not(.room)')
    .evaluateAll((all) => all.map((one) => Math.round(Number(one.getAttribute('x')))));
  expect(starts).toEqual(starts.toSorted((a, b) => a - b));
  await page.getByText('The same as a table').click();
  const rows = page.getByRole('region', { name: 'The steps as a table' }).locator('tbody tr');
  await isCount(rows, 5);
  await isSound(page);

  // A fork after a step.
  await steps(page).nth(1).click();
  await facts(page).getByRole('button', { name: 'Fork after this step' }).click();
  await page.waitForURL((url) => /#\/threads\//u.test(url.hash) && !url.hash.includes(threadId));
  const { messages } = await shared.engine.client['threads.messages']({ params: { id: threadOf(page) } });
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
});

it('says that an unknown run is gone, and names the open one in the title of the tab', async () => {
  const page = await shared.open('/#/timeline/xyz', { mayComplain: /status of 400/u });
  await page.getByText('There is no such run any more.').waitFor();
  const { runId } = await ran('Look at the title');
  await page.evaluate(`location.hash = '#/timeline/${runId}'`);
  await until('the tab is named', async () => (await page.title()) === 'Look at the title · Runs · svc');
  await isFocused(page.getByRole('heading', { name: 'Steps of the run: Look at the title' }));
  await page.getByRole('link', { name: 'All runs' }).press('Enter');
  await until('the tab is named', async () => (await page.title()) === 'Runs · svc');
  // The keyboard goes to the heading, and no frame is drawn around what cannot be pressed.
  await isFocused(page.getByRole('heading', { name: 'Runs', level: 2 }));
  await eventually(async () =>
    expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('none'),
  );
});

verifies('page.timeline', 'runs it again with another model, and compares the two', async () => {
  const { runId } = await ran('Look again');
  const page = await shared.open(`/#/timeline/${runId}`);
  const form = page.getByRole('form', { name: 'Run again with another model' });
  const held = liveAnswer();
  shared.provider.reply(
    streams(...callAnswer('list_files', '{}')),
    streams(...callAnswer('read_file', '{"path": "other.txt"}')),
    held.reply,
  );
  await form.getByRole('textbox', { name: 'Model' }).fill('other');
  await form.getByRole('button', { name: 'Run again' }).click();
  await isFocused(page.getByRole('heading', { name: 'Two runs compared' }));
  await page.getByText('It still runs. The numbers follow.').waitFor();
  await held.say('There is nothing. I guessed.');
  await held.end();
  await page
    .getByText('1 the same, 1 with other arguments, 0 only in the first, 0 only in the second.')
    .waitFor();
  await page.locator('.diff .added', { hasText: 'I guessed.' }).first().waitFor();
  const numbers = page.getByRole('region', { name: 'Two runs compared' });
  await numbers.getByRole('row', { name: 'Model local other' }).waitFor();
  // On a phone no word is broken: the table scrolls instead.
  await page.setViewportSize({ width: 320, height: 740 });
  const lines = await page.evaluate<readonly number[]>(`
    [...document.querySelectorAll('.timeline .wide thead th, .timeline .wide tbody th')]
      .filter((cell) => !/[\\s-]/.test(cell.textContent.trim()))
      .map((cell) => {
        const range = document.createRange();
        range.selectNodeContents(cell);
        return range.getClientRects().length;
      })`);
  expect(lines.length).toBeGreaterThan(3);
  expect(lines.filter((many) => many > 1)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await isSound(page);
  await numbers.getByRole('link', { name: 'Second run' }).click();
  await page.getByText('This is a replay', { exact: false }).waitFor();
  await page.getByRole('link', { name: 'Compare with the original' }).waitFor();
  await narrow(page);
  await isSound(page);
  await page.getByRole('link', { name: 'Compare with the original' }).click();
  await page.getByRole('heading', { name: 'Two runs compared' }).waitFor();
  await page.getByRole('heading', { name: 'Tool calls' }).waitFor();
  await fits(page);
  await page.getByRole('link', { name: 'All runs' }).click();
  // On a phone the numbers of a run stand below its task; beside it, their words would break into letters.
  const cells = page.locator('.runs tbody tr').first().locator('th, td');
  const [task, started] = [await cells.nth(0).boundingBox(), await cells.nth(1).boundingBox()];
  expect(started?.y).toBeGreaterThanOrEqual((task?.y ?? 0) + (task?.height ?? 0));
  await isSound(page);
});

verifies('page.timeline', 'is reached from a conversation, which forks after any run', async () => {
  const { runId, threadId } = await ran('First');
  shared.provider.reply(streams(...textAnswer('Second answer')));
  await runElsewhere(shared.engine, 'Second', { threadId });
  const page = await shared.open(`/#/threads/${threadId}`);
  await page.getByText('Second answer').waitFor();
  await page.getByRole('button', { name: 'Fork here' }).first().click();
  await page.waitForURL((url) => /#\/threads\//u.test(url.hash) && !url.hash.includes(threadId));
  await page.getByText('There is nothing. I looked.').waitFor();
  await isCount(page.getByText('Second answer'), 0);
  await page.getByRole('link', { name: 'Steps of the run' }).click();
  await page.waitForURL(new RegExp(`#/timeline/${runId}$`, 'u'));
  await steps(page).first().waitFor();
});
