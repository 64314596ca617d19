import { describe, expect, it } from '@jest/globals';
import { geminiRequest } from '../../../src/adapters/out/llm/gemini/request.ts';
import { chatRequest } from '../../../src/adapters/out/llm/wire/chat/request.ts';
import { messagesBody } from '../../../src/adapters/out/llm/wire/messages/request.ts';
import { toolCallId } from '../../../src/core/kernel/ids.ts';
import type { Connection } from '../../../src/core/instance/models/model.ts';
import { noPrice, type ModelMessage, type ModelRequest } from '../../../src/core/ports/model.ts';
import { verifies } from '../../spec/verifies.ts';

const connection: Connection = {
  provider: 'primary',
  modelId: 'm',
  endpoint: null,
  key: 'k',
  isEuProvider: false,
  capabilities: {
    thinking: false,
    promptCaching: '1h',
    toolCalling: 'native',
    builtInSearch: false,
    images: 'taken',
  },
  cloud: null,
  contextWindow: 1,
  outputLimit: 1,
  thinks: false,
  price: noPrice,
};
const asked: ModelMessage = { role: 'user', content: [{ type: 'text', text: 'the task' }] };
const called: ModelMessage = {
  role: 'assistant',
  content: [{ type: 'tool_call', toolCallId: toolCallId('c1'), name: 'look', input: {} }],
};
const answered: ModelMessage = {
  role: 'user',
  content: [{ type: 'tool_result', toolCallId: toolCallId('c1'), output: 'seen', success: true }],
};
const request = (messages: readonly ModelMessage[], tail?: string): ModelRequest => ({
  system: 's',
  messages,
  tools: [],
  ...(tail === undefined ? {} : { tail }),
});

verifies('runs.continuation', 'few thoughts are asked for where the wire can say so', () => {
  const few: ModelRequest = { ...request([asked]), thoughts: 'few' };
  const thinks = {
    ...connection,
    thinks: true,
    capabilities: { ...connection.capabilities, thinking: true },
  };
  expect(messagesBody(few, thinks)).toMatchObject({ thinking: { type: 'disabled' } });
  expect(messagesBody(few, connection)).not.toHaveProperty('thinking');
  expect(chatRequest(few, connection)).toMatchObject({ reasoning_effort: 'none' });
  expect(geminiRequest(few, thinks).generationConfig).toMatchObject({
    thinkingConfig: { thinkingBudget: 512 },
  });
  expect(geminiRequest(few, connection).generationConfig).not.toHaveProperty('thinkingConfig');
});

describe('the tail of a request', () => {
  verifies('memory.tail', 'follows the cache mark, and leaves everything before it unchanged', () => {
    for (const messages of [[asked], [asked, called, answered]]) {
      const plain = JSON.stringify(messagesBody(request(messages), connection).messages);
      const told = messagesBody(request(messages, 'THE TAIL'), connection).messages;
      expect(JSON.stringify(told).startsWith(plain.slice(0, -'}]'.length - ']'.length))).toBe(true);
      expect(told.at(-1)?.content.at(-1)).toEqual({ type: 'text', text: 'THE TAIL' });
    }
  });

  it('is in the last message of Chat Completions, whether user or result', () => {
    const last = (messages: readonly ModelMessage[]) =>
      chatRequest(request(messages, 'THE TAIL'), { modelId: 'm', isEuProvider: false }).messages.at(-1);
    expect(last([asked])).toMatchObject({ role: 'user', content: 'the task\n\nTHE TAIL' });
    expect(last([asked, called, answered])).toMatchObject({ role: 'tool', content: 'seen\n\nTHE TAIL' });
  });

  it('is the last part of Gemini', () => {
    const { contents } = geminiRequest(request([asked, called, answered], 'THE TAIL'), connection);
    expect(contents.at(-1)?.parts.at(-1)).toEqual({ text: 'THE TAIL' });
    expect(contents.slice(0, -1)).toEqual(
      geminiRequest(request([asked, called, answered]), connection).contents.slice(0, -1),
    );
  });

  it('is absent when it is empty', () => {
    for (const tail of ['', undefined])
      expect(messagesBody(request([asked], tail), connection)).toEqual(
        messagesBody(request([asked]), connection),
      );
  });
});
