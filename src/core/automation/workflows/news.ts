import type { WorkflowRunId } from '../../kernel/ids.ts';

/** Tells those who follow a run of a workflow that it has changed. */
export class WorkflowNews {
  readonly #listeners = new Map<WorkflowRunId, Set<() => void>>();

  changed(workflowRunId: WorkflowRunId): void {
    for (const listener of this.#listeners.get(workflowRunId) ?? []) listener();
  }

  /** `listener` must not throw. @returns what ends it */
  listen(workflowRunId: WorkflowRunId, listener: () => void): () => void {
    const all = this.#listeners.get(workflowRunId) ?? new Set();
    all.add(listener);
    this.#listeners.set(workflowRunId, all);
    return () => {
      all.delete(listener);
      if (all.size === 0) this.#listeners.delete(workflowRunId);
    };
  }
}
