import type { Masked } from '../../ports/log.ts';
import { BY_PERSON, createdByOf, type Starter, type Whose } from '../../trust/people/model.ts';
import { refuse as refuseWork } from '../../conversation/background/errors.ts';
import { backgroundLimits } from '../../conversation/background/limits.ts';
import { asAgentOf, idMeant, mayControl, type Controls } from '../../conversation/background/model.ts';
import type { InFlight } from '../../conversation/background/port.ts';
import { shortId, taskId as asTaskId, type TaskId, type ThreadId } from '../../kernel/ids.ts';
import type { Page } from '../../kernel/page.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import { isJournalConflict, type Journal } from '../../ports/journal.ts';
import type { ThreadStore } from '../../conversation/threads/store.ts';
import type { AgentWork } from './agent-work.ts';
import type { TaskChange, TaskQuery, TaskStore } from './store.ts';
import { refuse } from './errors.ts';
import { taskLimits } from './limits.ts';
import { AGENT, type Task, type TaskPriority, type TaskStatus } from './model.ts';
import { say } from './says.ts';

export interface TaskServiceDeps {
  readonly journal: Journal<TaskChange>;
  readonly store: TaskStore;
  readonly work: AgentWork;
  readonly inFlight: InFlight;
  readonly threads: Pick<ThreadStore, 'activity'>;
  /** Masks the values of secrets in texts before they are stored. */
  readonly masked: Masked;
  readonly ids: Ids;
  readonly clock: Clock;
}

/** A task as it is asked for. */
export interface TaskDraft {
  readonly title: string;
  readonly description?: string | null;
  readonly priority?: TaskPriority;
  readonly assignee?: string | null;
  readonly dueAt?: number | null;
  readonly tags?: readonly string[];
  /** The id of the task that it is in, or the beginning of that. */
  readonly parentId?: string | null;
}

export type TaskEdit = Partial<TaskDraft> & { readonly status?: TaskStatus };

/** A task as it is shown. */
export interface TaskShown {
  readonly task: Task;
  readonly running: boolean;
  readonly stoppable: boolean;
  /** That work waits for an answer of its owner. */
  readonly waiting: boolean;
}

/**
 * To-dos of people, and work for the agent. Ids may be given by their beginning. Each call is of one person, and another's
 * task is to them as one that does not exist.
 */
export class TaskService {
  readonly #deps: TaskServiceDeps;

  constructor(deps: TaskServiceDeps) {
    this.#deps = deps;
  }

