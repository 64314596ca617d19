import { moment, relative } from '../parts/format.ts';
import { taskWords as said } from '#words/tasks.ts';
import { AGENT, type Task } from './tasks.ts';

export interface Fact {
  readonly text: string;
  readonly tone: 'plain' | 'warn' | 'bad';
}

type Described = Pick<
  Task,
  | 'status'
  | 'priority'
  | 'assignee'
  | 'dueAt'
  | 'tags'
  | 'running'
  | 'waiting'
  | 'createdBy'
  | 'completedAt'
  | 'completedBy'
>;

/** The agent says that it is done, and its owner has not. */
export const isClaimed = ({ status, completedBy }: Pick<Task, 'status' | 'completedBy'>): boolean =>
  status === 'completed' && completedBy === AGENT;

const LINES = 3;
const CHARS = 280;

/** The beginning of a report, and whether there is more. */
export function beginningOf(report: string): { readonly text: string; readonly isAll: boolean } {
  const first = report.split('\n').slice(0, LINES).join('\n');
  const text = first.length > CHARS ? `${first.slice(0, CHARS).toWellFormed().trimEnd()}…` : first;
  return { text, isAll: text === report };
}

/** Whether its time has passed, and it is not done. */
export const isOverdue = ({ status, dueAt }: Pick<Task, 'status' | 'dueAt'>, now: number): boolean =>
  status !== 'completed' && dueAt !== null && Date.parse(dueAt) < now;

/**
 * What there is to say of a task beside its title; what is usual is left out.
 * @param away the engine cannot be reached: whether it works or waits is not known
 */
export function factsOf(task: Described, now: number, away: boolean): readonly Fact[] {
  const { status, priority, assignee, dueAt, tags, running, waiting, createdBy, completedAt } = task;
  const plain = (text: string): Fact => ({ text, tone: 'plain' });
  return [
    ...(away && (waiting || running)
      ? [plain(said.unknown)]
      : waiting
        ? [{ text: said.waiting, tone: 'warn' } as const]
        : running
          ? [{ text: said.running, tone: 'warn' } as const]
          : status === 'failed'
            ? [{ text: said.statuses.failed, tone: 'bad' } as const]
            : status === 'in_progress'
              ? [plain(said.statuses.in_progress)]
              : isClaimed(task)
                ? [
                    { text: said.claimed, tone: 'warn' } as const,
                    ...(completedAt === null ? [] : [plain(relative(completedAt, now))]),
                  ]
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
    ...(assignee === null || running || isClaimed(task)
      ? []
      : [plain(assignee === AGENT ? said.forAgent : said.of(assignee))]),
    ...(createdBy === 'agent' ? [plain(said.byAgent)] : []),
    ...tags.map((tag) => plain(`#${tag}`)),
  ];
}
