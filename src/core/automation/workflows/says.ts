import { saying, type Plain, type Quoted, type Says } from '../../kernel/says.ts';

/** What a workflow is, and what each run of it does. */
export interface WorkflowSays {
  /** Before what it is. */
  'workflow.save': Record<never, never>;
  'workflow.is': { name: Quoted; description: Quoted | null };
  'workflow.parameter': { name: string; type: string; description: Quoted | null };
  'workflow.step': {
    nth: number;
    id: string;
    after: readonly string[];
    task: Quoted;
    /** Null: all that there are. */
    tools: readonly Quoted[] | null;
    usd: number;
    isFast: boolean;
    onFailure: 'stop' | 'skip' | 'continue';
  };
  'workflow.cost': { usd: number };
  /** `what`: its name, its id and what it is given. */
  'workflow.run': { what: Quoted; steps: number };
}

/** Why a run of a workflow, or a step of it, did not reach its end. */
export interface WorkflowEndSays extends Plain<'workflow.deleted'> {
  'workflow.step-failed': { step: string; why: readonly Says[] };
  'workflow.step-not-begun': { step: string };
  /** Of a trigger that carried it out. */
}

export const sayEnd = saying<WorkflowEndSays>();

export const say = saying<WorkflowSays>();
