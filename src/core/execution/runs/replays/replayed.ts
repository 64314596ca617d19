// Room: the parts of a replay in the loop: recorded results in the place of tools, and a journal that
// writes only the replay's own rows.

import type { RunId } from '../../../kernel/ids.ts';
import type { GivenInstructions } from '../../../instance/instructions/model.ts';
import type { ToolSwitches } from '../../../instance/tool-switches/model.ts';
import type { CarriesOutCalls } from '../loop/tool-calls.ts';
import type { Tool } from '../port.ts';
import type { Conversation } from '../window/conversation.ts';

/** What a replay takes from the run that it repeats. */
export interface Replayed {
  readonly of: RunId;
  /** The thread as it was when that run began, its task included. */
  readonly conversation: Conversation;
  /** What that run was given of its owner's instructions. */
  readonly instructions: readonly GivenInstructions[];
  /** The tools that were switched on or off in it. */
  readonly tools: ToolSwitches | null;
  /** Answers each call from the recording. */
  readonly calls: CarriesOutCalls;
  /** What was remembered later was not known then; milliseconds since the epoch. */
  readonly before: number;
  /** The definitions that the model is shown. None of them can be called. */
  offered(all: readonly Tool[]): readonly Tool[];
}
