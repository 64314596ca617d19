import { partOfRun } from '../workflows/places.ts';

/** What is known of one call of a tool. */
interface Called {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly result: { readonly output: string; readonly success: boolean } | null;
}

/** A workflow that a call has saved, or a run that it has begun. */
export interface WorkflowOfCall {
  /** Of the area of workflows. */
  readonly part: string;
  readonly isRun: boolean;
  /** Of the workflow; null for a run, whose call names only an id. */
  readonly name: string | null;
}

/** What the engine says of it; the tools of others have longer names. */
const SAVED = /^Saved as the workflow ([\da-z-]{1,100})[:.]/u;
const BEGUN = /^The run ([\da-z-]{1,100}) has begun\b/u;

/** Null for any other call, and for one that failed. */
export function workflowOf({ name, input, result }: Called): WorkflowOfCall | null {
  if (result?.success !== true) return null;
  if (name === 'save_workflow') {
    const [, workflowId] = SAVED.exec(result.output) ?? [];
    const title = typeof input['name'] === 'string' ? input['name'].trim() : '';
    return workflowId === undefined
      ? null
      : { part: workflowId, isRun: false, name: title === '' ? null : title };
  }
  const [, workflowRunId] = name === 'run_workflow' ? (BEGUN.exec(result.output) ?? []) : [];
  return workflowRunId === undefined ? null : { part: partOfRun(workflowRunId), isRun: true, name: null };
}
