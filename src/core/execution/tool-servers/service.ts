import type { Says } from '../../kernel/says.ts';
import { say } from './says.ts';
import type { ConfigService } from '../../instance/config/service.ts';
import { OVER } from '../../kernel/abort.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { OneAtATime } from '../../kernel/one-at-a-time.ts';
import type { PersonId } from '../../kernel/ids.ts';
import type { Crypto } from '../../ports/crypto.ts';
import type { Tool, ToolBox } from '../runs/port.ts';
import { configuredServers, shadowedServers, withServer, withoutServer } from './configured.ts';
import { refuse } from './errors.ts';
import { toolServerLimits as limits } from './limits.ts';
import { destinationOf, type ServerPlace, type ToolServer } from './model.ts';
import type { SignInReport } from './sign-in.ts';
import { ServerTools, type Acceptance, type ServerReport, type ServerToolsDeps } from './server-tools.ts';

export interface ToolServerServiceDeps extends Omit<ServerToolsDeps, 'sha256' | 'changed'> {
  readonly config: Pick<ConfigService, 'current' | 'update' | 'onChange'>;
  readonly crypto: Pick<Crypto, 'sha256'>;
}

/** The tool servers of the configuration: their connections, and the tools of them that runs are offered. */
export class ToolServerService implements ToolBox {
  readonly #deps: ToolServerServiceDeps;
  readonly #servers = new Map<string, ServerTools>();
  /** Serialised: a change of the configuration starts from what the one before it wrote. */
  readonly #changes = new OneAtATime<'change'>();
  #offered: readonly Tool[] | null = null;
  #isStopped = false;
  /** Aborts when connections may begin. */
  readonly #connects = new AbortController();

  constructor(deps: ToolServerServiceDeps) {
    this.#deps = deps;
  }

  /**
   * Offers what was accepted earlier, and follows changes of the configuration. Connects with `connect`, or a moment later
   * without it: a start has better things to do.
   */
  start(): void {
    this.#deps.config.onChange(() => this.#follow());
    this.#follow();
    void this.#deps.clock.sleep(limits.startMs, this.#connects.signal).then(() => this.connect());
  }

