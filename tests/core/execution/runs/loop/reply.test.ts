import { expect, test } from '@jest/globals';
import { toolCallId } from '../../../../../src/core/kernel/ids.ts';
import {
  noUsage,
  type ModelEnd,
  type ReplyPart,
  type ThinkingBlock,
} from '../../../../../src/core/ports/model.ts';
import { replyBlocks } from '../../../../../src/core/execution/runs/loop/reply.ts';
import type { MessageBlock } from '../../../../../src/core/conversation/threads/model.ts';

const thought: ThinkingBlock = { type: 'thinking', text: 'hm', model: 'm', sealed: { signature: 's' } };
const call = (id: string) =>
  ({ type: 'tool_call', toolCallId: toolCallId(id), name: 'look', input: {} }) as const;
const note: MessageBlock = { type: 'note', code: 'searched', detail: 'It searched.' };
const said = (text: string): MessageBlock => ({ type: 'text', text });
const endOf = (...parts: readonly ReplyPart[]): ModelEnd => ({
  type: 'end',
  stop: 'tool_use',
  usage: noUsage,
  toolCalls: [],
  parts,
});

test('content that no part lists comes last: the rest of the text, notes, and the rest of the calls', () => {
  const end = endOf(thought, { type: 'text', chars: 3 }, thought, { type: 'call' }, thought);
  expect(replyBlocks('I look', end, [note], [call('a'), call('b')])).toEqual([
    thought,
    said('I l'),
    thought,
    call('a'),
    thought,
    said('ook'),
    note,
    call('b'),
  ]);
});

test('nothing is repeated, lost or split inside a character when there are fewer texts or calls than counted', () => {
  const end = endOf({ type: 'text', chars: 3 }, thought, { type: 'call' }, thought, {
    type: 'text',
    chars: 9,
  });
  expect(replyBlocks('ab', end)).toEqual([said('ab'), thought, thought]);
  expect(replyBlocks('', end)).toEqual([thought, thought]);
  expect(replyBlocks('ab😀cd', end)).toEqual([said('ab😀'), thought, thought, said('cd')]);
});

test('a truncated reply has no thoughts', () => {
  expect(replyBlocks('half', { type: 'end', stop: 'aborted', usage: noUsage })).toEqual([said('half')]);
});
