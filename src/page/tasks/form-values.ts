import { instantOf, localInput } from '../parts/format.ts';
import type { Changes, Task } from './tasks.ts';

/** What the form of a task holds, as it was typed. */
export interface FormValues {
  readonly title: string;
  readonly description: string;
  readonly status: Task['status'];
  readonly priority: Task['priority'];
  readonly dueAt: string;
  readonly assignee: string;
  readonly tags: string;
}

export const formValuesOf = (task: Task): FormValues => ({
  title: task.title,
  description: task.description ?? '',
  status: task.status,
  priority: task.priority,
  dueAt: task.dueAt === null ? '' : localInput(task.dueAt),
  assignee: task.assignee ?? '',
  tags: task.tags.join(', '),
});

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

const bodyOf = (given: FormValues) => ({
  title: given.title.trim(),
  description: orNull(given.description),
  status: given.status,
  priority: given.priority,
  dueAt: instantOf(given.dueAt),
  assignee: orNull(given.assignee),
  tags: [
    ...new Set(
      given.tags
        .split(',')
        .map((tag) => tag.trim())
        .filter((tag) => tag !== ''),
    ),
  ],
});

/** What is asked to change, and nothing else: to assign a task to the agent once more makes it begin anew. Null: nothing. */
export function changesOf(before: FormValues, given: FormValues): Changes | null {
  const [was, is] = [bodyOf(before), bodyOf(given)];
  const changed = Object.entries(is).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(was[name as keyof typeof was]),
  );
  return changed.length === 0 ? null : Object.fromEntries(changed);
}
