import type { RunId, SessionId, ThreadId, ToolCallId } from '../kernel/ids.ts';
import type { JsonObject } from '../kernel/json.ts';
import type { ToolDefinition } from './model.ts';

/**
 * What a call may do to the world, declared by every tool so that it can be decided what may be done again: `read`
 * changes nothing, `idempotent` may be done twice with the same outcome, `effect` must not be repeated without asking.
 */
export type ToolEffect = 'read' | 'idempotent' | 'effect';

export interface ToolOutcome {
  readonly output: string;
  readonly success: boolean;
}

/** What a call may touch. `change_self`: configuration, tool servers, profiles of APIs, schedules. */
export type ConsentClass = 'read' | 'write_local' | 'send_outside' | 'change_self' | 'exec';

/** What a call would do, as far as its input says. A tool says it of each call, and says nothing of whether it may. */
export interface ConsentDemand {
  readonly class: ConsentClass;
  /** Where to, in its one spelling (`placeFrom` in core/web): a host asked by https, or `http://` and a host. A grant is for this. */
  readonly to?: string;
  /** What would be done, in one sentence for the person who is asked. */
  readonly says: string;
  /** Of a `read` that asks another machine: the address, which must not carry out what the model knows. */
  readonly asks?: AskedAddress;
}

export interface AskedAddress {
  readonly url: string;
  /**
   * What is told by asking: no more than a short address, an address with room for more, or words that the model has
   * put beside it.
   */
  readonly carries: 'little' | 'much' | 'words';
}

/** One call of a tool: who makes it, and what it must keep to. */
export interface ToolCall {
  readonly runId: RunId;
  readonly sessionId: SessionId;
  readonly threadId: ThreadId;
  readonly toolCallId: ToolCallId;
  /** The sub-agent that makes it, by its name; null for the run itself. */
  readonly agent: string | null;
  /** Marks text from outside in this run: `untrusted` in core/kernel. */
  readonly nonce: string;
  /** Aborts when the run is stopped, and when the call has had its time. */
  readonly signal: AbortSignal;
  /** It was allowed for the host that it names: where that host leads to another one it does not follow. */
  readonly staysAtHost: boolean;
}

/** What a tool says of itself. */
export interface DeclaredTool extends ToolDefinition {
  readonly effect: ToolEffect;
  /** What a call may touch, always or by its input: whether it may is decided by core/consent, before it is made. */
  readonly consent: ConsentClass | ((input: JsonObject) => ConsentDemand);
  /** Called before consent is asked for. @throws Refusal where the call would be refused with consent, too */
  readonly precheck?: (input: JsonObject, context: Pick<ToolCall, 'runId'>) => void;
  /** Addresses in what it gives are those of others, or the owner's: the model has not made them up. */
  readonly bringsAddresses?: boolean;
  /** Waiting for a person is no work: the call has no cap in time, and what it took is the run's `waitMs`. */
  readonly waitsForPerson?: boolean;
  /** Bounds its own time: the call has no cap. */
  readonly boundsItsTime?: boolean;
  /**
   * Changes files of the workspace, and stops with its signal: a run does not end before such a call has, so that no
   * change lands after it.
   */
  readonly holdsPaths?: boolean;
  /** The longest answer of a tool that bounds itself; without it an answer is cut at `toolLimits.outputChars`. */
  readonly outputChars?: number;
}
