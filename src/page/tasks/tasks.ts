import { computed, signal } from '@preact/signals';
import { say } from '../app/notices.ts';
import { engine, type Answer } from '../engine/client.ts';
import { codeOf, statusOf, told } from '../engine/failure.ts';
import { readRunning } from '../running/running.ts';
import { taskWords as said } from '#words/tasks.ts';

export type Task = Answer<'tasks.get'>;
export type Status = Task['status'];
export type NewTask = NonNullable<Parameters<(typeof engine)['tasks.create']>[0]['body']>;
export type Changes = NonNullable<Parameters<(typeof engine)['tasks.set']>[0]['body']>;

const PAGE = 50;
/** The engine's largest page. */
const LARGEST = 200;

/** The newest first; null until they were read. */
export const tasks = signal<readonly Task[] | null>(null);
/** Where the older ones begin; null if all are shown. */
export const older = signal<string | null>(null);
export const filter = signal<Status | 'all'>('all');
export const query = signal('');
/** Why they could not be read, in words. */
export const unread = signal('');
/** Titles of tasks that others are in, and that the list does not show; null for one that is gone. */
export const titles = signal<ReadonlyMap<string, string | null>>(new Map());
export const isAnyRunning = computed(() => (tasks.value ?? []).some(({ running }) => running));

const asked = () => ({
  ...(filter.peek() === 'all' ? {} : { status: filter.peek() as Status }),
  ...(query.peek().trim() === '' ? {} : { q: query.peek().trim() }),
});

let readings = 0;

/** Reads as many as are shown anew. */
export async function readTasks(): Promise<void> {
  readings += 1;
  const mine = readings;
  try {
    const shown = tasks.peek()?.length ?? 0;
    const limit = Math.min(LARGEST, Math.max(PAGE, Math.ceil(shown / PAGE) * PAGE));
    const answer = await engine['tasks.list']({ query: { ...asked(), limit } });
    let [found, cursor] = [[...answer.tasks], answer.nextCursor];
    while (cursor !== null && found.length < shown) {
      const more = await engine['tasks.list']({ query: { ...asked(), limit: LARGEST, cursor } });
      found = [...found, ...more.tasks];
      cursor = more.nextCursor;
    }
    if (mine !== readings) return;
    tasks.value = found;
    older.value = cursor;
    unread.value = '';
    await readTitles();
  } catch (error) {
    // That the engine is away is said above everything; this is read again when it is back.
    if (mine === readings && statusOf(error) !== null) unread.value = told(error);
  }
}

export async function readOlder(): Promise<void> {
  const cursor = older.peek();
  if (cursor === null) return;
  const mine = readings;
  try {
    const answer = await engine['tasks.list']({ query: { ...asked(), limit: PAGE, cursor } });
    if (mine !== readings && older.peek() !== cursor) return;
    const known = new Set((tasks.peek() ?? []).map(({ taskId }) => taskId));
    tasks.value = [...(tasks.peek() ?? []), ...answer.tasks.filter(({ taskId }) => !known.has(taskId))];
    older.value = answer.nextCursor;
    await readTitles();
  } catch (error) {
    unread.value = told(error);
  }
}

/** Another filter or other words: the list begins anew. */
export async function show(what: {
  readonly filter?: Status | 'all';
  readonly query?: string;
}): Promise<void> {
  if (what.filter !== undefined) filter.value = what.filter;
  if (what.query !== undefined) query.value = what.query;
  tasks.value = tasks.peek()?.slice(0, PAGE) ?? null;
  await readTasks();
}

async function readTitles(): Promise<void> {
  const shown = tasks.peek() ?? [];
  const ids = new Set(shown.map(({ taskId }) => taskId));
  const missing = new Set(
    shown.flatMap(({ parentId }) => (parentId === null || ids.has(parentId) ? [] : [parentId])),
  );
  const found = await Promise.all(
    [...missing]
      .filter((id) => !titles.peek().has(id))
      .map(async (id) => {
        const title = await engine['tasks.get']({ params: { id } }).then(
          (task) => task.title,
          () => null,
        );
        return [id, title] as const;
      }),
  );
  if (found.length > 0) titles.value = new Map([...titles.peek(), ...found]);
}

/** Does one thing with a task, and reads the list anew; what the engine refuses is said. */
async function attempt(work: () => Promise<string>): Promise<void> {
  try {
    const done = await work();
    if (done !== '') say(done);
  } catch (error) {
    say(told(error));
  }
  await Promise.all([readTasks(), readRunning()]);
}

/** @throws what the engine refuses */
export async function addTask(body: NewTask): Promise<void> {
  const { title, assignee } = await engine['tasks.create']({ body });
  say(assignee === AGENT ? said.addedGiven(title) : said.added(title));
  await Promise.all([readTasks(), readRunning()]);
}

/** @throws what the engine refuses */
export async function changeTask({ taskId }: Task, body: Changes): Promise<void> {
  await engine['tasks.set']({ params: { id: taskId }, body });
  await Promise.all([readTasks(), readRunning()]);
}

export const AGENT = 'agent';

export const giveToAgent = (task: Task): Promise<void> =>
  attempt(async () => {
    const status = task.status === 'completed' ? { status: 'open' as const } : {};
    await engine['tasks.set']({ params: { id: task.taskId }, body: { assignee: AGENT, ...status } });
    return said.addedGiven(task.title);
  });

/** Done, or not done after all. */
export const setDone = (task: Task, isDone: boolean): Promise<void> =>
  attempt(async () => {
    const params = { id: task.taskId };
    if (isDone) await engine['tasks.complete']({ params });
    else await engine['tasks.set']({ params, body: { status: 'open' } });
    return '';
  });

export const removeTask = (task: Task): Promise<void> =>
  attempt(async () => {
    try {
      await engine['tasks.delete']({ params: { id: task.taskId } });
    } catch (error) {
      if (codeOf(error) !== 'task_not_found') throw error;
    }
    return said.removed(task.title);
  });