  /** The newest first. @throws Refusal task_not_found for a parent, ambiguous_id, id_too_short */
  async list(
    { parent, ...query }: Omit<TaskQuery, 'parentId'> & { readonly parent: string | null },
    asker: Controls,
  ): Promise<Page<TaskShown, number>> {
    const parentId = parent === null ? null : (await this.#meant(asker.person, parent)).taskId;
    const page = await this.#deps.store.list(asker.person, { ...query, parentId });
    return { ...page, items: await this.#allShown(page.items, asker) };
  }

  /** @throws Refusal task_not_found, ambiguous_id, id_too_short */
  async get(text: string, asker: Controls): Promise<TaskShown> {
    return await this.#shown(await this.#meant(asker.person, text), asker);
  }

  /**
   * Makes a task. Work for the agent begins at once; if it cannot, the task says why. `threadId`: the conversation in
   * which it was made.
   * @throws Refusal invalid_parent, task_not_found, ambiguous_id, id_too_short
   */
  async create(draft: TaskDraft, by: Starter, threadId: ThreadId | null = null): Promise<TaskShown> {
    const { journal, ids, clock, work } = this.#deps;
    const now = clock.now();
    const task: Task = {
      taskId: asTaskId(shortId(ids.next())),
      ...this.#texts(by.personId, draft, { title: '', description: null }),
      status: 'open',
      priority: draft.priority ?? 'medium',
      assignee: draft.assignee ? this.#deps.masked(draft.assignee, by.personId) : null,
      dueAt: draft.dueAt ?? null,
      tags: tagsFrom((draft.tags ?? []).map((tag) => this.#deps.masked(tag, by.personId))),
      parentId: await this.#parent(by.personId, draft.parentId ?? null, null),
      threadId: draft.assignee === AGENT ? null : threadId,
      runId: null,
      problem: null,
      report: null,
      completedBy: null,
      personId: by.personId,
      createdBy: createdByOf(by),
      isOfAgent: by.kind === 'agent',
      createdAt: now,
      updatedAt: now,
      completedAt: null,
    };
    try {
      await journal.commit([{ change: 'task.add', task }]);
    } catch (error) {
      throw isJournalConflict(error) ? refuse.invalid_parent() : error;
    }
    if (task.assignee === AGENT) await work.begin(task);
    return await this.#again(task.taskId, asAgentOf(task.personId));
  }

  /**
   * The agent must not begin work by a change: what was written down before could be other words than those that its
   * owner is shown.
   * @throws Refusal invalid_task
   */
  checkEdit({ assignee }: TaskEdit, by: string): void {
    if (by === AGENT && assignee === AGENT) throw refuse.invalid_task({}, say('tasks.create_work'));
  }

  /**
   * Changes a task. Given to the agent, or given again, the work on it begins. `by`: who wrote the new words.
   * @throws Refusal task_running for a new title or description while the agent works on it, and as `create`
   */
  async set(text: string, edit: TaskEdit, asker: Controls, by: string = BY_PERSON): Promise<TaskShown> {
    const { journal, clock, store, work, inFlight } = this.#deps;
    this.checkEdit(edit, by);
    const whose = asker.person;
    const { taskId } = await this.#meant(whose, text);
    await work.settled(taskId);
    const before = await this.#meant(whose, taskId);
    const now = clock.now();
    const isRunning = inFlight.of(before.taskId) !== null;
    const isGiven = edit.assignee === AGENT;
    // What the agent has completed itself, while its run goes on, cannot begin again yet.
    if (isRunning && isGiven && before.status === 'completed') throw refuse.task_running();
    if (isRunning && (edit.title !== undefined || edit.description !== undefined))
      throw refuse.task_running();
    const isReworded = edit.title !== undefined || typeof edit.description === 'string';
    const task: Task = {
      ...before,
      ...this.#texts(whose, edit, before),
      isOfAgent: before.isOfAgent || (by === AGENT && isReworded),
      priority: edit.priority ?? before.priority,
      assignee: edit.assignee === undefined ? before.assignee : edit.assignee,
      dueAt: edit.dueAt === undefined ? before.dueAt : edit.dueAt,
      tags:
        edit.tags === undefined
          ? before.tags
          : tagsFrom(edit.tags.map((tag) => this.#deps.masked(tag, whose))),
      parentId:
        edit.parentId === undefined
          ? before.parentId
          : await this.#parent(whose, edit.parentId, before.taskId),
      updatedAt: now,
    };
    // Whoever else it is given to, the agent must not go on with it.
    if (isRunning && task.assignee !== AGENT) await work.stop(before.taskId);
    // Given once more, what was completed is open again.
    const isGivenAgain = isGiven && edit.status === undefined && before.status === 'completed';
    const status = edit.status ?? (isGivenAgain ? 'open' : before.status);
    try {
      await journal.commit([
        { change: 'task.put', task },
        ...(edit.status === undefined && !isGivenAgain
          ? []
          : [{ change: 'task.status', taskId, status, problem: null, by, at: now } as const]),
      ]);
    } catch (error) {
      if (!isJournalConflict(error)) throw error;
      throw (await store.get(whose, taskId)) ? refuse.invalid_parent() : refuseWork.task_not_found();
    }
    if (isGiven && status !== 'completed') await work.begin(task);
    return await this.#again(taskId, asker);
  }

  /**
   * Completes a task and everything in it that is open; work of the agent on them is stopped. Repeating it changes nothing,
   * except that its owner confirms what the agent completed.
   * @throws as `get`
   */
  async complete(text: string, asker: Controls, by: string = BY_PERSON): Promise<TaskShown> {
    const { journal, clock, store, work } = this.#deps;
    const { taskId, status, completedBy } = await this.#meant(asker.person, text);
    if (status !== 'completed' || (by !== AGENT && completedBy === AGENT)) {
      await journal.commit([{ change: 'task.complete', taskId, by, at: clock.now() }]);
      // Its run may be the one that says so: it is told to end, and not waited for.
      if (by !== AGENT) await Promise.all((await store.family(taskId)).map((one) => work.stop(one)));
    }
    return await this.#again(taskId, asker);
  }

  /** Deletes a task and everything in it; the work of the agent on them is stopped first. @throws as `get` */
  async remove(text: string, asker: Controls): Promise<void> {
    const { journal, store, work } = this.#deps;
    const { taskId } = await this.#meant(asker.person, text);
    const family = await store.family(taskId);
    await Promise.all(family.map((one) => work.stop(one)));
    await journal.commit([{ change: 'task.delete', taskId }]);
  }

  #texts(
    whose: Whose,
    { title, description }: Pick<TaskEdit, 'title' | 'description'>,
    before: Pick<Task, 'title' | 'description'>,
  ): Pick<Task, 'title' | 'description'> {
    const { masked } = this.#deps;
    if (title?.trim() === '') throw refuse.invalid_task();
    return {
      title:
        title === undefined ? before.title : masked(title.trim().replace(/\s+/gu, ' ').toWellFormed(), whose),
      description:
        description === undefined
          ? before.description
          : description === null || description.trim() === ''
            ? null
            : masked(description.trim().toWellFormed(), whose),
    };
  }

  /** @throws Refusal invalid_parent, task_not_found, ambiguous_id, id_too_short */
  async #parent(whose: Whose, text: string | null, of: TaskId | null): Promise<TaskId | null> {
    if (text === null) return null;
    const { store } = this.#deps;
    const { taskId } = await this.#meant(whose, text);
    const above = [taskId, ...(await store.ancestors(taskId))];
    if (of !== null && above.includes(of)) throw refuse.invalid_parent({}, say('tasks.in_itself'));
    const height = of === null ? 1 : await store.height(of);
    if (above.length + height > taskLimits.depth)
      throw refuse.invalid_parent({}, say('tasks.deep', { most: taskLimits.depth }));
    return taskId;
  }

  async #meant(whose: Whose, text: string): Promise<Task> {
    const { store } = this.#deps;
    const found = await store.idsLike(whose, text.toLowerCase(), backgroundLimits.candidates + 1);
    const id = idMeant(text, found);
    const task = id === null ? null : await store.get(whose, asTaskId(id));
    if (!task) throw refuseWork.task_not_found();
    return task;
  }

  async #again(taskId: TaskId, asker: Controls): Promise<TaskShown> {
    const task = await this.#deps.store.get(asker.person, taskId);
    if (!task) throw refuseWork.task_not_found();
    return await this.#shown(task, asker);
  }

  async #shown(task: Task, asker: Controls): Promise<TaskShown> {
    const [shown] = await this.#allShown([task], asker);
    return shown!;
  }

  async #allShown(tasks: readonly Task[], asker: Controls): Promise<readonly TaskShown[]> {
    const { inFlight, threads } = this.#deps;
    const shown = tasks.map((task) => {
      const piece = inFlight.of(task.taskId);
      const running = piece !== null && mayControl(piece, asker);
      return { task, running, stoppable: running && piece.stop !== null };
    });
    const atWork = shown.flatMap(({ task: { threadId }, running }) =>
      running && threadId !== null ? [threadId] : [],
    );
    const activity = atWork.length === 0 ? null : await threads.activity(atWork);
    return shown.map((one) => {
      const { threadId } = one.task;
      const prompt = one.running && threadId !== null ? activity?.get(threadId)?.pendingPrompt : null;
      return { ...one, waiting: (prompt ?? null) !== null };
    });
  }
}

const tagsFrom = (tags: readonly string[]): readonly string[] =>
  [...new Set(tags.map((tag) => tag.trim().toWellFormed()))].filter((tag) => tag !== '').toSorted();
