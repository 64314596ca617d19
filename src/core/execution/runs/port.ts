import type { RunId, ThreadId } from '../../kernel/ids.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { DeclaredTool, ToolCall, ToolResult } from '../../ports/tools.ts';
import type { RecordsQuestions } from '../../conversation/prompts/port.ts';
import type { ThreadChange } from '../../conversation/threads/store.ts';
import type { Stretch } from '../../conversation/versions/model.ts';

/** What a search for tools came to. */
export interface FoundTools {
  /** Offered from the next turn on. */
  readonly loaded: readonly Tool[];
  /** There is no room for these in the window. */
  readonly tooLarge: readonly Tool[];
}

/** A call as its tool receives it; it may ask the owner, and load tools for its conversation. */
export interface ToolCallContext extends ToolCall, RecordsQuestions {
  /** The call is in the conversation already, so that what it finds is offered from now on. */
  findTools(words: string): FoundTools;
}

export interface Tool extends DeclaredTool {
  /** The tool server that it belongs to; absent for the engine's own tools. */
  readonly ofServer?: string;
  /** `input` has been validated. Refusals are phrased for the model; anything else thrown is a fault. */
  call(input: JsonObject, context: ToolCallContext): Promise<ToolResult>;
}

/** The tools that the model sees during one run; the list does not change while the run lasts. */
export interface ToolBox {
  tools(): readonly Tool[];
}

/** The versions of the turns of threads. */
export interface TurnVersions {
  /** The messages that lead to the first one of this run, in whichever version it is; null if the thread has none of it. */
  pathTo(threadId: ThreadId, runId: RunId): Promise<readonly Stretch[] | null>;
  /** What makes the next message another version of the turn of this run. @throws Refusal message_not_found */
  another(threadId: ThreadId, runId: RunId): Promise<ThreadChange>;
}
