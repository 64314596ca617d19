import { saying, type Plain, type Quoted, type QuotedValue, type Says } from '../../kernel/says.ts';

/** What a workflow is, and what each run of it does. */
export interface WorkflowSays {
  /** Before what it is. */
  'workflow.save': Record<never, never>;
  'workflow.is': { name: Quoted; description: Quoted | null };
  'workflow.parameter': { name: string; type: 'string' | 'number' | 'boolean'; description: Quoted | null };
  'workflow.step': {
    nth: number;
    id: string;
    after: readonly string[];
    task: Quoted;
    /** Null: all, except those that start other work. */
    tools: readonly Quoted[] | null;
    usd: number;
    isFast: boolean;
    onFailure: 'stop' | 'skip' | 'continue';
  };
  'workflow.cost': { usd: number };
  'workflow.run': { name: Quoted; id: string; given: readonly Says[]; steps: number };
  /** A parameter with what it is given. */
  'workflow.given': { name: string; value: QuotedValue };
}

/** Why a run of a workflow, or a step of it, did not reach its end. */
export interface WorkflowEndSays extends Plain<'workflow.deleted'> {
  'workflow.step-failed': { step: string; why: readonly Says[] };
  'workflow.step-not-begun': { step: string };
  /** Of a trigger that carried it out. */
}

export const sayEnd = saying<WorkflowEndSays>();

/** Why something is refused. */
export interface WorkflowProblems extends Plain<
  | 'workflows.workflow_not_found'
  | 'workflows.workflow_run_not_found'
  | 'workflows.workflow_in_progress'
  | 'workflows.nothing_to_retry'
  | 'workflows.no_steps'
  | 'workflows.it_has_none'
> {
  'workflows.workflow_in_use': { triggers: readonly Says[]; count: number };
  'workflows.trigger': { title: Quoted; id: string };
  'workflows.many_steps': { most: number };
  'workflows.step_name': { name: Quoted; most: number };
  'workflows.two_steps': { name: string };
  'workflows.needs_itself': { step: string };
  'workflows.no_step': { step: string; needed: Quoted };
  'workflows.circle': { steps: readonly string[] };
  'workflows.parameter_name': { name: Quoted };
  'workflows.two_parameters': { name: string };
  'workflows.long_default': { name: string; most: number };
  'workflows.other_default': { name: string; type: 'string' | 'number' | 'boolean' };
  'workflows.no_parameter': { name: Quoted };
  'workflows.perhaps': { near: readonly string[] };
  'workflows.it_has': { known: readonly string[] };
  'workflows.give_parameter': { name: string; type: 'string' | 'number' | 'boolean' };
  'workflows.other_value': { name: string; type: 'string' | 'number' | 'boolean' };
  'workflows.long_value': { name: string; most: number };
  'workflows.long_values': { most: number };
  'workflows.agents_length': { most: number };
  'workflows.of_trigger_gone': { triggerId: string };
}

export const say = saying<WorkflowSays & WorkflowProblems>();
