import type { Whose } from '../../trust/people/model.ts';
import type { RunId, ThreadId, ToolCallId } from '../../kernel/ids.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { Page } from '../../kernel/page.ts';
import type { ToldInRun, ToldKind } from '../../ports/told.ts';

/** The call in whose result something was told. */
export interface ToldCall {
  readonly toolCallId: ToolCallId;
  readonly name: string;
  readonly input: JsonObject;
}

/** A run that was told something. */
export interface RunTold extends ToldInRun {
  readonly threadId: ThreadId | null;
  readonly threadTitle: string | null;
  /** The name of the tool in whose result it was; null for the prompt. */
  readonly tool: string | null;
}

/** The end of a page of runs. */
export interface ToldPosition {
  readonly no: number;
}

/** Reads only; changes go through `Journal.commit`. All reads are repeatable. */
export interface ToldStore {
  /** What was in the prompt first, then by call, each in its order; at most `limit`. */
  ofRun(runId: RunId, limit: number): Promise<readonly ToldInRun[]>;
  /** The calls in whose results something was told. */
  callsOf(runId: RunId): Promise<readonly ToldCall[]>;
  /** Their runs that were told this, the last first; a run that was told it in several places comes several times. */
  runsTold(
    whose: Whose,
    kind: ToldKind,
    id: string,
    query: { readonly after: ToldPosition | null; readonly limit: number },
  ): Promise<Page<RunTold, ToldPosition>>;
}

/** Keeps what the model of a run was told. What is kept already stays as it is: a run that goes on is told it again. */
export interface ToldChange {
  readonly change: 'run.told';
  readonly told: readonly ToldInRun[];
}
