import { expect } from '@jest/globals';
import { temporaryDir } from '../harness/in-process-engine.ts';
import { verifies } from '../spec/verifies.ts';
import { isSound } from './axe.ts';
import { demo, withBrowser } from './browser.ts';
import { hasValue, isCount, isDone, isFocused, isInvalid, runElsewhere, send } from './in-page.ts';

const shared = withBrowser(async () => await demo(temporaryDir()));

verifies('page.instructions', 'for all conversations, in the settings', async () => {
  const page = await shared.open('/#/settings/instructions');
  const field = page.getByRole('textbox', { name: 'Your instructions for all conversations' });
  await field.fill('Be brief.\nMetric units.');
  await page.getByText('23 of 8,000 characters.').waitFor();
  await page.getByText('Not saved yet.').waitFor();
  await isSound(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved. The model is given them').waitFor();
  expect((await shared.engine.client['config.get']()).config.instructions).toBe('Be brief.\nMetric units.');
  await page.reload();
  await hasValue(field, 'Be brief.\nMetric units.');
  await field.fill('x'.repeat(8_001));
  await page.getByRole('button', { name: 'Save' }).click();
  await isInvalid(field);
  expect((await shared.engine.client['config.get']()).config.instructions).toBe('Be brief.\nMetric units.');
  await field.fill(' ');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved. The model is given them').waitFor();
  expect((await shared.engine.client['config.get']()).config.instructions).toBeUndefined();
});

verifies(
  'page.instructions',
  'for one conversation, in its menu; a run shows what it was given',
  async () => {
    await shared.engine.client['config.set']({ body: { instructions: 'For all.' } });
    const { threadId } = await runElsewhere(shared.engine, 'hello');
    const page = await shared.open(`/#/threads/${threadId}`);
    await page.getByRole('button', { name: 'Actions for' }).click();
    await page.getByRole('button', { name: 'Instructions', exact: true }).click();
    const dialog = page.getByRole('dialog');
    const field = dialog.getByRole('textbox');
    await isFocused(field);
    await field.fill('For this one.');
    await isSound(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Saved. The model is given them').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    expect((await shared.engine.client['threads.get']({ params: { id: threadId } })).instructions).toBe(
      'For this one.',
    );
    await send(page, 'again');
    await isCount(page.locator('.run'), 2);
    await isDone(page);
    await page.getByText('What the model was told').last().click();
    await page.getByText('Your instructions for this conversation').waitFor();
    await page.getByText('For this one.', { exact: true }).waitFor();
    await page.getByText('For all.', { exact: true }).waitFor();
  },
);
