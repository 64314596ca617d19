import type { JsonObject } from '../kernel/json.ts';
import type { DeclaredTool, ToolCall, ToolResult } from '../ports/tools.ts';
import type { RecordsQuestions } from '../prompts/port.ts';

/** A call as its tool receives it; it may ask the owner. */
export interface ToolCallContext extends ToolCall, RecordsQuestions {}

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
