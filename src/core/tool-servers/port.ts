import type { Json, JsonObject } from '../kernel/json.ts';
import type { ToolServer } from './model.ts';

/** What a server reports beside answers. Called synchronously; must not throw. */
export interface ConnectionEvents {
  /** Its list of tools has changed. */
  listChanged(): void;
  /** The connection has ended by itself; at most once, and never after `close`. `why` is for the owner. */
  ended(why: string): void;
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
   * The definitions of its tools as it sends them. No further page is asked for when there are more than
   * `toolServerLimits.tools`.
   * @throws Refusal tool_server_failed, tool_server_away
   */
  definitions(signal: AbortSignal): Promise<readonly Json[]>;

  /** Not to be repeated: the tool may have had an effect. @throws Refusal tool_server_failed, tool_server_away */
  call(asked: CallAsked): Promise<CallResult>;

  /** Ends it and, for a command, the process with all its children. Repeatable; never rejects. */
  close(): Promise<void>;
}

/**
 * Connects to tool servers. An address is one of the configuration: it may be local, and no redirect leaves its origin. A
 * command runs in a process group of its own without the engine's environment.
 */
export interface ToolServerClient {
  /**
   * Connects and agrees on a revision of the protocol. Ends with `signal` at the latest, and with the processes that it
   * has started.
   * @throws Refusal tool_server_away, tool_server_failed, tool_server_address; each with a sentence for the owner
   */
  connect(server: ToolServer, events: ConnectionEvents, signal: AbortSignal): Promise<ToolServerConnection>;
}
