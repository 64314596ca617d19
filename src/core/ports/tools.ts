import type { ConsentClass, ConsentDemand } from '../consent/model.ts';
import type { RunId, SessionId, ThreadId, ToolCallId } from '../kernel/ids.ts';
import type { JsonObject } from '../kernel/json.ts';
import type { PromptAsked } from '../prompts/model.ts';
import type { PromptChange } from '../prompts/changes.ts';
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

export interface ToolCallContext {
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
  /**
   * Puts events into the numbered sequence of the run, together with `changes`, in one transaction.
   * @throws what the journal throws; the run cannot go on then, so a change that may conflict has no place here
   */
  record(events: readonly PromptAsked[], changes: readonly PromptChange[]): Promise<void>;
}

export interface Tool extends ToolDefinition {
  readonly effect: ToolEffect;
  /** What a call may touch, always or by its input: whether it may is decided by core/consent, before it is made. */
  readonly consent: ConsentClass | ((input: JsonObject) => ConsentDemand);
  /** Called before anybody is asked for consent. @throws Refusal where the call would be refused whatever is answered */
  readonly precheck?: (input: JsonObject, context: Pick<ToolCallContext, 'runId'>) => void;
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
  /** Input has been validated. Refusals are phrased for the model; anything else thrown is a fault. */
  call(input: JsonObject, context: ToolCallContext): Promise<ToolOutcome>;
}

/** The tools that the model sees during one run; the list does not change while the run lasts. */
export interface ToolBox {
  tools(): readonly Tool[];
}
