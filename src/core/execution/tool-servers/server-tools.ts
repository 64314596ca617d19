import { say } from './says.ts';
import type { Json } from '../../kernel/json.ts';
import type { ConsentService } from '../../conversation/consent/service.ts';
import { OneAtATime } from '../../kernel/one-at-a-time.ts';
import type { Journal } from '../../ports/journal.ts';
import type { Tool } from '../runs/port.ts';
import type { ToolServerChange, ToolServerStore } from './store.ts';
import { CallsInProgress, type CallInProgress } from './calls-in-progress.ts';
import { compared, pinFrom, readDefinition, type ReadDefinition } from './definitions.ts';
import { refuse } from './errors.ts';
import { KeptConnection, type KeptConnectionDeps } from './kept-connection.ts';
import { toolServerLimits as limits } from './limits.ts';
import {
  destinationOf,
  placeText,
  type PinnedDefinition,
  type ServerState,
  type ServerTool,
  type ToolServer,
} from './model.ts';
import { offeredName } from './naming.ts';
import { offeredTool, type OfferedToolDeps } from './offered-tool.ts';
import { ofToken, type LoginStore, type ToolServerConnection } from './port.ts';
import { SignInInProgress, type SignInReport } from './sign-in.ts';

export interface ServerToolsDeps
  extends Omit<KeptConnectionDeps, 'listed'>, Omit<OfferedToolDeps, 'ready' | 'calls'> {
  readonly store: ToolServerStore;
  readonly journal: Journal<ToolServerChange>;
  readonly logins: LoginStore;
  readonly consents: Pick<ConsentService, 'forget'>;
  readonly sha256: (text: string) => string;
}

/** What surfaces show of a server. */
export interface ServerReport {
  readonly server: ToolServer;
  readonly state: ServerState;
  readonly tools: readonly ServerTool[];
  /** Of the whole list as it is reported; see `Acceptance`. */
  readonly listDigest: string;
  /** Entries of its list beyond the limit, which are not read. */
  readonly leftOut: number;
  readonly calls: readonly CallInProgress[];
  /** The login that waits for the owner, and until when. */
  readonly signIn: SignInReport | null;
  readonly isSignedIn: boolean;
}

/** A tool whose present definition the owner accepts. `digest`: of the definition that the owner has seen. */
export interface AcceptedTool {
  readonly name: string;
  readonly digest?: string | undefined;
}

/** What the owner accepts: some tools (null: all), each by its digest or all by `seen`, the digest of the list. */
export interface Acceptance {
  readonly tools: readonly AcceptedTool[] | null;
  readonly seen: string | null;
}

/** Short enough to be typed, and too long for a server to find two lists that share it while the owner reads one. */
const DIGEST_CHARS = 20;

/** Whether these are the tools of an svc on this machine, which may well be this one. */
function isEngineHere({ place }: ToolServer, definitions: readonly Json[]): boolean {
  const isHere =
    place.kind === 'command' ||
    /^(?:localhost|.*\.localhost|127\..*|\[::1\]|0\.0\.0\.0)$/u.test(new URL(place.url).hostname);
  const names = definitions.map((one) => (one as { readonly name?: unknown } | null)?.name);
  return isHere && ['svc_run_start', 'svc_reply'].every((name) => names.includes(name));
}

/** One server: its connection, what was accepted of its tools, and what it has now. */
export class ServerTools {
  readonly server: ToolServer;
  readonly #deps: ServerToolsDeps;
  readonly #kept: KeptConnection;
  readonly #calls: CallsInProgress;
  readonly #signIn: SignInInProgress;
  readonly #writes = new OneAtATime<'pins'>();
  /** Null until the store is read. */
  #pins: readonly PinnedDefinition[] | null = null;
  /** Null while the server is not connected: then the accepted definitions are offered until it is known to be away. */
  #present: readonly ReadDefinition[] | null = null;
  #leftOut = 0;
  #compared: readonly ServerTool[] | null = null;
  #tools = new Map<string, { readonly digest: string; readonly tool: Tool }>();

