import { messagesBody } from '../../src/adapters/out/llm/wire/messages/request.ts';
import type { JsonObject } from '../../src/core/kernel/json.ts';
import { scriptIn } from '../script.ts';
import { connection, type Wire } from './wire.ts';

interface Body {
  readonly messages: readonly {
    readonly role: string;
    readonly content: readonly { readonly text?: string }[];
  }[];
}

interface Event {
  readonly type: string;
  readonly delta?: { readonly text?: string; readonly partial_json?: string };
  readonly content_block?: { readonly id?: string; readonly name?: string; readonly type?: string };
}

const event = (data: { readonly type: string }): string =>
  `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;

const usage = { input_tokens: 100, output_tokens: 10 };

/** The wire of `custom`. */
export const messages: Wire = {
  name: 'messages',
  path: '/v1/messages',
  env: (url) => ({ SVC_LLM_PROVIDER: 'custom', PRIMARY_BASE_URL: url }),
  body: (request) => messagesBody(request, connection),
  asked: (body) => {
    const { messages: said } = body as unknown as Body;
    return {
      script: scriptIn(said[0]?.content[0]?.text ?? ''),
      replies: said.filter(({ role }) => role === 'assistant').length,
    };
  },

  opening:
    event({
      type: 'message_start',
      message: { id: 'm', type: 'message', role: 'assistant', model: 'bench', content: [], usage },
    } as { type: string }) +
    event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } } as {
      type: string;
    }),
  text: (text) =>
    event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } } as { type: string }),
  call: (id, name, input) =>
    [
      { type: 'content_block_start', index: 1, content_block: { type: 'tool_use', id, name, input: {} } },
      {
        type: 'content_block_delta',
        index: 1,
        delta: { type: 'input_json_delta', partial_json: JSON.stringify(input) },
      },
      { type: 'content_block_stop', index: 1 },
    ]
      .map(event)
      .join(''),
  end: (stop) =>
    [
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: stop }, usage },
      { type: 'message_stop' },
    ]
      .map(event)
      .join(''),

  read: (data) => {
    const { type, delta, content_block: block } = JSON.parse(data) as Event;
    if (delta?.text !== undefined) return { type: 'text', text: delta.text };
    if (block?.type === 'tool_use')
      return { type: 'call', id: block.id ?? '', name: block.name ?? '', input: {} };
    if (delta?.partial_json !== undefined)
      return { type: 'call', id: '', name: '', input: JSON.parse(delta.partial_json) as JsonObject };
    return type === 'message_stop' ? { type: 'end' } : null;
  },
};
