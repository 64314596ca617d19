// Room: what more than one feature needs from outside. A port that one feature needs lives with that
// feature.

import type { PersonId, RunId, SessionId, ThreadId, ToolCallId } from '../kernel/ids.ts';
import type { JsonObject } from '../kernel/json.ts';
import type { Quoted, Says } from '../kernel/says.ts';
import type { Told } from './told.ts';
import type { ToolDefinition } from './model.ts';

/**
 * The effect of a call on the world, declared by every tool so that the engine knows what it may repeat: `read`
 * changes nothing; a second call of an `idempotent` one changes nothing, whatever was done in between by its owner or by
 * others; `effect` must not be repeated without asking. `tests/e2e/http/tool-effects.test.ts` proves it for each tool.
 */
export type ToolEffect = 'read' | 'idempotent' | 'effect';

export interface ToolOutcome {
  readonly output: string;
  readonly success: boolean;
}

/** The outcome as a tool gives it. */
export interface ToolResult extends ToolOutcome {
  /** What of memory and of the graph the output tells. Absent: nothing. */
  readonly told?: readonly Told[];
}

/**
 * What a tool is for. `core` is offered to every model; the others are offered when the task, the conversation or the
 * owner asks for them.
 */
export const CORE = 'core';
export const TOOL_FAMILIES = [
  CORE,
  'files',
  'memory',
  'contacts',
  'deals',
  'graph',
  'tasks',
  'triggers',
  'workflows',
  'agents',
  'collections',
  'artifacts',
  'tags',
  'http',
  'apis',
  'secrets',
  'backups',
  'google',
] as const;
export type ToolFamily = (typeof TOOL_FAMILIES)[number];

/** All but the core, which every conversation has. */
export const FAMILIES_TO_SWITCH = TOOL_FAMILIES.filter((family) => family !== CORE);

/** How the names of tools of tool servers begin, and no name of the engine's own. */
export const OF_TOOL_SERVERS = 'mcp__';

/** What a call may touch. `change_self`: configuration, tool servers, profiles of APIs, schedules. */
export type ConsentClass = 'read' | 'write_local' | 'send_outside' | 'change_self' | 'exec';

/**
 * What a call would do, judged by its input. The tool only describes the call; it does not decide whether it may be
 * made.
 */
export interface ConsentDemand {
  readonly class: ConsentClass;
  /**
   * The destination in its canonical spelling (`placeFrom` in core/outside/web): a host for https, or `http://` and a host.
   * Grants apply to this.
   */
  readonly to?: string;
  /** The destination for the owner; absent for a host. */
  readonly place?: Says;
  /** The files of the workspace that a `write_local` changes; absent for what is not in the workspace. */
  readonly paths?: readonly string[];
  /** The tool as its owner knows it, where lasting consent may be for this tool alone and not for all of `to`. */
  readonly ofTool?: Quoted;
  /** What the one call sets up goes on by itself, as an automation does: a yes to it is more than for once. */
  readonly lasts?: boolean;
  /** What would be done, sentence by sentence, for the person who decides. All that decides about it is in their facts. */
  readonly says: readonly Says[];
  /**
   * The input with what it names looked up, such as ids in the place of names. The call is carried out with this, so that
   * it does what its owner was shown, whatever the names have come to mean by then.
   */
  readonly input?: JsonObject;
  /**
   * What the question is about, as a text that changes with it; absent: its sentences. A yes is good only for what it was
   * when its owner was asked: sentences that change with the hour alone do not belong here, and what they leave out does.
   */
  readonly standsOn?: string;
  /** The address of a `read` from another machine, which must not leak what the model knows. */
  readonly asks?: AskedAddress;
}

export interface AskedAddress {
  readonly url: string;
  /**
   * What the request itself discloses: no more than a short address, an address with room for more, or words that the
   * model added.
   */
  readonly carries: 'little' | 'much' | 'words';
}

/** How far a call says it is; `message` in a stranger's words. Null where nothing is said of it. */
export interface CallProgress {
  readonly done: number;
  readonly total: number | null;
  readonly message: string | null;
}

/** One call of a tool: its caller and its limits. */
export interface ToolCall {
  /** For whom the run acts. */
  readonly personId: PersonId;
  readonly runId: RunId;
  readonly sessionId: SessionId;
  readonly threadId: ThreadId;
  readonly toolCallId: ToolCallId;
  /** The name of the sub-agent that makes it; null for the run itself. */
  readonly agent: string | null;
  /** Marks text from outside in this run: `untrusted` in core/kernel. */
  readonly nonce: string;
  /** Aborts when the run is stopped, and when the call has used up its time. */
  readonly signal: AbortSignal;
  /** Whether a question reaches the owner, at once or later. */
  readonly canAsk: boolean;
  /** Takes the time that the call spent waiting for a person: it does not count as the run's. */
  waited(ms: number): void;
  /** Tells those who follow the run how far the call is, in words that can be shown. Not stored: a few a second are enough. */
  progressed(progress: CallProgress): void;
  /** Consent covers only the named host: do not follow redirects to another one. */
  readonly staysAtHost: boolean;
}

/** For whom a call would be made, and until when it is judged. */
export type Judged = Pick<ToolCall, 'personId' | 'signal'>;

/** The declaration of a tool. */
export interface DeclaredTool extends ToolDefinition {
  /** Absent: the tool of a tool server (its family is that server), or one that is always offered. */
  readonly family?: ToolFamily;
  /** Always, or by the input, which is not checked yet. */
  readonly effect: ToolEffect | ((input: JsonObject) => ToolEffect);
  /**
   * What a call may touch, always or by its input. core/conversation/consent decides before the call whether it may. What has to be
   * looked up for that is looked up for the person of the run, and ends with its signal.
   */
  readonly consent:
    | ConsentClass
    | ((
        input: JsonObject,
        judged: Judged,
      ) => ConsentClass | ConsentDemand | Promise<ConsentClass | ConsentDemand>);
  /**
   * How it is allowed beforehand, where its name does not do it: by the host that it sends to, or never, because its owner
   * is asked each time. Absent: by its name.
   */
  readonly beforehand?: 'by_host' | 'never';
  /**
   * Called before consent is requested.
   * @throws Refusal if the call would be refused even with consent
   */
  readonly precheck?: (input: JsonObject, context: Pick<ToolCall, 'runId' | 'personId'>) => void;
  /** Addresses in its results come from third parties or the owner: the model did not invent them. */
  readonly bringsAddresses?: boolean;
  /** Waits for a person: the call has no time limit, and its duration counts as the run's `waitMs`. */
  readonly waitsForPerson?: boolean;
  /** Bounds its own time: the engine sets no limit. */
  readonly boundsItsTime?: boolean;
  /**
   * Changes files of the workspace, and stops with its signal. A run waits for such a call before it ends, so that
   * nothing changes after the run.
   */
  readonly holdsPaths?: boolean;
  /** Whether models see it now; absent: always. A tool for something that is not connected only takes room. */
  readonly isOffered?: () => boolean;
  /** Whether a run for this person may use it; absent: every run. Asked again at each call. */
  readonly mayUse?: (person: PersonId) => boolean;
  /** The longest result of a tool that bounds its own; without it a result is cut at `toolLimits.outputChars`. */
  readonly outputChars?: number;
}
