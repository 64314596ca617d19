import { say } from '../../../core/execution/tool-servers/says.ts';
import {
  isInputRequiredResult,
  ProtocolError,
  type Client,
  type Progress,
} from '@modelcontextprotocol/client';
import { aborted, firstOf } from '../../../core/kernel/abort.ts';
import { isJsonObject, isDeeperThan, type Json, type JsonObject } from '../../../core/kernel/json.ts';
import { isRefusal } from '../../../core/kernel/refusal.ts';
import type { Clock } from '../../../core/ports/clock.ts';
import { refuse } from '../../../core/execution/tool-servers/errors.ts';
import { toolServerLimits as limits } from '../../../core/execution/tool-servers/limits.ts';
import type {
  CallAsked,
  CallResult,
  ConnectionEvents,
  ToolServerConnection,
} from '../../../core/execution/tool-servers/port.ts';
import { failureOf, statusOf } from './failures.ts';
import { HeaderSchemas } from './header-schemas.ts';
import { asItIs } from './lenient-client.ts';
import { answersTo, type Asking } from './questions.ts';
import { sizeOf } from './list-size.ts';
import { RAW, type Wire } from './wire.ts';

/** Timers of the library may not be longer; the callers bound the time. */
export const NO_TIMEOUT = 2 ** 31 - 1;
/** Lists come in pages, of which some may be empty. */
const PAGES = 64;
/** How often a server may ask again before it answers a call. */
const ROUNDS = 10;
const AGAIN_MS = 250;
/** How deep the content of a result may nest: code that handles it is recursive. */
const RESULT_DEPTH = 64;

export interface ConnectionDeps {
  readonly client: Client;
  readonly wire: Wire;
  readonly clock: Clock;
  readonly events: ConnectionEvents;
  /** The calls that are under way. */
  readonly asking: Asking;
}

/** See the port. */
export class Connection implements ToolServerConnection {
  readonly protocol: string;
  readonly software: string;
  readonly #deps: ConnectionDeps;
  readonly #schemas = new HeaderSchemas();
  readonly #closed = new AbortController();

  constructor(deps: ConnectionDeps) {
    this.#deps = deps;
    const { name = '', version = '' } = deps.client.getServerVersion() ?? {};
    this.software = `${name} ${version}`.trim();
    this.protocol = deps.client.getNegotiatedProtocolVersion() ?? '';
  }

