import { becauseOf, type Because } from '../../kernel/worded.ts';
import type { Says } from '../../kernel/says.ts';
import { quote } from '../../kernel/quoted.ts';
import { say } from './says.ts';
import type { Words } from '../../ports/words.ts';
import { aborted, firstOf, OVER } from '../../kernel/abort.ts';
import type { Json } from '../../kernel/json.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import { cleanedLine } from './cleaned-text.ts';
import { refuse } from './errors.ts';
import { toolServerLimits as limits } from './limits.ts';
import type { ServerState, ToolServer } from './model.ts';
import type { ToolServerClient, ToolServerConnection } from './port.ts';

export interface KeptConnectionDeps {
  readonly words: Words;
  readonly client: ToolServerClient;
  readonly clock: Clock;
  readonly log: Log;
  /** Takes a new list of definitions. An error counts as one of the connection. */
  readonly listed: (definitions: readonly Json[]) => Promise<void>;
  /** Something a reader may see has changed. */
  readonly changed: () => void;
}

/** Keeps one server connected: tries again after pauses that grow, and reads its list again when it says so. */
export class KeptConnection {
  readonly server: ToolServer;
  readonly #deps: KeptConnectionDeps;
  readonly #stopped = new AbortController();
  #state: ServerState = { state: 'connecting' };
  #connection: ToolServerConnection | null = null;
  /** Settles with the attempt that is under way, or with the next one. */
  #attempt = Promise.withResolvers<void>();
  /** Ends the present connection. */
  #anew = new AbortController();
  /** Ends the pause before the next attempt. */
  #hurry = new AbortController();
  /** Why it was away when that was logged last: a server may be tried again for days. */
  #told = '';
  #hasBegun = false;
  /** When the present connection was made, and when it was last known to work. */
  #connectedAt = Infinity;
  #knownAt = -Infinity;
  #life: Promise<void> = Promise.resolve();

  constructor(server: ToolServer, deps: KeptConnectionDeps) {
    this.server = server;
    this.#deps = deps;
  }

  get state(): ServerState {
    return this.#state;
  }

