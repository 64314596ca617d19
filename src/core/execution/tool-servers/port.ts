import type { Says } from '../../kernel/says.ts';
import type { Json, JsonObject } from '../../kernel/json.ts';
import type { ServerPlace, ToolServer } from './model.ts';

/** What a server reports beside answers. Called synchronously; must not throw. */
export interface ConnectionEvents {
  /** Its list of tools has changed. */
  listChanged(): void;
  /** The connection has ended by itself; at most once, and never after `close`. `why` is for the owner. */
  ended(why: readonly Says[]): void;
}

/** A form that a server shows to the owner during a call: flat fields, as the protocol has them. */
export interface Form {
  readonly message: string;
  /** A JSON Schema of an object whose fields are texts, numbers, yes or no, or a choice. */
  readonly schema: JsonObject;
}

export type FormAnswer =
  | { readonly action: 'accept'; readonly content: JsonObject }
  | { readonly action: 'decline' }
  | { readonly action: 'cancel' };

export interface CallAsked {
  /** The name in the server's spelling. */
  readonly tool: string;
  readonly input: JsonObject;
  /** Ends the call: the server is told, and the promise rejects at once whatever it does. */
  readonly signal: AbortSignal;
  /** The server asks the owner. */
  readonly fill: (form: Form) => Promise<FormAnswer>;
  /** How far the server says it is. `total` and `message` are null if it does not say. */
  readonly progressed: (progress: number, total: number | null, message: string | null) => void;
}

/** As the server sent it, bounded by `messageBytes`. */
export interface CallResult {
  readonly content: readonly Json[];
  readonly structured: JsonObject | null;
  readonly isError: boolean;
}

/** A connection to one server; each method may be called while others are under way. */
export interface ToolServerConnection {
  /** The protocol's revision. */
  readonly protocol: string;
  /** Name and version of the server's software, in its own words; uncut. */
  readonly software: string;

  /**
   * The definitions of its tools as it sends them, without those that its revision forbids to use. No further page is
   * asked for when there are more than `toolServerLimits.tools`.
   * @throws Refusal tool_server_failed, tool_server_away
   */
  definitions(signal: AbortSignal): Promise<readonly Json[]>;

  /**
   * Not to be repeated: the tool may have had an effect. When it fails and the server does not know the connection any more,
   * the connection ends.
   * @throws Refusal tool_server_failed, tool_server_away, tool_server_sign_in
   */
  call(asked: CallAsked): Promise<CallResult>;

  /** Whether the server still knows the connection, which ends if not. One that does not answer is taken to know it. Never rejects. */
  isKnown(signal: AbortSignal): Promise<boolean>;

  /** Ends it and, for a command, the process with all its children. Repeatable; never rejects. */
  close(): Promise<void>;
}

/** A login at a server. `data` is the client's own, with `tokens` as RFC 6749, 5.1 has them; `secrets` are the tokens in it, to be masked. */
export interface KeptLogin {
  readonly data: JsonObject;
  readonly secrets: readonly string[];
}

/** A login that consists of a token which the owner was given elsewhere, and which cannot be renewed. */
export const ofToken = (token: string): KeptLogin => ({
  data: { tokens: { access_token: token, token_type: 'Bearer' } },
  secrets: [token],
});

/** Keeps logins, each bound to one server at its place. */
export interface LoginStore {
  /** Null without one, and while the vault is locked. Learns its tokens as secrets. */
  read(server: ToolServer): KeptLogin | null;
  /** @throws Refusal vault_locked, disk_full, storage_error */
  keep(server: ToolServer, login: KeptLogin): Promise<void>;
  /** Keeps a renewed login, unless the one before was replaced or forgotten meanwhile. @throws as `keep` */
  renew(server: ToolServer, before: KeptLogin, after: KeptLogin): Promise<void>;
  /** Repeatable. @throws Refusal storage_error */
  forget(server: ToolServer): Promise<void>;
}

/** A login that waits for the owner in a browser. */
export interface SignIn {
  /** Where the owner signs in: http or https, of a host that was judged. Open it only on the owner's word. */
  readonly url: string;
  /**
   * Resolves once the login is kept.
   * @throws Refusal tool_server_sign_in, if the owner or the server refuses or `signal` aborts
   */
  readonly done: Promise<void>;
}

/**
 * Connects to tool servers. An address is one of the configuration: it may be local, and no redirect leaves its origin. A
 * command runs in a process group of its own without the engine's environment.
 */
export interface ToolServerClient {
  /** Whether a server could be started at all. @throws Refusal tool_server_program_missing */
  check(place: ServerPlace): Promise<void>;

  /**
   * Connects and agrees on a revision of the protocol. Ends with `signal` at the latest, and with the processes that it
   * has started.
   * @throws Refusal tool_server_away, tool_server_failed, tool_server_address, tool_server_sign_in; each with a sentence for the owner
   */
  connect(server: ToolServer, events: ConnectionEvents, signal: AbortSignal): Promise<ToolServerConnection>;

  /**
   * Begins a login at a server that asks for one (OAuth 2.1 with PKCE; the client registers itself). The answer is taken on
   * a listener of its own on this machine, which ends with `done` or `signal`.
   * @throws Refusal tool_server_no_sign_in, tool_server_away, tool_server_failed, tool_server_address
   */
  signIn(server: ToolServer, signal: AbortSignal): Promise<SignIn>;
}
