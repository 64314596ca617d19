import { sql } from 'kysely';
import { personId, runId, taskId, threadId } from '../../../../core/kernel/ids.ts';
import type { TaskChange, TaskStore } from '../../../../core/automation/tasks/store.ts';
import { EVERYONE, isOf } from '../../../../core/trust/people/model.ts';
import { AGENT, type Task } from '../../../../core/automation/tasks/model.ts';
import { contains, numbersOf } from '../../sql/words.ts';
import { pageOfRows } from '../../sql/page-of.ts';
import type { MakeRead } from '../../sql/prepared.ts';
import { stepsOf, type Step } from '../../sql/step.ts';
import { tasks as migration } from './migrations/tasks.ts';
import { read, type Db, type NewRow, type Part, type Row } from './part.ts';
import { flag, kept, leftOut, holding, ofPerson } from '../exported.ts';
import { list, text } from '../shape.ts';
import type { TaskTables } from './schema.ts';
import { saysJson, wordedIn } from './worded.ts';

export const tasks: Part<TaskTables, TaskChange, { readonly tasks: TaskStore }> = {
  migration,
  exported: {
    tasks: {
      arriving: {
        columns: {
          ...kept(
            'task_no',
            'task_id',
            'title',
            'description',
            'status',
            'priority',
            'assignee',
            'due_at',
            'parent_id',
            'thread_id',
            'run_id',
            'words',
            'problem',
            'created_by',
            'report',
            'completed_by',
            'of_agent',
            'created_at',
            'updated_at',
            'completed_at',
          ),
          ...ofPerson,
          ...holding(list(text), 'tags_json'),
          problem_says_json: 'cleared',
        },
      },
      section: 'tasks',
      says: 'to-dos of people and of the agent',
      columns: {
        of_agent: flag,
        words: leftOut('it is made of title and description', ({ title, description }) =>
          folded(`${String(title)} ${String(description ?? '')}`),
        ),
      },
    },
    task_tags: {
      arriving: 'derived',
      leftOut: 'each task says its tags',
      rebuilt: [
        'INSERT OR IGNORE INTO task_tags (tag, task_no) SELECT value, task_no FROM tasks, json_each(tags_json)',
      ],
    },
  },
  steps: (db) => ({
    'task.add': ({ task }) => [
      ...stepsOf([
        db.insertInto('tasks').values({
          ...changeable(task),
          status: task.status,
          ...problemColumns(task.problem),
          completed_at: task.completedAt,
          task_id: task.taskId,
          thread_id: task.threadId,
          run_id: task.runId,
          person_id: task.personId,
          created_by: task.createdBy,
          created_at: task.createdAt,
        } as NewRow<'tasks'>),
      ]),
      ...tagSteps(db, task),
    ],
    'task.put': ({ task }) => [
      ...stepsOf([
        db
          .updateTable('tasks')
          .set(changeable(task))
          .where('task_id', '=', task.taskId)
          .where(
            sql<boolean>`NOT EXISTS (WITH RECURSIVE ${familyOf(task.taskId)} SELECT 1 FROM family WHERE task_id = ${task.parentId})`,
          ),
      ]).map((step) => ({ ...step, atLeast: 1 })),
      ...stepsOf([
        db
          .deleteFrom('task_tags')
          .where('task_no', '=', db.selectFrom('tasks').select('task_no').where('task_id', '=', task.taskId)),
      ]),
      ...tagSteps(db, task),
    ],
    'task.status': ({ taskId: id, status, problem, by, at }) => {
      const isOver = status === 'completed';
      const finisher = sql<string>`coalesce(nullif(completed_by, ${sql.lit(AGENT)}), ${by})`;
      return stepsOf([
        db
          .updateTable('tasks')
          .set({
            status,
            ...problemColumns(problem),
            updated_at: at,
            completed_at: isOver ? sql<number>`coalesce(completed_at, ${at})` : null,
            completed_by: isOver ? finisher : null,
          })
          .where('task_id', '=', id),
      ]);
    },
    'task.complete': ({ taskId: id, by, at }) => [
      sql`UPDATE tasks SET status = 'completed', problem = NULL, problem_says_json = NULL,
          completed_at = coalesce(completed_at, ${at}), completed_by = ${by}, updated_at = ${at}
        WHERE (status <> 'completed' OR (task_id = ${id} AND completed_by = ${sql.lit(AGENT)}))
          AND task_id IN (WITH RECURSIVE ${familyOf(id)} SELECT task_id FROM family)
          AND (task_id = ${id} OR status <> 'failed')`.compile(db),
    ],
    'task.delete': ({ taskId: id }) => stepsOf([db.deleteFrom('tasks').where('task_id', '=', id)]),
    'task.begin': ({ taskId: id, runId: run, threadId: thread, at }) =>
      stepsOf([
        db
          .updateTable('tasks')
          .set({
            status: 'in_progress',
            run_id: run,
            thread_id: thread,
            ...problemColumns(null),
            updated_at: at,
            completed_at: null,
            completed_by: null,
            report: null,
          })
          .where('task_id', '=', id),
      ]),
    'task.end': ({ taskId: id, runId: run, status, problem, report, at }) =>
      stepsOf([
        db
          .updateTable('tasks')
          .set({
            status,
            ...problemColumns(problem),
            report,
            updated_at: at,
            completed_at: status === 'completed' ? at : null,
            completed_by: status === 'completed' ? AGENT : null,
          })
          .where('task_id', '=', id)
          .where('run_id', '=', run)
          .where('status', '=', 'in_progress'),
      ]),
  }),
  reads: (db, makeRead) => ({ tasks: taskStore(db, makeRead) }),
};

