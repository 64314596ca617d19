import type { Says } from '../../../core/kernel/says.ts';
import { say } from '../../../core/execution/tool-servers/says.ts';
import {
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type Transport,
  type TransportSendOptions,
} from '@modelcontextprotocol/client';
import { KIB } from '../../../core/kernel/bytes.ts';
import type { Json } from '../../../core/kernel/json.ts';
import type { Refusal } from '../../../core/kernel/refusal.ts';
import type { Clock } from '../../../core/ports/clock.ts';
import { refuse } from '../../../core/execution/tool-servers/errors.ts';
import { Flood } from './flood.ts';
import { messageTooLong } from './guarded-fetch.ts';
import { UnusableLine } from './lines.ts';
import { sizeOf } from './list-size.ts';

/** The key of a result as the server sent it, in the result that the library checks. No JSON can contain it. */
export const RAW = Symbol('as sent');
/** The data of the error that answers a request whose stream ended without an answer. */
export const LOST = Symbol('lost');

/** A transport that knows why it ended by itself. */
export interface EndingTransport extends Transport {
  readonly ending?: () => Refusal;
  /** Whether it cannot go on after an error. */
  readonly endsWith?: (error: Error) => boolean;
}

export interface WireDeps {
  readonly clock: Pick<Clock, 'monotonic'>;
  /** It has ended, but not by `close`. At most once. */
  readonly ended: (why: Refusal) => void;
}

interface Asked {
  readonly method: string;
  /** Ends the stream of its answer, where the transport has one for each request. */
  readonly stream: AbortController;
}

/** Streams that a server may leave open after it has answered. */
const LEFT_OPEN = 16;
/** What a server sends without being asked is short. */
const UNASKED_BYTES = 256 * KIB;
/** Requests that a server may have open: it may ask without reading the answers. */
const UNANSWERED = 64;

/**
 * A transport, with what the library leaves open: the content of lists and results is kept from its checks, because one
 * odd part must not spoil the rest; a request whose stream ends without an answer fails; a request that was given up does
 * not keep its stream; and a server that floods is left.
 */
export class Wire implements Transport {
  onclose: Transport['onclose'];
  onerror: Transport['onerror'];
  onmessage: Transport['onmessage'];
  readonly hasPerRequestStream: boolean;
  readonly #inner: EndingTransport;
  readonly #deps: WireDeps;
  readonly #asked = new Map<string, Asked>();
  /** Streams of answered requests, which servers should end; oldest first. */
  readonly #answered: AbortController[] = [];
  #broken: Refusal | null = null;
  #isClosed = false;
  readonly #flood: Flood;
  /** Requests of the server: those that are open, and those whose answer is on its way. */
  readonly #questions = new Map<string, 'open' | 'answered'>();

  constructor(inner: EndingTransport, deps: WireDeps) {
    this.#inner = inner;
    this.#deps = deps;
    this.#flood = new Flood(deps.clock);
    this.hasPerRequestStream = inner.hasPerRequestStream === true;
    inner.onmessage = (message) => this.#received(message);
    const why = () => inner.ending?.() ?? refuse.tool_server_away();
    inner.onclose = () => this.break(why());
    inner.onerror = (error) => {
      if (this.#isClosed) return;
      this.onerror?.(error);
      const excess = this.#flood.take(error instanceof UnusableLine ? error.bytes : 0);
      if (inner.endsWith?.(error)) this.break(why());
      else if (excess !== null) this.break(flood(excess));
    };
  }

  get sessionId(): string | undefined {
    return this.#inner.sessionId;
  }

  /** Why it ended by itself; null otherwise. */
  get broken(): Refusal | null {
    return this.#broken;
  }

  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion?.(version);
  }

  start(): Promise<void> {
    return this.#inner.start();
  }

  async send(message: JSONRPCMessage, options: TransportSendOptions = {}): Promise<void> {
    if (isJSONRPCRequest(message)) return await this.#ask(message, options);
    const answers = 'method' in message ? null : String(message.id);
    if (answers !== null) this.#questions.set(answers, 'answered');
    try {
      await this.#inner.send(message, options);
    } finally {
      if (answers !== null) this.#questions.delete(answers);
    }
    if (!('method' in message) || message.method !== 'notifications/cancelled') return;
    const id = String(message.params?.['requestId']);
    this.#asked.get(id)?.stream.abort();
    this.#asked.delete(id);
  }

