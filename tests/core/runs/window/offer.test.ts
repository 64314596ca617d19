import { expect, test } from '@jest/globals';
import { offerOf } from '../../../../src/core/runs/window/offer.ts';
import { text } from '../../../doubles/scripted-model.ts';
import { aTool, coreOver } from '../../../harness/core.ts';

const wordy = {
  ...aTool('wordy', async () => ({ output: '', success: true })),
  description: 'x'.repeat(70_000),
};

test('a list of tools gives one list of definitions', () => {
  const tools = [wordy];
  expect(offerOf(tools)).toBe(offerOf(tools));
  expect(offerOf(tools)).toEqual([
    { name: 'wordy', description: wordy.description, inputSchema: wordy.inputSchema },
  ]);
});

test('the window accounts for the tools: with too many of them there is no room for a task', async () => {
  const ending = async (contextWindow: number) => {
    const core = coreOver({ turns: [[text('done')]], tools: [wordy] });
    core.model.contextWindow = contextWindow;
    const events = await core.eventsOf(await core.start(await core.newSession()));
    return events.at(-1);
  };
  expect(await ending(15_000)).toMatchObject({ type: 'error', data: { code: 'context_overflow' } });
  expect(await ending(40_000)).toMatchObject({ type: 'done' });
});