  /** Begins, and returns at once. Repeatable. */
  start(): void {
    if (this.#hasBegun || this.#stopped.signal.aborted) return;
    this.#hasBegun = true;
    this.#life = this.#live();
  }

  /** Ends it. Repeatable; never rejects. */
  async stop(): Promise<void> {
    this.#stopped.abort(OVER);
    await this.#life;
  }

  /** Connects anew at once, also where it is connected. Calls that are in progress there are cut off. */
  again(): void {
    if (this.#stopped.signal.aborted) return;
    this.#connection = null;
    this.#anew.abort(OVER);
    this.#become({ state: 'connecting' });
    this.#hurry.abort(OVER);
  }

  /**
   * The connection; waits for an attempt that is under way, and makes one if the server is away, or if it has forgotten a
   * connection that was not used for a while: a call that it refused could not be repeated without a doubt.
   * @throws Refusal tool_server_away
   */
  async ready(signal: AbortSignal): Promise<ToolServerConnection> {
    const known = await this.#known(signal);
    if (known) return known;
    this.start();
    this.#hurry.abort(OVER);
    const deadline = this.#deps.clock.deadline(limits.waitMs);
    const stop = firstOf(signal, deadline.signal, this.#stopped.signal);
    try {
      await Promise.race([this.#attempt.promise, aborted(stop.signal)]);
    } finally {
      stop.release();
      deadline.cancel();
    }
    if (this.#connection) return this.#connection;
    const why = this.#state.state === 'away' ? this.#state.says : [say('server.connecting')];
    throw refuse.tool_server_away({}, say('server.not_ready', { name: quote(this.server.name), why }));
  }

  /** The present connection, if the server knows it. A program that has ended is noticed without asking. */
  async #known(signal: AbortSignal): Promise<ToolServerConnection | null> {
    const connection = this.#connection;
    const now = this.#deps.clock.monotonic();
    const isUnsure = this.server.place.kind === 'http' && now - this.#knownAt >= limits.goodMs;
    if (connection !== null && isUnsure && !(await connection.isKnown(signal))) return null;
    this.#knownAt = now;
    return connection;
  }

  /** Waits for the first attempt, for `waitMs` at most. `state` says what it came to. Never rejects. */
  async tried(): Promise<void> {
    if (this.#state.state === 'connecting') await this.ready(this.#stopped.signal).catch(() => undefined);
  }

  async #live(): Promise<void> {
    let pauseMs: number = limits.firstRetryMs;
    while (!this.#stopped.signal.aborted) {
      this.#connectedAt = Infinity;
      this.#anew = new AbortController();
      const why = await this.#connected();
      if (this.#stopped.signal.aborted) return;
      const wasGood = this.#deps.clock.monotonic() - this.#connectedAt >= limits.goodMs;
      if (wasGood) pauseMs = limits.firstRetryMs;
      this.#hurry = new AbortController();
      if (wasGood || this.#anew.signal.aborted) {
        // It is not away: it is connected again at once.
        this.#become({ state: 'connecting' });
        continue;
      }
      this.#become({ state: 'away', ...why, retryAt: this.#deps.clock.now() + pauseMs });
      this.#settle();
      const stop = firstOf(this.#stopped.signal, this.#hurry.signal);
      await this.#deps.clock.sleep(pauseMs, stop.signal);
      stop.release();
      pauseMs = Math.min(pauseMs * 2, limits.longestRetryMs);
      this.#become({ state: 'connecting' });
    }
  }

  /** Tells those who wait for an attempt. */
  #settle(): void {
    this.#attempt.resolve();
    this.#attempt = Promise.withResolvers<void>();
  }

  /** One connection, from dialling to its end. @returns why it ended */
  async #connected(): Promise<Because> {
    const { client, clock, log } = this.#deps;
    const ended = Promise.withResolvers<readonly Says[]>();
    const notices = new Notices();
    const events = {
      listChanged: () => notices.add(),
      ended: ended.resolve,
    };
    const connectMs = this.server.place.kind === 'command' ? limits.programMs : limits.connectMs;
    const deadline = clock.deadline(connectMs);
    const stop = firstOf(this.#stopped.signal, deadline.signal);
    let connection: ToolServerConnection | null = null;
    try {
      connection = await client.connect(this.server, events, stop.signal);
      await this.#deps.listed(await connection.definitions(stop.signal));
      deadline.cancel();
      const { protocol, software } = connection;
      this.#connection = connection;
      this.#connectedAt = clock.monotonic();
      this.#knownAt = this.#connectedAt;
      const told = { protocol: cleanedLine(protocol, 40), software: cleanedLine(software, limits.saidChars) };
      this.#become({ state: 'connected', since: clock.now(), ...told });
      this.#settle();
      log.info('tool server connected', { server: this.server.name, protocol: told.protocol });
      const over = Promise.race([
        ended.promise,
        aborted(this.#stopped.signal).then(() => [say('server.engine_stops')]),
        aborted(this.#anew.signal).then(() => [say('server.anew')]),
      ]);
      return { code: 'tool_server_away', says: await this.#followed(connection, notices, over) };
    } catch (error) {
      if (!isRefusal(error)) log.error('tool server failed', { server: this.server.name, error });
      const isLate = deadline.signal.aborted;
      if (isLate)
        return {
          code: 'tool_server_away',
          says: [say('server.silent', { seconds: connectMs / 1000 })],
        };
      return isRefusal(error) ? becauseOf(error) : { code: 'internal', says: [say('server.internal')] };
    } finally {
      stop.release();
      deadline.cancel();
      this.#connection = null;
      await connection?.close();
    }
  }

  /** Reads the list again whenever it changes, until the connection is over. @returns why it is */
  async #followed(
    connection: ToolServerConnection,
    notices: Notices,
    over: Promise<readonly Says[]>,
  ): Promise<readonly Says[]> {
    const { clock } = this.#deps;
    let pauseMs: number = limits.listPauseMs;
    let readAt = -Infinity;
    for (;;) {
      const why = await Promise.race([over, notices.next()]);
      if (why !== undefined) return why;
      // A server that reports changes all the time is asked more and more rarely.
      const isQuiet = clock.monotonic() - readAt > limits.longestListPauseMs;
      pauseMs = isQuiet ? limits.listPauseMs : Math.min(pauseMs * 2, limits.longestListPauseMs);
      const woken = new AbortController();
      await Promise.race([clock.sleep(pauseMs, woken.signal), over]);
      woken.abort(OVER);
      notices.clear();
      readAt = clock.monotonic();
      await this.#listAgain(connection);
    }
  }

  async #listAgain(connection: ToolServerConnection): Promise<void> {
    const deadline = this.#deps.clock.deadline(limits.connectMs);
    const stop = firstOf(this.#stopped.signal, deadline.signal);
    try {
      await this.#deps.listed(await connection.definitions(stop.signal));
      this.#deps.changed();
    } finally {
      stop.release();
      deadline.cancel();
    }
  }

  #become(state: ServerState): void {
    this.#state = state;
    const why = state.state === 'away' ? this.#deps.words.inEnglish(state.says) : '';
    if (state.state === 'away' && why !== this.#told) {
      this.#told = why;
      this.#deps.log.info('tool server is away', { server: this.server.name, code: state.code, why });
    }
    if (state.state === 'connected') this.#told = '';
    this.#deps.changed();
  }
}

/** Notices of a changed list: any number of them count as one until they are cleared. */
class Notices {
  #some = Promise.withResolvers<undefined>();

  add(): void {
    this.#some.resolve(undefined);
  }

  /** Resolves once there is one. */
  next(): Promise<undefined> {
    return this.#some.promise;
  }

  clear(): void {
    this.#some = Promise.withResolvers<undefined>();
  }
}