  /** Ends it, because of the server: what waits for an answer fails. */
  break(why: Refusal): void {
    if (this.#isClosed) return;
    this.#broken = why;
    void this.close();
    this.#deps.ended(why);
  }

  /** Repeatable; never rejects. */
  async close(): Promise<void> {
    const isFirst = !this.#isClosed;
    this.#isClosed = true;
    const closing = this.#inner.close().catch(() => undefined);
    if (isFirst) this.onclose?.();
    await closing;
  }

  async #ask(
    message: JSONRPCMessage & { id: string | number; method: string },
    options: TransportSendOptions,
  ) {
    const id = String(message.id);
    const stream = new AbortController();
    this.#asked.set(id, { method: message.method, stream });
    options.requestSignal?.addEventListener('abort', () => {
      stream.abort();
      this.#asked.delete(id);
    });
    try {
      await this.#inner.send(message, {
        ...options,
        requestSignal: stream.signal,
        onRequestStreamEnd: options.onRequestStreamEnd ?? (() => this.#lost(message.id)),
      });
    } catch (error) {
      this.#asked.delete(id);
      throw error;
    }
  }

  #lost(id: string | number): void {
    if (!this.#asked.delete(String(id))) return;
    // The code is one of the implementation's own.
    this.onmessage?.({ jsonrpc: '2.0', id, error: { code: -32099, message: 'lost', data: LOST } });
  }

  #received(message: JSONRPCMessage): void {
    if (this.#isClosed) return;
    const isAnswer = isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message);
    const id = isAnswer ? String(message.id) : '';
    const asked = isAnswer ? this.#asked.get(id) : undefined;
    if (!isAnswer || !asked) {
      const size = sizeOf(message as Json, UNASKED_BYTES);
      const excess = this.#flood.take(size);
      if (excess !== null) this.break(flood(excess));
      else if (isJSONRPCRequest(message) && !this.#mayAsk(message.id)) this.break(unread());
      else if (size > UNASKED_BYTES) this.break(messageTooLong(UNASKED_BYTES));
      // An answer to a request that was given up, or to none, is dropped.
      else if (!isAnswer) {
        this.#takenBack(message);
        this.onmessage?.(message);
      }
      return;
    }
    this.#asked.delete(id);
    this.#answered.push(asked.stream);
    if (this.#answered.length > LEFT_OPEN) this.#answered.shift()?.abort();
    const answer = isJSONRPCResultResponse(message)
      ? { ...message, result: framed(asked.method, message.result) }
      : message;
    // The library handles a notice a moment after it has come: one that came before the answer has to be told before it.
    queueMicrotask(() => this.onmessage?.(answer));
  }

  /** Two open questions of one id could not be told apart. */
  #mayAsk(id: string | number): boolean {
    const isNew = !this.#questions.has(String(id));
    this.#questions.set(String(id), 'open');
    return isNew && this.#questions.size <= UNANSWERED;
  }

  /** A question that the server takes back gets no answer. One whose answer is on its way keeps its place. */
  #takenBack(message: JSONRPCMessage): void {
    if (!('method' in message) || message.method !== 'notifications/cancelled') return;
    const id = String(message.params?.['requestId']);
    if (this.#questions.get(id) === 'open') this.#questions.delete(id);
  }
}

/** Over pipes. The library recognizes these by two members, and judges a silent or closed server by that. */
export class PipeWire extends Wire {
  readonly pid = null;
  readonly stderr = null;
}

const unread = () => refuse.tool_server_failed({}, say('server.questions', { most: UNANSWERED }));

const flood = (excess: Says) => refuse.tool_server_failed({}, excess);

/**
 * What the library checks of a result: what the protocol needs, without the content. A result that does not say of which
 * type it is, is complete, also where the library insists on the type.
 */
function framed(method: string, result: Readonly<Record<string, unknown>>) {
  if (method === 'tools/list') {
    const { nextCursor: _, ...rest } = result;
    return { resultType: 'complete', ...rest, tools: [], [RAW]: result };
  }
  if (method !== 'tools/call') return result;
  const { structuredContent: _, isError: __, _meta: ___, ...rest } = result;
  return { resultType: 'complete', ...rest, content: [], [RAW]: result };
}
