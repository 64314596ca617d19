import { openCompat } from '../../../src/adapters/out/llm/providers/compat.ts';
import type { Connection } from '../../../src/core/instance/models/model.ts';
import type { Model } from '../../../src/core/ports/model.ts';
import type { ManualClock } from '../../doubles/manual-clock.ts';
import * as chat from '../../servers/chat-completions.ts';
import { sse } from '../../servers/fake-provider.ts';
import * as messages from '../../servers/messages.ts';
import * as vertex from '../../servers/vertex.ts';
import { connectionTo } from './chat/compat-under-test.ts';
import { connection as geminiConnection, openGeminiOn } from './gemini/talk.ts';
import { openModel } from './messages/models.ts';

/** The fake provider behind the model; `fetch` and `over` are for this model alone. */
export interface Behind {
  readonly cloud: vertex.FakeCloud;
  /** Where `cloud` is, unless nothing is to be there. */
  readonly url?: string;
  readonly clock: ManualClock;
  /** The file of a service account. */
  readonly account: string;
  readonly over?: Partial<Connection>;
  readonly fetch?: typeof fetch;
}

export interface Counts {
  readonly prompt?: unknown;
  readonly cached?: unknown;
  readonly answer?: unknown;
}

/** One way of speaking with a model, and what its servers send. */
export interface Wire {
  readonly name: string;
  readonly open: (behind: Behind) => Promise<Model>;
  /** An answer that begins with this text, without a count of the prompt. */
  readonly begun: (text: string) => string;
  /** The beginning of an answer with a count of its prompt: nine tokens. */
  readonly counted: string;
  /** A call of `write_file` with this content which has not ended. */
  readonly calling: (content: string) => string;
  /** A whole answer that calls `write_file` for the path `a`. */
  readonly called: string;
  /** The beginning of an answer that makes so many calls. */
  readonly calls: (count: number) => string;
  /** A whole answer of this text, with these counts. */
  readonly answer: (text: string, counts?: Counts) => string;
  /** A whole answer that is an error. */
  readonly error: string;
}

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, nth) => nth);

const path = JSON.stringify({ path: 'a' });

const messagesWire: Wire = {
  name: 'Messages',
  open: ({ cloud, url = cloud.service.url, clock, over = {}, fetch }) =>
    openModel('primary', { url, clock, over, fetch: fetch ?? cloud.fetch }),
  begun: (text) =>
    messages.written([messages.messageStart({}), messages.textStart(0), messages.textDelta(0, text)]),
  counted: messages.written([
    messages.messageStart({ input_tokens: 9 }),
    messages.textStart(0),
    messages.textDelta(0, 'half'),
  ]),
  calling: (content) =>
    messages.written([
      messages.messageStart({}),
      messages.toolStart(0, 't1', 'write_file'),
      messages.jsonDelta(0, JSON.stringify({ path: 'a', content })),
    ]),
  called: messages.written(messages.answerOf('tool_use', messages.toolBlock(0, 't1', 'write_file', path))),
  calls: (count) =>
    messages.written([
      messages.messageStart({}),
      ...numbers(count).flatMap((nth) => messages.toolBlock(nth, `t${nth}`, 'write_file', path)),
    ]),
  answer: (text, { prompt, cached, answer } = {}) =>
    messages.written([
      messages.messageStart({ input_tokens: prompt, cache_read_input_tokens: cached }),
      ...messages.textBlock(0, text),
      messages.messageDelta('end_turn', { output_tokens: answer }),
      messages.messageStop,
    ]),
  error: messages.written([messages.errorEvent('overloaded_error', 'overloaded')]),
};

const chatWire: Wire = {
  name: 'Chat Completions',
  open: ({ cloud, url = cloud.service.url, clock, over, fetch }) =>
    Promise.resolve(
      openCompat(connectionTo(`${url}/v1`, over), {
        clock,
        userAgent: 'svc/0.1.0',
        fetch: fetch ?? cloud.fetch,
      }),
    ),
  begun: (text) => chat.textAnswer(text).slice(0, 2).join(''),
  counted: sse(chat.usageChunk(9, 0), chat.chunk({ content: 'half' })),
  calling: (content) =>
    chat
      .callAnswer('write_file', JSON.stringify({ path: 'a', content }))
      .slice(0, 3)
      .join(''),
  called: chat.callAnswer('write_file', path).slice(0, -2).join(''),
  calls: (count) =>
    sse(
      ...numbers(count).map((index) =>
        chat.chunk({
          tool_calls: [{ index, id: `t${index}`, function: { name: 'write_file', arguments: path } }],
        }),
      ),
    ),
  answer: (text, { prompt, cached, answer } = {}) => {
    const usage = {
      prompt_tokens: prompt,
      prompt_tokens_details: { cached_tokens: cached },
      completion_tokens: answer,
    };
    return sse(chat.chunk({ content: text }), chat.chunk({}, 'stop'), { choices: [], usage }, '[DONE]');
  },
  error: sse({ error: { message: 'overloaded', type: 'server_error' } }),
};

const geminiWire: Wire = {
  name: 'Gemini',
  open: ({ cloud, url, clock, account, over, fetch = cloud.fetch }) => {
    const elsewhere: typeof fetch = (asked, init) =>
      fetch(url === undefined || String(asked).endsWith('/token') ? asked : url, init);
    return openGeminiOn(
      { ...cloud, fetch: elsewhere },
      geminiConnection({ credentialsFile: account }, over),
      clock,
    );
  },
  begun: (text) => vertex.vertexSse(vertex.chunk({ parts: [{ text }] })),
  counted: vertex.vertexSse(vertex.chunk({ parts: [{ text: 'half' }], usage: { promptTokenCount: 9 } })),
  calling: (content) =>
    vertex.vertexSse(vertex.chunk({ parts: [vertex.callPart('write_file', { path: 'a', content })] })),
  called: vertex.callAnswer(vertex.callPart('write_file', { path: 'a' })).join(''),
  calls: (count) =>
    vertex.vertexSse(
      vertex.chunk({ parts: numbers(count).map(() => vertex.callPart('write_file', { path: 'a' })) }),
    ),
  answer: (text, { prompt, cached, answer } = {}) =>
    vertex.vertexSse(
      vertex.chunk({
        parts: [{ text }],
        finish: 'STOP',
        usage: { promptTokenCount: prompt, cachedContentTokenCount: cached, candidatesTokenCount: answer },
      }),
    ),
  error: vertex.vertexSse({ error: { code: 503, message: 'Overloaded', status: 'UNAVAILABLE' } }),
};

export const WIRES: readonly Wire[] = [messagesWire, chatWire, geminiWire];
