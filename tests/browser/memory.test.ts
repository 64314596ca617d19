import { expect } from '@jest/globals';
import { callAnswer, textAnswer } from '../servers/chat-completions.ts';
import { streams } from '../servers/fake-provider.ts';
import { verifies } from '../spec/verifies.ts';
import { isSound } from './axe.ts';
import { withBrowser } from './browser.ts';
import { eventually, isFocused, runElsewhere } from './in-page.ts';
import { withModel } from './live-answer.ts';
import { NARROWEST } from './wide.ts';

const shared = withBrowser(withModel);
const AREA = '/#/memory';
const HOSTILE = `<img src=x onerror=alert(1)> שלום ${'x'.repeat(150)}`;

const open = (path = AREA, more = {}) => shared.open(path, more);

const put = async (content: string, ns = 'knowledge') =>
  await shared.engine.client['memory.replace']({ params: { ns }, body: { content } });

verifies('page.memory', 'adds, finds, changes, forgets, brings back and erases by keyboard', async () => {
  await put('', 'knowledge');
  const page = await open(AREA, { viewport: NARROWEST, mayComplain: /status of 4/u });
  await page.getByText('Nothing is remembered here yet.').waitFor();
  await page.getByText('Write down a memory', { exact: true }).press('Enter');
  const form = page.getByRole('form', { name: 'Write down a memory' });
  await form.getByRole('button', { name: 'Remember' }).press('Enter');
  await form.getByLabel('What should be remembered?').fill(`Anna lives in Rome\n${HOSTILE}`);
  await form.getByRole('button', { name: 'Remember' }).press('Enter');
  await page.getByText('2 memories', { exact: true }).waitFor();
  await isSound(page);
  await page.getByLabel('Search memory').fill('where does Anna live');
  await page.getByText(/^1 memory fits|memories that fit best$/u).waitFor();
  await page.getByRole('link', { name: 'Anna lives in Rome' }).press('Enter');
  await isFocused(page.getByRole('heading', { name: 'Facts', level: 2 }));
  await page.getByText('you wrote it', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Edit', exact: true }).press('Enter');
  await isFocused(page.getByLabel('What should be remembered instead?'));
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('Anna lives in Oslo');
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  const history = page.getByRole('region', { name: 'History' });
  await history.getByRole('link', { name: 'Anna lives in Rome' }).waitFor();
  await isSound(page);

  await page.getByRole('button', { name: 'Forget' }).press('Enter');
  await page.getByRole('button', { name: 'Bring it back' }).press('Enter');
  await page.getByRole('button', { name: 'Forget' }).waitFor();
  await page.getByRole('button', { name: 'Erase' }).press('Enter');
  await isSound(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Erase' }).press('Enter');
  await page.getByText('The memory and 1 earlier version were erased.').first().waitFor();
  expect((await shared.engine.client['memory.read']({ params: { ns: 'knowledge' } })).content).toBe(HOSTILE);
});

verifies('page.memory', 'ten thousand memories come in pages, and past ones on request', async () => {
  await put(Array.from({ length: 10_000 }, (_, nth) => `Statement number ${nth + 1}`).join('\n'));
  const page = await open();
  await page.getByRole('option', { name: 'Facts (10,000)' }).first().waitFor({ state: 'attached' });
  await page.getByRole('link', { name: 'Statement number 10000', exact: true }).waitFor();
  await page.getByText('The first 50 memories').waitFor();
  await page.getByRole('button', { name: 'Show more memories' }).press('Enter');
  await page.getByText('The first 100 memories').waitFor();
  await put('');
  await page.getByLabel('Show', { exact: true }).selectOption('past');
  await page.getByText('The first 50 memories').waitFor();
});

verifies(
  'page.memory.told',
  'a run says what its model was told, and a memory which runs were told',
  async () => {
    const { client } = shared.engine;
    await put('Anna is allergic to peanuts\nThe boiler was repaired in March');
    // The index of words follows, behind the ten thousand that came before.
    for (const q of ['Anna allergic', 'boiler'])
      await eventually(async () =>
        expect((await client['memory.search']({ query: { q } })).entries).not.toEqual([]),
      );
    shared.provider.reply(
      streams(...callAnswer('recall', JSON.stringify({ query: 'boiler repairs' }))),
      streams(...textAnswer('No peanuts.')),
    );
    const { threadId } = await runElsewhere(
      shared.engine,
      'Is there anything that Anna must not eat? I think she has an allergy.',
    );
    const page = await open(`/#/threads/${threadId}`, { viewport: NARROWEST, mayComplain: /status of 4/u });
    await page.getByText('What the model was told').press('Enter');
    await page.getByText('In the prompt, from the beginning', { exact: true }).waitFor();
    await page.getByText('By recall', { exact: true }).waitFor();
    await page.getByText('Looked for: boiler repairs').waitFor();
    await page
      .getByText(/the same words as in your question.*same words:.*Anna/u)
      .first()
      .waitFor();
    await isSound(page);
    await page.getByRole('link', { name: 'The memory' }).first().press('Enter');
    const runs = page.getByRole('region', { name: 'Runs in which the model was given this' });
    await runs.getByText('in the prompt').waitFor();
    await isSound(page);
    const link = runs.getByRole('link').first();
    expect(await link.getAttribute('href')).toBe(`#/threads/${threadId}/1`);
    const [entry] = (await client['memory.read']({ params: { ns: 'knowledge' } })).entries;
    await client['memory.eraseEntry']({ params: { id: entry?.id ?? '' } });
    await link.press('Enter');
    await page.getByText('What the model was told').press('Enter');
    await page.getByText('A memory that has since been erased. Its words are gone.').first().waitFor();
  },
);

verifies(
  'page.memory',
  'says where a memory comes from, and opens the conversation at that message',
  async () => {
    await put('');
    shared.provider.reply(
      streams(...callAnswer('remember', JSON.stringify({ text: 'Anna prefers green tea' }))),
      streams(...textAnswer('Kept.')),
    );
    const { threadId } = await runElsewhere(shared.engine, 'Keep that Anna prefers green tea');
    const page = await open();
    await page.getByRole('link', { name: 'Anna prefers green tea', exact: true }).press('Enter');
    await page.getByText('the agent noted it', { exact: true }).waitFor();
    const from = page.getByRole('link', { name: /at the message$/u });
    expect(await from.getAttribute('href')).toBe(`#/threads/${threadId}/1`);
    await from.press('Enter');
    await page.getByText('Keep that Anna prefers green tea').first().waitFor();
  },
);
