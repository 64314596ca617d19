import { chatRequest } from '../../src/adapters/out/llm/wire/chat/request.ts';
import type { JsonObject } from '../../src/core/kernel/json.ts';
import { scriptIn } from '../script.ts';
import { connection, type Wire } from './wire.ts';

interface Body {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

interface Chunk {
  readonly choices: readonly {
    readonly delta: {
      readonly content?: string | null;
      readonly tool_calls?: readonly {
        readonly id: string;
        readonly function: { readonly name: string; readonly arguments: string };
      }[];
    };
    readonly finish_reason: string | null;
  }[];
}

const chunk = (delta: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({
    id: 'c',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'bench',
    choices: [{ index: 0, delta, finish_reason: finish }],
  })}\n\n`;

/** The wire of `compat`. */
export const chat: Wire = {
  name: 'chat',
  path: '/v1/chat/completions',
  env: (url) => ({ SVC_LLM_PROVIDER: 'compat', PRIMARY_BASE_URL: `${url}/v1`, COMPAT_MODEL_ID: 'bench' }),
  body: (request) => chatRequest(request, connection),
  asked: (body) => {
    const { messages: said } = body as unknown as Body;
    return {
      script: scriptIn(said.find(({ role }) => role === 'user')?.content ?? ''),
      replies: said.filter(({ role }) => role === 'assistant').length,
    };
  },

  opening: chunk({ role: 'assistant', content: '' }),
  text: (text) => chunk({ content: text }),
  call: (id, name, input) =>
    chunk({
      tool_calls: [{ index: 0, id, type: 'function', function: { name, arguments: JSON.stringify(input) } }],
    }),
  end: (stop) => `${chunk({}, stop === 'tool_use' ? 'tool_calls' : 'stop')}data: [DONE]\n\n`,

  read: (data) => {
    if (data === '[DONE]') return { type: 'end' };
    const [choice] = (JSON.parse(data) as Chunk).choices;
    const [call] = choice?.delta.tool_calls ?? [];
    if (call) {
      const { id, function: called } = call;
      return { type: 'call', id, name: called.name, input: JSON.parse(called.arguments) as JsonObject };
    }
    return choice?.delta.content ? { type: 'text', text: choice.delta.content } : null;
  },
};
