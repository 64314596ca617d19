import { expect } from '@jest/globals';
import { temporaryDir } from '../harness/in-process-engine.ts';
import { verifies } from '../spec/verifies.ts';
import { isSound } from './axe.ts';
import { demo, withBrowser } from './browser.ts';
import { eventually, hasValue, isCount, isDone, runElsewhere, send } from './in-page.ts';

const shared = withBrowser(async () => await demo(temporaryDir()));

verifies('page.tool-switches', 'switched in the menu of a conversation; a run shows it', async () => {
  const { threadId } = await runElsewhere(shared.engine, 'hello');
  const page = await shared.open(`/#/threads/${threadId}`);
  await page.getByRole('button', { name: 'Actions for' }).click();
  await page.getByRole('button', { name: 'Tools', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const contacts = dialog.getByRole('combobox', { name: 'Contacts' });
  await hasValue(contacts, 'by_need');
  await isSound(page);
  await contacts.selectOption('off');
  await dialog.getByRole('combobox', { name: 'Tasks' }).selectOption('on');
  await hasValue(contacts, 'off');
  const params = { id: threadId };
  await eventually(async () =>
    expect((await shared.engine.client['threads.get']({ params })).tools).toEqual({
      contacts: false,
      tasks: true,
    }),
  );
  await dialog.getByRole('button', { name: 'Close' }).click();
  await send(page, 'again');
  await isCount(page.locator('.run'), 2);
  await isDone(page);
  await page.getByText('What the model was told').last().click();
  await page.getByText('Switched off in this conversation: Contacts.').waitFor();
});

verifies('page.assistants', 'made in the settings, and chosen for a new conversation', async () => {
  const page = await shared.open('/#/settings/assistants');
  await page.getByRole('textbox', { name: 'Name' }).fill('Translator');
  await page.getByRole('textbox', { name: 'Instructions' }).fill('Speak German.');
  await page.getByText('Tools', { exact: true }).click();
  await page.getByRole('combobox', { name: 'Contacts' }).selectOption('off');
  await isSound(page);
  await page.getByRole('button', { name: 'Save' }).click();
  // What can be done is seen without being pointed at.
  await page.getByRole('button', { name: 'Edit Translator' }).waitFor();
  const opacity = "getComputedStyle(document.querySelector('.lines .actions')).opacity";
  expect(await page.evaluate(opacity)).toBe('1');
  await page.getByRole('button', { name: 'Edit Translator' }).click();
  const field = page.getByRole('textbox', { name: 'Instructions' });
  await hasValue(field, 'Speak German.');
  await field.fill('Speak French.');
  await page.getByRole('button', { name: 'Save' }).click();
  await eventually(async () =>
    expect((await shared.engine.client['assistants.list']()).assistants).toMatchObject([
      { name: 'Translator', instructions: 'Speak French.', profile: null, tools: { contacts: false } },
    ]),
  );
  const fresh = await shared.open('/#/conversation');
  await fresh.getByRole('combobox', { name: 'Assistant' }).selectOption({ label: 'Translator' });
  await send(fresh, 'hello');
  await isDone(fresh);
  await fresh.getByText('Began with the assistant “Translator”.').waitFor();
  const { threads } = await shared.engine.client['threads.list']();
  const params = { id: threads[0]?.threadId ?? '' };
  expect(await shared.engine.client['threads.get']({ params })).toMatchObject({
    assistant: { name: 'Translator' },
    instructions: 'Speak French.',
    tools: { contacts: false },
  });
  // The next one begins with none, unless it is chosen again.
  const next = await shared.open('/#/conversation');
  await hasValue(next.getByRole('combobox', { name: 'Assistant' }), '');
});
