import type { Task } from './tasks.ts';

export interface Line {
  readonly task: Task;
  /** How many of the shown tasks it lies in. */
  readonly depth: number;
  /** The task that it is in, if that is not shown. */
  readonly hiddenParent: string | null;
}

/** Tasks in their order, each with those in it right below it. Those whose parent is not shown stand by themselves. */
export function ordered(tasks: readonly Task[]): readonly Line[] {
  const ids = new Set(tasks.map(({ taskId }) => taskId));
  const inside = Map.groupBy(tasks, ({ parentId }) =>
    parentId !== null && ids.has(parentId) ? parentId : null,
  );
  const linesOf = (parent: string | null, depth: number): readonly Line[] =>
    (inside.get(parent) ?? []).flatMap((task) => [
      { task, depth, hiddenParent: depth === 0 ? task.parentId : null },
      ...linesOf(task.taskId, depth + 1),
    ]);
  return linesOf(null, 0);
}