  constructor(server: ToolServer, deps: ServerToolsDeps) {
    this.server = server;
    this.#deps = deps;
    this.#calls = new CallsInProgress(deps.knownSecrets);
    this.#kept = new KeptConnection(server, {
      ...deps,
      listed: (definitions) => this.#listed(definitions),
      changed: () => this.#changed(),
    });
    this.#signIn = new SignInInProgress(server, { ...deps, signedIn: () => this.#kept.again() });
  }

  /** Begins to connect. Repeatable; returns at once. */
  connect(): void {
    this.#kept.start();
  }

  /** Connects, and waits for what that comes to; not for long. */
  async tried(): Promise<ServerReport> {
    await this.#kept.tried();
    return this.report();
  }

  /** Returns at once. What was accepted earlier is offered before the server is connected. */
  start(): void {
    this.#accepted().then(
      () => this.#changed(),
      (error: unknown) =>
        this.#deps.log.error('accepted tools could not be read', { server: this.server.name, error }),
    );
  }

  async stop(): Promise<void> {
    this.#signIn.stop();
    await this.#kept.stop();
  }

  report(): ServerReport {
    return {
      server: this.server,
      state: this.#kept.state,
      tools: this.#states(),
      listDigest: this.#listDigest(),
      leftOut: this.#leftOut,
      calls: this.#calls.list(),
      signIn: this.#signIn.report(),
      isSignedIn: this.#deps.logins.read(this.server) !== null,
    };
  }

  /** Of a server that is away, nothing. */
  offered(): readonly Tool[] {
    if (this.#kept.state.state === 'away') return [];
    return this.#states().flatMap(({ state, accepted, offeredName }) =>
      state === 'offered' && accepted && offeredName !== null ? [this.#tool(offeredName, accepted)] : [],
    );
  }

  async test(): Promise<ServerReport> {
    const deadline = this.#deps.clock.deadline(limits.waitMs + limits.connectMs);
    const list = async () => {
      const connection = await this.#kept.ready(deadline.signal);
      await this.#listed(await connection.definitions(deadline.signal));
    };
    const isAtWork = this.#calls.list().length > 0;
    try {
      if (!isAtWork && this.#kept.state.state === 'connected') this.#kept.again();
      await list().catch(async (error: unknown) => {
        if (!isAtWork) throw error;
        this.#kept.again();
        await list();
      });
    } finally {
      deadline.cancel();
    }
    this.#changed();
    return this.report();
  }

  /** The login in progress, or a new one. */
  async signIn(): Promise<SignInReport> {
    return await this.#signIn.begin();
  }

  async useToken(token: string): Promise<ServerReport> {
    if (this.server.place.kind !== 'http') throw refuse.tool_server_no_sign_in();
    await this.#deps.logins.keep(this.server, ofToken(token));
    this.#kept.again();
    return this.report();
  }

  /** Forgets the login, and connects again without it. */
  async signOut(): Promise<ServerReport> {
    await this.#deps.logins.forget(this.server);
    this.#kept.again();
    return this.report();
  }

  async accept({ tools, seen }: Acceptance): Promise<ServerReport> {
    await this.#writes.run('pins', async () => {
      if (this.#present === null) throw refuse.tool_server_away({}, say('server.unseen'));
      const states = this.#states();
      const unknown = (tools ?? []).find(({ name }) => states.every((tool) => tool.name !== name));
      if (unknown) throw refuse.tool_not_found({ tool: unknown.name });
      const isAllSeen = seen !== null;
      if (isAllSeen && seen !== this.#listDigest()) throw refuse.tool_changed_again();
      const at = this.#deps.clock.now();
      const next = states.flatMap(({ name, present, accepted }): readonly PinnedDefinition[] => {
        const meant: Omit<AcceptedTool, 'name'> | undefined =
          tools === null ? {} : tools.find((one) => one.name === name);
        if (!meant) return accepted ? [accepted] : [];
        if (!isAllSeen && present !== null && meant.digest === undefined)
          throw refuse.tool_unseen({ tool: name });
        if (meant.digest !== undefined && meant.digest !== present?.digest)
          throw refuse.tool_changed_again({ tool: name });
        if (present === null) return [];
        return [accepted?.digest === present.digest ? accepted : { ...present, acceptedAt: at }];
      });
      await this.#forgetAllowed(states, next);
      await this.#pin(next);
    });
    return this.report();
  }

  /**
   * Revokes consent for tools whose definition has changed: it was given for the old one. Called before the new
   * definition takes effect, so that no call has both.
   */
  async #forgetAllowed(states: readonly ServerTool[], next: readonly PinnedDefinition[]): Promise<void> {
    const { consents, sha256 } = this.#deps;
    for (const { name, accepted } of states) {
      const after = next.find(({ definition }) => definition.name === name);
      if (after?.digest === accepted?.digest) continue;
      await consents.forget(destinationOf(this.server), offeredName(this.server.name, name, sha256));
    }
  }

  /** Changes with every definition of the list that is shown. */
  #listDigest(): string {
    const all = this.#states().map(({ name, present, accepted }) => [
      name,
      present?.digest ?? null,
      accepted?.digest ?? null,
    ]);
    return this.#deps.sha256(JSON.stringify(all)).slice(0, DIGEST_CHARS);
  }

  #tool(name: string, pin: PinnedDefinition): Tool {
    const known = this.#tools.get(name);
    if (known?.digest === pin.digest) return known.tool;
    const tool = offeredTool(this.server, name, pin, {
      ...this.#deps,
      calls: this.#calls,
      ready: (digest, signal) => this.#ready(pin.definition.name, digest, signal),
    });
    this.#tools.set(name, { digest: pin.digest, tool });
    return tool;
  }

  async #ready(name: string, digest: string, signal: AbortSignal): Promise<ToolServerConnection> {
    const connection = await this.#kept.ready(signal);
    const isSame = this.#states().some(
      ({ state, accepted }) =>
        state === 'offered' && accepted?.definition.name === name && accepted.digest === digest,
    );
    if (!isSame) throw refuse.tool_changed();
    return connection;
  }

  /** Tools that a server has when it is first met are accepted: the owner has just chosen the server. */
  async #listed(definitions: readonly Json[]): Promise<void> {
    const { sha256, clock } = this.#deps;
    if (isEngineHere(this.server, definitions))
      throw refuse.tool_server_address({}, say('server.engine_here'));
    this.#leftOut = Math.max(0, definitions.length - limits.tools);
    const read = definitions.slice(0, limits.tools).map((one) => readDefinition(one, sha256));
    await this.#writes.run('pins', async () => {
      if ((await this.#accepted()) === null) {
        const at = clock.now();
        const usable = compared(this.server.name, read, [], sha256);
        await this.#pin(usable.flatMap(({ present }) => (present ? [{ ...present, acceptedAt: at }] : [])));
      }
      this.#present = read;
      this.#compared = null;
    });
  }

  async #pin(definitions: readonly PinnedDefinition[]): Promise<void> {
    const { name, place } = this.server;
    const accept = {
      change: 'tool-server.accept',
      server: name,
      place: placeText(place),
      definitions,
    } as const;
    await this.#deps.journal.commit([accept]);
    this.#pins = definitions;
    this.#changed();
  }

  async #accepted(): Promise<readonly PinnedDefinition[] | null> {
    const { name, place } = this.server;
    if (this.#pins !== null) return this.#pins;
    const { store, log, sha256 } = this.#deps;
    const stored = await store.accepted(name, placeText(place));
    const pins = stored?.flatMap((one) => pinFrom(one, sha256) ?? []) ?? null;
    if (pins !== null && pins.length !== stored?.length)
      log.warn('accepted tools could not be read: they wait to be accepted again', { server: name });
    return (this.#pins ??= pins);
  }

  #states(): readonly ServerTool[] {
    return (this.#compared ??= compared(
      this.server.name,
      this.#present,
      this.#pins ?? [],
      this.#deps.sha256,
    ));
  }

  #changed(): void {
    // What a lost server had says nothing about what it will have.
    if (this.#kept.state.state !== 'connected' && this.#kept.state.state !== 'connecting')
      this.#present = null;
    this.#compared = null;
    this.#deps.changed();
  }
}
