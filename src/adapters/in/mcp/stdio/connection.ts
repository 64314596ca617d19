import { isInexactNumber, refuseInexact } from '../../../../core/kernel/exact-json.ts';
import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { Transport as LegacyTransport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { Transport as ModernTransport } from '@modelcontextprotocol/server';
import type { Clock } from '../../../../core/ports/clock.ts';
import {
  idIn,
  isModern,
  isRequest,
  type Message,
  readMessage,
  type RequestId,
  RPC,
  rpcError,
  type RpcError,
} from '../json-rpc.ts';
import { mcpLimits } from '../limits.ts';
import { LineReader, type Unread } from './line-reader.ts';

/** What carries an era's messages: both libraries know it under the same members. */
export type EraTransport = LegacyTransport & ModernTransport;

export interface StdioDeps {
  readonly input: Readable;
  /** Writes a line, and resolves when the host may be sent more. */
  readonly write: (line: string) => Promise<void>;
  /** Each is called once, when the host first speaks that era. */
  readonly legacy: (transport: EraTransport) => Promise<void>;
  readonly modern: (transport: EraTransport) => Promise<void>;
  readonly clock: Pick<Clock, 'sleep'>;
}

type Era = 'legacy' | 'modern';

const CANCELLED = 'notifications/cancelled';

/**
 * One host at the other end of a pair of pipes. It may speak both eras of the protocol; each has a transport of its own,
 * and an answer goes to the era that asked. What is no message of the protocol is answered with an error, and the
 * connection goes on.
 */
export class StdioConnection {
  readonly #deps: StdioDeps;
  readonly #sides = new Map<Era, Promise<Side>>();
  /** Requests of the host without an answer, by the era that works on them. */
  readonly #open = new Map<RequestId, Era>();
  readonly #closed = Promise.withResolvers<void>();
  #isInitialized = false;
  #isGone = false;
  /** Settles when the messages before it are taken: one after the other. */
  #taken: Promise<void> = Promise.resolve();
  #idle: (() => void) | null = null;

  constructor(deps: StdioDeps) {
    this.#deps = deps;
    const lines = new LineReader(mcpLimits.messageBytes, (line, why) => this.#read(line, why));
    deps.input.on('data', (chunk: Buffer) => lines.push(chunk));
    deps.input.once('end', () => void this.#finish());
    deps.input.once('error', () => void this.close());
  }

  /** Resolves when the host has closed its end, or `close` was called. */
  get closed(): Promise<void> {
    return this.#closed.promise;
  }

  /** Whether the host has gone away, or is about to be left. */
  get isClosing(): boolean {
    return this.#isGone;
  }

  /** Requests in flight are told that the host is gone; repeatable. */
  async close(): Promise<void> {
    if (this.#isGone) return await this.closed;
    this.#isGone = true;
    this.#deps.input.pause();
    for (const side of this.#sides.values()) (await side).onclose?.();
    this.#closed.resolve();
  }

  /** A host that pipes its requests in and closes its end gets the answers that come soon. */
  async #finish(): Promise<void> {
    await this.#taken;
    if (this.#open.size > 0) {
      const late = new AbortController();
      const answered = new Promise<void>((resolve) => (this.#idle = resolve));
      await Promise.race([answered, this.#deps.clock.sleep(mcpLimits.lastAnswersMs, late.signal)]);
      late.abort();
    }
    await this.close();
  }

  #read(line: string | null, why?: Unread): void {
    if (line === '') return;
    if (why === 'not_utf8')
      return this.#refuse(rpcError(RPC.parse, 'This line is not UTF-8, as JSON is; it was not read.'));
    if (line === null)
      return this.#refuse(
        rpcError(
          RPC.request,
          `A message may have ${mcpLimits.messageBytes} bytes at most; this one was not read.`,
        ),
      );
    let value: unknown;
    try {
      value = JSON.parse(line);
      refuseInexact(value, () => line);
    } catch (error) {
      if (isInexactNumber(error)) return this.#refuse(rpcError(RPC.params, error.message, idIn(value)));
      return this.#refuse(rpcError(RPC.parse, 'This line is not JSON.'));
    }
    const read = readMessage(value);
    if ('refusal' in read) this.#refuse(read.refusal);
    else if (read.message) {
      const { message } = read;
      this.#taken = this.#taken.then(() => this.#take(message));
    }
  }

  async #take(message: Message): Promise<void> {
    const { id } = message;
    const era = this.#eraOf(message);
    if (id !== undefined && isRequest(message)) {
      const refusal = this.#refusalOf(message, id, era);
      if (refusal) return this.#refuse(refusal);
      this.#open.set(id, era);
    }
    try {
      const side = await this.#side(era);
      side.onmessage?.(message as never);
      if (message.method === CANCELLED) await this.#forget(message);
    } catch {
      // The side could not be made: whatever the reason is, it stays in this process.
      if (id !== undefined && isRequest(message))
        await this.#send(rpcError(RPC.internal, 'The server failed internally.', id));
    }
  }

  /** A request that was cancelled gets no answer, so its id is free once the library has looked for it. */
  async #forget({ params }: Message): Promise<void> {
    await setImmediate();
    this.#open.delete(params?.['requestId'] as RequestId);
    this.#restIfIdle();
  }

  /** A cancellation goes where its request went; an answer to us answers the era that asks its host. */
  #eraOf(message: Message): Era {
    if (isModern(message)) return 'modern';
    const cancelled = message.params?.['requestId'];
    if (message.method === CANCELLED) return this.#open.get(cancelled as RequestId) ?? 'legacy';
    return 'legacy';
  }

  #refusalOf({ method }: Message, id: RequestId, era: Era): RpcError | null {
    // With its id, the answer would be taken for that of the first one.
    if (this.#open.has(id)) return rpcError(RPC.request, `The request with the id ${id} is still open.`);
    if (era === 'modern' || method === 'ping') return null;
    if (method === 'initialize') {
      if (this.#isInitialized) return rpcError(RPC.request, 'This session is initialized already.', id);
      this.#isInitialized = true;
      return null;
    }
    return this.#isInitialized
      ? null
      : rpcError(RPC.request, 'Send initialize first, or the protocol version in each request.', id);
  }

  #side(era: Era): Promise<Side> {
    const known = this.#sides.get(era);
    if (known) return known;
    const side: Side = {
      start: async () => undefined,
      send: async (message) => await this.#send(message as Message),
      close: async () => undefined,
    };
    const ready = this.#deps[era](side).then(() => side);
    this.#sides.set(era, ready);
    return ready;
  }

  async #send(message: Message | RpcError): Promise<void> {
    const isAnswer = !('method' in message) && message.id !== null && message.id !== undefined;
    if (isAnswer) this.#open.delete(message.id as RequestId);
    await this.#deps.write(`${JSON.stringify(message)}\n`);
    this.#restIfIdle();
  }

  #restIfIdle(): void {
    if (this.#open.size === 0) this.#idle?.();
  }

  #refuse(error: RpcError): void {
    void this.#deps.write(`${JSON.stringify(error)}\n`);
  }
}

type Side = EraTransport;
