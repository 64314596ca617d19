import { saying, type Plain, type Quoted, type QuotedValue, type Says } from '../../kernel/says.ts';

/** Questions about what a restart cut off, and the answers to choose from. */
export interface RunSays {
  'resume.call': { tool: string; input: QuotedValue };
  'resume.agents': { agents: readonly Says[] };
  'resume.agent': { name: Quoted; task: Quoted };
  'resume.happened': Record<never, never>;
  'resume.repeat': Record<never, never>;
  'resume.again': Record<never, never>;
  /** Of a call: it is not made again. */
  'resume.unknown': Record<never, never>;
  /** Without what sub-agents would bring. */
  'resume.without': { isOne: boolean };
}

/** Why a run reached no answer. */
export interface RunEndSays extends Plain<
  | 'run.conversation-deleted'
  | 'run.failed'
  | 'run.no-reason'
  | 'run.unfinished'
  | 'run.aborted'
  | 'run.max_iterations'
  | 'run.budget'
  | 'run.output_limit'
  | 'run.refused'
  | 'run.loop'
  | 'run.interrupted'
  | 'run.storage_left'
  | 'run.person_disabled'
  | 'run.own_erasure_running'
  | 'run.too_long'
  | 'run.call_without_name'
  | 'run.call_too_deep'
  | 'run.no_answer'
  | 'run.repeated_call'
  | 'run.repeated_answer'
  | 'run.broke'
  | 'run.never_ran'
> {
  'run.turns': { turns: number };
  'run.worked': { minutes: number };
  'run.window_too_small': { window: number; instructions: number; tools: number };
  'run.too_dear': { worstUsd: number; spentUsd: number; limitUsd: number; ceiling: string; model: Quoted };
  'run.resumed_too_often': { times: number };
}

/** Notes in a conversation and among events, about how an answer was made. */
export interface RunNoteSays extends Plain<
  | 'run.stopped_here'
  | 'run.engine_stopped_here'
  | 'run.thoughts_alone'
  | 'run.declined'
  | 'run.shortened'
  | 'run.searched'
> {
  'run.message_cut': { chars: number; leftOut: number };
  'run.instructions_cut': { chars: number };
  'run.profile_gone': { profile: Quoted };
}

/** Why a call beside the turns of a run came to nothing. */
export interface SideCallSays extends Plain<
  | 'side.stopped'
  | 'side.broke'
  | 'side.no_summary'
  | 'side.summary_too_dear'
  | 'side.no_json'
  | 'side.no_title'
> {}

/** Why something is refused. */
export interface RunProblems extends Plain<
  | 'runs.run_not_found'
  | 'runs.not_running'
  | 'runs.run_not_ended'
  | 'runs.recording_incomplete'
  | 'runs.too_many_replays'
  | 'runs.idempotency_mismatch'
  | 'runs.agents_failed'
  | 'runs.tool_call_not_found'
  | 'runs.nothing_to_compact'
  | 'runs.no_shorter'
  | 'runs.draining'
  | 'runs.person_disabled'
> {
  'runs.agents_tools': { name: Quoted; role: string; unknown: readonly string[]; known: readonly string[] };
  'runs.agents_busy': { most: number; busy: number };
  'runs.agents_cost': {
    count: number;
    worstUsd: number;
    limitUsd: number;
    ceiling: string;
    spentUsd: number;
  };
  'runs.no_room': { worstUsd: number; limitUsd: number; ceiling: string; spentUsd: number };
  'runs.too_expensive': { worstUsd: number };
}

export const sayEnd = saying<RunEndSays>();

export const sayNote = saying<RunNoteSays>();

export const saySide = saying<SideCallSays>();

export const say = saying<RunSays & RunProblems>();
