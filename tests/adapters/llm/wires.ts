import { beforeEach } from '@jest/globals';
import { openCompat } from '../../../src/adapters/out/llm/providers/compat.ts';
import type { Connection } from '../../../src/core/instance/models/model.ts';
import type { Model } from '../../../src/core/ports/model.ts';
import { ManualClock } from '../../doubles/manual-clock.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import * as chat from '../../servers/chat-completions.ts';
import { sse, type FakeProvider, type Reply } from '../../servers/fake-provider.ts';
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

export interface Bench extends Behind {
  /** The service of the cloud. */
  readonly server: FakeProvider;
}

/** A fake provider that answers so, and a clock: new ones for each test of the file. */
export function bench(...replies: readonly Reply[]): Bench {
  let made: Bench;
  beforeEach(async () => {
    const cloud = await vertex.startFakeCloud(...replies);
    const account = await vertex.writeServiceAccount(temporaryDir());
    made = { cloud, server: cloud.service, clock: new ManualClock(), account };
  });
  return {
    get cloud() {
      return made.cloud;
    },
    get server() {
      return made.server;
    },
    get clock() {
      return made.clock;
    },
    get account() {
      return made.account;
    },
  };
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
  /** A whole answer of these pieces of text, to be one by one. */
  readonly pieces: (...texts: readonly string[]) => readonly string[];
  /** A whole answer that is an error. */
  readonly error: string;
  /** An answer of the text "half" and a call of `write_file`, and how it is kept waiting before the call is complete. */
  readonly kept: {
    readonly half: string;
    /** Frames without content, in the forms that servers use. */
    readonly nothing: readonly string[];
    /** A piece of the answer that is not shown as text. */
    readonly unseen: string;
    readonly rest: string;
  };
}

export const COMMENT = ': still here\n\n';

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, nth) => nth);

const path = JSON.stringify({ path: 'a' });

export const messagesWire: Wire = {
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
  called: messages.answered('tool_use', messages.toolBlock(0, 't1', 'write_file', path)),
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
  pieces: messages.textInSteps,
  error: messages.written([messages.errorEvent('overloaded_error', 'overloaded')]),
  kept: {
    half: messages.written([
      messages.messageStart(),
      ...messages.textBlock(0, 'half'),
      messages.toolStart(1, 't1', 'write_file'),
    ]),
    nothing: [COMMENT, messages.written([messages.ping]), messages.written([messages.jsonDelta(1, '')])],
    unseen: messages.written([messages.jsonDelta(1, ' ')]),
    rest: messages.written([
      messages.jsonDelta(1, '{}'),
      messages.blockStop(1),
      messages.messageDelta('tool_use'),
      messages.messageStop,
    ]),
  },
};

export const chatWire: Wire = {
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
  pieces: chat.textAnswer,
  error: sse({ error: { message: 'overloaded', type: 'server_error' } }),
  kept: {
    half: sse(
      chat.chunk({ role: 'assistant', content: 'half' }),
      chat.chunk(chat.callDelta(0, { id: 'c1', name: 'write_file', arguments: '' })),
    ),
    nothing: [
      COMMENT,
      sse(chat.chunk({ role: 'assistant', content: '' })),
      sse(chat.chunk(chat.callDelta(0, { arguments: '' }))),
      sse(chat.chunk({})),
    ],
    unseen: sse(chat.chunk(chat.callDelta(0, { arguments: ' ' }))),
    rest: sse(chat.chunk(chat.callDelta(0, { arguments: '{}' })), chat.chunk({}, 'tool_calls'), '[DONE]'),
  },
};

export const geminiWire: Wire = {
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
  pieces: vertex.textAnswer,
  error: vertex.vertexSse({ error: { code: 503, message: 'Overloaded', status: 'UNAVAILABLE' } }),
  kept: {
    half: vertex.vertexSse(vertex.chunk({ parts: [{ text: 'half' }] })),
    nothing: [COMMENT, vertex.vertexSse(vertex.chunk({ parts: [{ text: '' }] }))],
    unseen: vertex.vertexSse(vertex.chunk({ parts: [{ thought: true, text: ' ' }] })),
    rest: vertex.callAnswer(vertex.callPart('write_file')).join(''),
  },
};

export const WIRES: readonly Wire[] = [messagesWire, chatWire, geminiWire];
