// Room: runs that hosts of the tool server start, poll, answer and stop. A host sees its own runs alone,
// as stored events say, and grants nothing that lasts.

import type { Starter } from '../../trust/people/model.ts';
import type { PersonId, PromptId, RunId, SessionId, ThreadId, ToolSessionId } from '../../kernel/ids.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { Says } from '../../kernel/says.ts';
import type { RunStatus } from '../runs/model.ts';

/**
 * Who uses the tool server: `stdio` is a process of this user that speaks over standard input and output; `http` is
 * every client that has shown the secret, or any local client where there is none.
 */
export type Principal = 'stdio' | 'http';
export const principals = ['stdio', 'http'] as const satisfies readonly Principal[];

/** How the host waits for the run: it polls, or the call of `svc_run` lasts as long as the run. */
export type Waits = 'poll' | 'call';

/** For whom a host acts, and over which way. Runs and sessions are of one of these, and exist for no other. */
export interface Host {
  readonly person: PersonId;
  readonly principal: Principal;
}

/** What starts the runs of a host. */
export const starterOf = ({ principal, person }: Host): Starter => ({
  kind: 'host',
  personId: person,
  id: principal,
});

/** Whether something is of this host. */
export const isOfTheHost = (
  of: { readonly principal: Principal; readonly personId: PersonId } | null | undefined,
  { principal, person }: Host,
): boolean => of?.principal === principal && of.personId === person;

/** Whether a host of the tool server started a run: it may pass on answers, and is not the owner. */
export const isOfHost = ({ startedBy }: { readonly startedBy: Starter }): boolean =>
  startedBy.kind === 'host';

/** A session as a host knows it. A reset replaces the session behind it. */
export interface ToolSession {
  readonly toolSessionId: ToolSessionId;
  readonly principal: Principal;
  readonly personId: PersonId;
  /** It works on one thread. */
  readonly sessionId: SessionId;
  readonly createdAt: number;
}

/** A run that a host has started and can poll. */
export interface ToolRun {
  readonly runId: RunId;
  readonly toolSessionId: ToolSessionId;
  readonly principal: Principal;
  readonly personId: PersonId;
  /** The name that the host gave itself; null if it gave none. */
  readonly client: string | null;
  readonly waits: Waits;
  /** The folder of the host's mcp-runs.json; null if it keeps none. */
  readonly stateDir: string | null;
  /** The folder with the files that came with it; null if none did. */
  readonly filesPlace: string | null;
  readonly createdAt: number;
}

/** One that its owner is shown. */
export interface ListedToolRun {
  readonly toolRun: ToolRun;
  /** Null once the thread was deleted. */
  readonly threadId: ThreadId | null;
  readonly threadTitle: string | null;
  /** Its beginning. */
  readonly task: string;
  readonly status: RunStatus;
  /** It asks its owner something. */
  readonly waiting: boolean;
  readonly createdAt: number;
  readonly endedAt: number | null;
}

/** A file as a host sends it: nothing of it is trusted. */
export interface SentFile {
  readonly name: string;
  readonly mimetype: string;
  /** In base64. */
  readonly data: string;
  /** In bytes, if the host says so. */
  readonly size?: number;
}

export interface ToolRunRequest extends Host {
  readonly client: string | null;
  readonly task: string;
  /** Null: a new session. */
  readonly toolSessionId: ToolSessionId | null;
  readonly userContext: string | null;
  /** The assistant that a new session begins with, by its id or its name; absent: none. */
  readonly assistant?: string;
  readonly files: readonly SentFile[];
  readonly waits: Waits;
  /** Whether questions of the run can reach a person. */
  readonly canAsk: boolean;
  readonly stateDir: string | null;
}

/** An event of a run as hosts see it (specification › Events › Tool-server event log). Data is as the type says there. */
export interface ToolEvent {
  /** That of the run's own event, or of the last one in it. */
  readonly id: number;
  readonly type:
    | 'thinking'
    | 'tool_call'
    | 'tool_result'
    | 'text_chunk'
    | 'turn_end'
    | 'error'
    | 'continuation';
  /** When it was stored, in milliseconds since the epoch. */
  readonly timestamp: number;
  readonly data: JsonObject;
}

export interface WaitingForInput {
  readonly question: string;
  readonly options: readonly string[];
  /** As data, where the engine itself asks, and for a poll with a cursor. */
  readonly says?: Says;
  readonly choices?: readonly Says[];
}

export interface OutputFile {
  readonly name: string;
  /** Absolute. */
  readonly path: string;
  readonly type: 'file';
}

/** What a poll returns (specification › Tool-server async run), with names as printed there. */
export interface PolledRun {
  readonly done: boolean;
  readonly text: string;
  readonly status: string;
  readonly statusHistory?: readonly string[];
  readonly error?: string;
  readonly waiting_for_input?: WaitingForInput;
  /** Of the question in waiting_for_input. */
  readonly promptId?: PromptId;
  readonly output_files?: readonly OutputFile[];
  readonly truncated?: true;
  readonly events?: readonly ToolEvent[];
  readonly nextCursor?: number;
  readonly eventsDropped?: true;
  readonly oldestId?: number;
  /** The answer alone, of a run that reached one. */
  readonly answer?: string;
}

/** What belongs into mcp-runs.json. */
export interface IndexedRun {
  readonly runId: RunId;
  readonly toolSessionId: ToolSessionId;
  readonly done: boolean;
  readonly error: string | null;
  readonly updatedAt: number;
}