  async definitions(signal: AbortSignal): Promise<readonly Json[]> {
    if (!this.#deps.client.getServerCapabilities()?.tools) return [];
    const definitions = await this.#unless(signal, (stop) => this.#pages(stop));
    // Of revisions that know nothing of headers, such a member has no meaning, and over pipes there are none.
    const hasHeaders = this.#deps.client.getProtocolEra() === 'modern' && this.#deps.wire.hasPerRequestStream;
    return hasHeaders ? this.#schemas.learn(definitions) : definitions;
  }

  async call(asked: CallAsked): Promise<CallResult> {
    this.#deps.asking.add(asked);
    try {
      return await this.#unless(asked.signal, (stop) => this.#answered(asked, stop));
    } catch (error) {
      if (asked.signal.aborted || this.#isOver || (await this.isKnown(asked.signal))) throw error;
      throw ofUnknown(error);
    } finally {
      this.#deps.asking.delete(asked);
    }
  }

  /** Servers answer what they do not know in many ways: it is known where the list of tools is answered. */
  async isKnown(signal: AbortSignal): Promise<boolean> {
    const { client, clock, wire } = this.#deps;
    const deadline = clock.deadline(limits.connectMs);
    const stop = firstOf(signal, deadline.signal);
    try {
      await this.#unless(stop.signal, (given) =>
        client.request({ method: 'tools/list', params: {} }, asItIs, { signal: given, timeout: NO_TIMEOUT }),
      );
    } catch (error) {
      if (!stop.signal.aborted && !this.#isOver && statusBehind(error) !== BUSY) wire.break(forgotten());
    } finally {
      stop.release();
      deadline.cancel();
    }
    return !this.#isOver;
  }

  get #isOver(): boolean {
    return this.#closed.signal.aborted || this.#deps.wire.broken !== null;
  }

  async close(): Promise<void> {
    this.#closed.abort('The connection was closed.');
    await this.#deps.wire.close();
  }

  /**
   * Follows changes of the list, in revisions that tell of them only those who subscribe. Ends when the server does not
   * offer that, or with the connection; a subscription that the server ends is made again after a pause.
   */
  async follow(): Promise<void> {
    const { client, clock, events, wire } = this.#deps;
    let pauseMs: number = limits.firstRetryMs;
    for (let isFirst = true; ; isFirst = false) {
      const began = clock.monotonic();
      try {
        const subscription = await client.listen({ toolsListChanged: true }, { timeout: limits.connectMs });
        // It may have changed since the last subscription ended.
        if (!isFirst) events.listChanged();
        await subscription.closed;
      } catch (error) {
        if (this.#closed.signal.aborted || wire.broken) return;
        if (ProtocolError.isInstance(error)) return;
        const failure = failureOf(error);
        if (failure.code === 'tool_server_away') wire.break(failure);
        return;
      }
      if (clock.monotonic() - began >= limits.goodMs) pauseMs = limits.firstRetryMs;
      await clock.sleep(pauseMs, this.#closed.signal);
      if (this.#closed.signal.aborted || wire.broken) return;
      pauseMs = Math.min(pauseMs * 2, limits.longestListPauseMs);
    }
  }

  async #pages(signal: AbortSignal): Promise<readonly Json[]> {
    const { client } = this.#deps;
    const found: Json[] = [];
    let cursor: string | null = null;
    let size = 0;
    for (let page = 0; page < PAGES; page++) {
      const params = cursor === null ? {} : { cursor };
      const options = { signal, timeout: NO_TIMEOUT };
      const result = await client.request({ method: 'tools/list', params }, asItIs, options);
      const { tools, nextCursor } = rawOf(result);
      if (!Array.isArray(tools)) throw refuse.tool_server_failed({}, say('server.no_list'));
      size += sizeOf(tools as readonly Json[], limits.listBytes);
      if (size > limits.listBytes) throw refuse.tool_server_failed({}, say('server.list_long'));
      for (const tool of tools as readonly Json[]) found.push(tool);
      if (typeof nextCursor !== 'string' || found.length > limits.tools) return found;
      cursor = nextCursor;
    }
    return found;
  }

  async #answered(asked: CallAsked, signal: AbortSignal): Promise<CallResult> {
    const { tool: name, input, progressed } = asked;
    const onprogress = ({ progress, total, message }: Progress) =>
      progressed(progress, total ?? null, message ?? null);
    let more: JsonObject = {};
    for (let round = 0; round < ROUNDS; round++) {
      const result: unknown = await this.#deps.client.callTool(
        { name, arguments: input, ...more },
        {
          signal,
          onprogress,
          timeout: NO_TIMEOUT,
          allowInputRequired: true,
          toolDefinition: this.#schemas.of(name),
        },
      );
      if (!isInputRequiredResult(result)) return resultOf(rawOf(result));
      const { inputRequests = {}, requestState } = result;
      const questions = Object.entries(inputRequests);
      if (questions.length === 0) await this.#deps.clock.sleep(AGAIN_MS, signal);
      more = {
        ...(questions.length === 0 ? {} : { inputResponses: await answersTo(questions, asked) }),
        ...(requestState === undefined ? {} : { requestState }),
      };
    }
    throw refuse.tool_server_failed({}, say('server.rounds', { times: ROUNDS }));
  }

  /** Ends at once with the signal, whatever the server does; it is told. */
  async #unless<T>(signal: AbortSignal, work: (stop: AbortSignal) => Promise<T>): Promise<T> {
    const { wire } = this.#deps;
    const stop = new AbortController();
    const givenUp = aborted(signal).then(() => {
      // The text is sent to the server.
      stop.abort('The request was given up.');
      throw refuse.tool_server_away({}, say('server.given_up'));
    });
    const working = work(stop.signal);
    // The loser of the race may still fail.
    for (const each of [givenUp, working]) each.catch(() => undefined);
    try {
      return await Promise.race([working, givenUp]);
    } catch (error) {
      throw wire.broken ?? failureOf(error);
    }
  }
}

const forgotten = () => refuse.tool_server_away({}, say('server.forgotten'));

/** The status of a server that is asked too often. */
const BUSY = 429;
/** Statuses of requests that were not begun: the session is not known. */
const NOT_BEGUN: ReadonlySet<number | null> = new Set([400, 404]);

const statusBehind = (error: unknown): number | null => (isRefusal(error) ? statusOf(error.cause) : null);

/** What is told of a call that failed, when the server did not know the connection after it. */
function ofUnknown(error: unknown): unknown {
  if (isRefusal(error) && error.code === 'tool_server_sign_in')
    return refuse.tool_server_sign_in({}, say('server.once_more', { why: error.says }), error);
  if (!NOT_BEGUN.has(statusBehind(error))) return error;
  return refuse.tool_server_away({}, say('server.call_again'), error);
}

/** As the server sent it. */
const rawOf = (result: unknown): JsonObject => (result as { readonly [RAW]?: JsonObject })[RAW] ?? {};

function resultOf(raw: JsonObject): CallResult {
  const { content, structuredContent: structured, isError } = raw;
  if (isDeeperThan(raw, RESULT_DEPTH)) throw refuse.tool_server_failed({}, say('server.result_deep'));
  if (content !== undefined && !Array.isArray(content))
    throw refuse.tool_server_failed({}, say('server.no_result'));
  return {
    content: (content as readonly Json[] | undefined) ?? [],
    structured: isJsonObject(structured) ? structured : null,
    isError: isError === true,
  };
}