const problemColumns = (problem: Task['problem']) => ({
  problem: problem?.text ?? null,
  problem_says_json: saysJson(problem),
});

/** A task and everything in it. */
const familyOf = (id: string) =>
  sql`family (task_id) AS (
    SELECT task_id FROM tasks WHERE task_id = ${id} UNION SELECT tasks.task_id FROM tasks JOIN family ON tasks.parent_id = family.task_id)`;

/** Of the texts of a row that can be long. */
const BYTES =
  sql<number>`octet_length(title) + coalesce(octet_length(description), 0) + coalesce(octet_length(report), 0) + octet_length(tags_json)`.as(
    'bytes',
  );

interface Place {
  readonly before: number;
  readonly limit: number;
}

function taskStore(db: Db, makeRead: MakeRead): TaskStore {
  const byId = makeRead(({ task_id }: Pick<Row<'tasks'>, 'task_id'>) =>
    db.selectFrom('tasks').selectAll().where('task_id', '=', task_id),
  );
  const newestOf = makeRead(({ before, limit, person_id }: Place & Pick<Row<'tasks'>, 'person_id'>) =>
    db
      .selectFrom('tasks')
      .select(['task_no as no', BYTES])
      .where('person_id', '=', person_id)
      .where('task_no', '<', before)
      .orderBy('task_no', 'desc')
      .limit(limit),
  );
  const numbered = makeRead(({ nos }: { readonly nos: string }) =>
    db.selectFrom('tasks').selectAll().where('task_no', 'in', numbersOf(nos)).orderBy('task_no', 'desc'),
  );
  return {
    get: async (whose, id) => {
      const [row] = await byId({ task_id: id });
      return row && isOf(whose, row.person_id) ? taskFrom(row) : null;
    },

    list: async (whose, { status, assignee, tag, parentId, words, limit, after }) => {
      const before = after ?? Number.MAX_SAFE_INTEGER;
      const isPlain = [status, assignee, tag, parentId, words].every((one) => one === null);
      let query = db.selectFrom('tasks').select(['task_no as no', BYTES]).where('task_no', '<', before);
      if (whose !== EVERYONE) query = query.where('person_id', '=', whose);
      if (status !== null) query = query.where('status', '=', status);
      if (assignee !== null) query = query.where('assignee', '=', assignee);
      if (parentId !== null) query = query.where('parent_id', '=', parentId);
      if (tag !== null)
        query = query.where(
          'task_no',
          'in',
          db.selectFrom('task_tags').select('task_no').where('tag', '=', tag),
        );
      for (const word of (words ?? '').split(/\s+/u).filter((one) => one !== '')) {
        query = query.where(contains(sql.ref('words'), folded(word)));
      }
      const found =
        isPlain && whose !== EVERYONE
          ? await newestOf({ before, limit: limit + 1, person_id: whose })
          : await read(
              query
                .orderBy('task_no', 'desc')
                .limit(limit + 1)
                .execute(),
            );
      const { items, next } = await pageOfRows(found, limit, numbered);
      return { items: items.map(taskFrom), next };
    },

    family: async (id) =>
      await idsOf(db, sql<{ task_id: string }>`WITH RECURSIVE ${familyOf(id)} SELECT task_id FROM family`),

    height: async (id) => {
      const levels = sql<{ levels: number }>`WITH RECURSIVE below (task_id, level) AS (
        SELECT task_id, 1 FROM tasks WHERE task_id = ${id}
        UNION SELECT tasks.task_id, level + 1 FROM tasks JOIN below ON tasks.parent_id = below.task_id WHERE level < 100)
        SELECT max(level) AS levels FROM below`;
      return (await read(levels.execute(db))).rows[0]?.levels ?? 1;
    },

    ancestors: async (id) =>
      (
        await idsOf(
          db,
          sql<{ task_id: string }>`WITH RECURSIVE above (task_id, far) AS (
            SELECT parent_id, 1 FROM tasks WHERE task_id = ${id}
            UNION SELECT tasks.parent_id, far + 1 FROM tasks JOIN above ON tasks.task_id = above.task_id WHERE far < 100)
            SELECT task_id FROM above WHERE task_id IS NOT NULL ORDER BY far`,
        )
      ).filter((one) => one !== id),

    inProgress: async () => {
      const query = db.selectFrom('tasks').selectAll().where('status', '=', 'in_progress');
      return (await read(query.where('run_id', 'is not', null).execute())).map(taskFrom);
    },

    idsLike: async (whose, prefix, limit) => {
      let query = db.selectFrom('tasks').select('task_id').where('task_id', '>=', prefix);
      if (whose !== EVERYONE) query = query.where('person_id', '=', whose);
      const rows = await read(
        query.where('task_id', '<', `${prefix}\u{10FFFF}`).orderBy('task_id').limit(limit).execute(),
      );
      return rows.map((row) => row.task_id);
    },
  };
}

