import { moment, relative } from '../parts/format.ts';
import { taskWords as said } from '../words/tasks.ts';
import { AGENT, type Task } from './tasks.ts';

export interface Fact {
  readonly text: string;
  readonly tone: 'plain' | 'warn' | 'bad';
}

type Described = Pick<
  Task,
  'status' | 'priority' | 'assignee' | 'dueAt' | 'tags' | 'running' | 'createdBy' | 'completedAt'
>;

/** Whether its time has passed, and it is not done. */
export const isOverdue = ({ status, dueAt }: Pick<Task, 'status' | 'dueAt'>, now: number): boolean =>
  status !== 'completed' && dueAt !== null && Date.parse(dueAt) < now;

/** What there is to say of a task beside its title; what is usual is left out. */
export function factsOf(task: Described, now: number): readonly Fact[] {
  const { status, priority, assignee, dueAt, tags, running, createdBy, completedAt } = task;
  const plain = (text: string): Fact => ({ text, tone: 'plain' });
  return [
    ...(running
      ? [{ text: said.running, tone: 'warn' } as const]
      : status === 'failed'
        ? [{ text: said.statuses.failed, tone: 'bad' } as const]
        : status === 'in_progress'
          ? [plain(said.statuses.in_progress)]
          : status === 'completed' && completedAt !== null
            ? [plain(said.completed(relative(completedAt, now)))]
            : []),
    ...(priority === 'medium' || status === 'completed'
      ? []
      : [{ text: said.priorityOf[priority], tone: priority === 'urgent' ? 'bad' : 'plain' } as const]),
    ...(dueAt === null || status === 'completed'
      ? []
      : isOverdue(task, now)
        ? [{ text: said.overdue(moment(dueAt)), tone: 'bad' } as const]
        : [plain(said.due(`${moment(dueAt)}, ${relative(dueAt, now)}`))]),
    ...(assignee === null || running
      ? []
      : [plain((status === 'completed' ? said.by : said.of)(assignee === AGENT ? said.agent : assignee))]),
    ...(createdBy === 'agent' ? [plain(said.byAgent)] : []),
    ...tags.map((tag) => plain(`#${tag}`)),
  ];
}
