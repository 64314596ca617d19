import { expect, test } from '@jest/globals';
import { streamedAfterLastTurn } from '../../../../../src/core/execution/runs/stored-run.ts';
import { text, type Step } from '../../../../doubles/scripted-model.ts';
import { runOnce } from '../../../../harness/core.ts';
import { verifies } from '../../../../spec/verifies.ts';

const wasThinking: Step = { step: 'emit', event: { type: 'was_thinking' } };

verifies(
  'models.tagged-thoughts',
  'text that was thoughts is in no answer, and told as thoughts',
  async () => {
    const { session, events, ...core } = await runOnce({
      turns: [[text('Hm, '), text('well.\n'), wasThinking, text('Yes.')]],
    });
    expect(events.flatMap(({ type, data }) => (type === 'thinking' ? [data] : []))).toEqual([
      { summary: 'Hm, well.\n', replacesText: true },
    ]);
    expect(events.at(-1)).toMatchObject({ type: 'done', data: { text: 'Yes.' } });
    const messages = await core.history.threads.messages(session.threadId, { after: 0, limit: 10 });
    expect(messages.at(-1)?.content).toEqual([{ type: 'text', text: 'Yes.' }]);
  },
);

test('what is left of a reply that was cut off has none of them', () => {
  const said = (id: number, words: string) => ({ id, type: 'text', data: { text: words } }) as const;
  const thought = { id: 2, type: 'thinking', data: { summary: 'Hm', replacesText: true } } as const;
  expect(streamedAfterLastTurn([said(1, 'Hm'), thought, said(3, 'Yes')])).toBe('Yes');
  expect(streamedAfterLastTurn([said(1, 'Hm'), { ...thought, data: { summary: 'x' } }, said(3, 'Yes')])).toBe(
    'HmYes',
  );
});
