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

export const say = saying<RunSays & RunProblems>();
