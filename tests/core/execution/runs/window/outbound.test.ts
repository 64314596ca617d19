import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { toolCallId } from '../../../../../src/core/kernel/ids.ts';
import { outbound } from '../../../../../src/core/execution/runs/window/outbound.ts';
import type { MessageBlock } from '../../../../../src/core/conversation/threads/model.ts';
import { faultsIn } from '../../../../harness/well-formed.ts';
import { verifies } from '../../../../spec/verifies.ts';
import { tries } from '../../../../harness/thinned.ts';

const text = (said: string): MessageBlock => ({ type: 'text', text: said });
const call = (id: string): MessageBlock => ({
  type: 'tool_call',
  toolCallId: toolCallId(id),
  name: 'tool',
  input: {},
});
const result = (id: string): MessageBlock => ({
  type: 'tool_result',
  toolCallId: toolCallId(id),
  output: 'done',
  success: true,
});
const note: MessageBlock = { type: 'note', code: 'interrupted', detail: 'The engine stopped here.' };

test('a well-formed thread is sent unchanged', () => {
  const thread = [
    { role: 'user' as const, content: [text('do it')] },
    { role: 'assistant' as const, content: [text('I will'), call('1')] },
    { role: 'user' as const, content: [result('1')] },
    { role: 'assistant' as const, content: [text('done')] },
    { role: 'user' as const, content: [text('thanks')] },
  ];
  expect(outbound(thread)).toEqual(thread);
});

test('a call without a result is answered truthfully: its outcome is unknown', () => {
  const sent = outbound([
    { role: 'user', content: [text('do it')] },
    { role: 'assistant', content: [call('1'), call('2')] },
    { role: 'user', content: [result('2'), text('go on')] },
  ]);
  expect(sent[2]?.content).toEqual([
    {
      type: 'tool_result',
      toolCallId: '1',
      output: 'The outcome of this call is unknown.',
      success: false,
    },
    result('2'),
    text('go on'),
  ]);
});

test('a note becomes text', () => {
  const sent = outbound([
    { role: 'user', content: [text('do it')] },
    { role: 'assistant', content: [text('half'), note] },
  ]);
  expect(sent[1]?.content).toEqual([text('half'), text('[The engine stopped here.]')]);
});

const block = fc.oneof(
  fc.string({ maxLength: 3 }).map(text),
  fc.constantFrom('1', '2', '3').map(call),
  fc.constantFrom('1', '2', '3').map(result),
  fc.constant(note),
);
const message = fc.record({
  role: fc.constantFrom('user' as const, 'assistant' as const),
  content: fc.uniqueArray(block, { maxLength: 5, selector: (one) => JSON.stringify(one) }),
});

verifies('runs.well-formed', 'requests are well-formed, whatever the thread contains', () => {
  fc.assert(
    fc.property(fc.array(message, { maxLength: 12 }), (thread) => {
      expect(faultsIn(outbound(thread))).toEqual([]);
    }),
    { numRuns: tries(2_000) },
  );
});

const thought: MessageBlock = { type: 'thinking', text: 'hm', model: 'm', sealed: {} };

test('thoughts come first in a reply or are left out', () => {
  const user = { role: 'user' as const, content: [text('do it')] };
  const assistant = (...content: readonly MessageBlock[]) => ({ role: 'assistant' as const, content });
  expect(outbound([user, assistant(thought, text('done'))])[1]?.content).toEqual([thought, text('done')]);
  expect(outbound([user, assistant(thought)])).toEqual([user]);
  expect(outbound([user, assistant(text('a')), assistant(thought, text('b'))])[1]?.content).toEqual([
    text('a'),
    text('b'),
  ]);
});