async function idsOf(
  db: Db,
  query: { execute(db: Db): Promise<{ readonly rows: readonly { readonly task_id: string }[] }> },
) {
  const { rows } = await read(query.execute(db));
  return rows.map((row) => taskId(row.task_id));
}

const tagSteps = (db: Db, task: Task): readonly Step[] =>
  task.tags.map((tag) =>
    sql`INSERT INTO task_tags (tag, task_no)
      SELECT ${tag}, task_no FROM tasks WHERE task_id = ${task.taskId}`.compile(db),
  );

const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

const changeable = (task: Task) => ({
  title: task.title,
  description: task.description,
  words: folded(`${task.title} ${task.description ?? ''}`),
  report: task.report,
  completed_by: task.completedBy,
  of_agent: Number(task.isOfAgent),
  priority: task.priority,
  assignee: task.assignee,
  due_at: task.dueAt,
  tags_json: JSON.stringify(task.tags),
  parent_id: task.parentId,
  updated_at: task.updatedAt,
});

const taskFrom = (row: Row<'tasks'>): Task => ({
  taskId: taskId(row.task_id),
  title: row.title,
  description: row.description,
  status: row.status,
  priority: row.priority,
  assignee: row.assignee,
  dueAt: row.due_at,
  tags: JSON.parse(row.tags_json) as readonly string[],
  parentId: row.parent_id === null ? null : taskId(row.parent_id),
  threadId: row.thread_id === null ? null : threadId(row.thread_id),
  runId: row.run_id === null ? null : runId(row.run_id),
  problem: wordedIn(row.problem, row.problem_says_json),
  personId: personId(row.person_id),
  createdBy: row.created_by,
  report: row.report,
  completedBy: row.completed_by,
  isOfAgent: row.of_agent === 1,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  completedAt: row.completed_at,
});