  /** Begins to connect. Repeatable; waits for no server. */
  connect(): void {
    this.#connects.abort(OVER);
    for (const server of this.#servers.values()) server.connect();
  }

  /** Ends all connections. Repeatable; never rejects. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#connects.abort(OVER);
    await Promise.all([...this.#servers.values()].map((server) => server.stop()));
  }

  /** The tools of servers that the agent may use now. The same list until one of them changes. */
  tools(): readonly Tool[] {
    return (this.#offered ??= [...this.#servers.values()].flatMap((server) => server.offered()));
  }

  /** In the order of the configuration. */
  list(): readonly ServerReport[] {
    return [...this.#servers.values()].map((server) => server.report());
  }

  /** The names of those that runs for this person may use. */
  namesFor(person: PersonId): readonly string[] {
    return [...this.#servers.keys()].filter((name) => this.#deps.mayUse(name, person));
  }

  /** For the status of the engine, in sentences. Never rejects. */
  async reminders(): Promise<readonly Says[]> {
    const waiting = this.list().filter(({ tools }) =>
      tools.some(({ state }) => state === 'changed' || state === 'new'),
    );
    return waiting.map(({ server: { name } }) => say('server.tools_wait', { name }));
  }

  /** Why servers of the configuration are not in the list. */
  problems(): readonly Says[] {
    const { values, problems } = this.#deps.config.current();
    // A file that is ignored as a whole names no server.
    const ignored = problems.filter(({ source }) => source === 'user').map(({ says }) => says);
    return [...ignored, ...shadowedServers(values)];
  }

  /** @throws Refusal tool_server_not_found */
  get(name: string): ServerReport {
    return this.#server(name).report();
  }

  /**
   * Adds a server to the user file and connects. The report says what that came to, unless it takes long; a server that
   * does not answer stays, and is tried again. `isTried: false` adds it unseen. What was accepted of an earlier server of
   * the same name is forgotten.
   * @throws Refusal tool_server_exists, tool_server_program_missing, tool_server_invalid (the address), invalid_request (the name), config_file_invalid, disk_full, storage_error
   */
  async add(name: string, place: ServerPlace, { isTried = true } = {}): Promise<ServerReport> {
    const server = await this.#changes.run('change', async () => {
      if (this.#servers.has(name)) throw refuse.tool_server_exists({ name });
      if (isTried) await this.#deps.client.check(place);
      await this.#deps.journal.commit([{ change: 'tool-server.forget', server: name }]);
      const { values } = this.#deps.config.current();
      const options = { replace: false, fromTerminal: place.kind === 'command' };
      await this.#deps.config.update(withServer(values, { name, place }), options).catch((error: unknown) => {
        throw isAboutAddress(error) ? refuse.tool_server_invalid({}, undefined, error) : error;
      });
      return this.#server(name);
    });
    return isTried ? await server.tried() : server.report();
  }

  /**
   * Removes a server from the user file, ends its connection, and forgets what was accepted.
   * @throws Refusal tool_server_not_found, and those of a change of the configuration
   */
  async remove(name: string): Promise<void> {
    await this.#changes.run('change', async () => {
      const { server } = this.#server(name);
      const { values } = this.#deps.config.current();
      await this.#deps.config.update(withoutServer(values, name), { replace: false, fromTerminal: true });
      await this.#deps.consents.forget(destinationOf(server));
      await this.#deps.logins.forget(server);
      await this.#deps.journal.commit([{ change: 'tool-server.forget', server: name }]);
    });
  }

  /**
   * Connects anew, and reads the list of tools. While a call is in progress, its connection is kept if the list can be read
   * there.
   * @throws Refusal tool_server_not_found, tool_server_away, tool_server_failed
   */
  async test(name: string): Promise<ServerReport> {
    return await this.#server(name).test();
  }

  /**
   * Begins a login at a server that asks for one, or tells the one in progress. The engine connects once it is done.
   * @throws Refusal tool_server_not_found, tool_server_no_sign_in, tool_server_away, tool_server_failed, tool_server_address
   */
  async signIn(name: string): Promise<SignInReport> {
    return await this.#server(name).signIn();
  }

  /**
   * Keeps a token of the owner as the login at a server, and connects with it.
   * @throws Refusal tool_server_not_found, tool_server_no_sign_in (a program), vault_locked, disk_full, storage_error
   */
  async useToken(name: string, token: string): Promise<ServerReport> {
    return await this.#server(name).useToken(token);
  }

  /** Forgets the login at a server. Repeatable. @throws Refusal tool_server_not_found, storage_error */
  async signOut(name: string): Promise<ServerReport> {
    return await this.#server(name).signOut();
  }

  /**
   * Accepts the definitions that the server has now, as the owner has seen them. Effective for the next run. What was
   * allowed for a tool counts no more where its definition is another one than before.
   * @throws Refusal tool_server_not_found, tool_server_away, tool_not_found, tool_unseen, tool_changed_again
   */
  async accept(name: string, what: Acceptance): Promise<ServerReport> {
    return await this.#server(name).accept(what);
  }

  #server(name: string): ServerTools {
    const found = this.#servers.get(name);
    if (!found) throw refuse.tool_server_not_found({ name });
    return found;
  }

  /** Makes the connections those of the configuration; an unchanged server keeps its own. */
  #follow(): void {
    if (this.#isStopped) return;
    const wanted = configuredServers(this.#deps.config.current().values);
    for (const [name, server] of this.#servers) {
      if (wanted.some((one) => one.name === name && isSame(one, server.server))) continue;
      this.#servers.delete(name);
      void server.stop();
    }
    for (const server of wanted) {
      if (this.#servers.has(server.name)) continue;
      const { crypto, ...deps } = this.#deps;
      const tools = new ServerTools(server, {
        ...deps,
        sha256: (text) => crypto.sha256(new TextEncoder().encode(text)),
        changed: () => (this.#offered = null),
      });
      this.#servers.set(server.name, tools);
      tools.start();
      if (this.#connects.signal.aborted) tools.connect();
    }
    this.#offered = null;
  }
}

/** Whether the configuration refused the address, and not the name. */
const isAboutAddress = (error: unknown): boolean =>
  isRefusal(error) &&
  ((error.facts['violations'] ?? []) as readonly { readonly path: string }[]).some(({ path }) =>
    path.endsWith('/url'),
  );

const isSame = (a: ToolServer, b: ToolServer): boolean => JSON.stringify(a.place) === JSON.stringify(b.place);
