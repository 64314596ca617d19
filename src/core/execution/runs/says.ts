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

export const sayEnd = saying<RunEndSays>();

export const say = saying<RunSays>();
