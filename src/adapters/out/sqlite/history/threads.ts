import { EVERYONE, isOf, type Whose } from '../../../../core/trust/people/model.ts';
import { personId, threadId } from '../../../../core/kernel/ids.ts';
import { instructionLimits } from '../../../../core/instance/instructions/limits.ts';
import type { ThreadChange, ThreadStore } from '../../../../core/conversation/threads/store.ts';
import type { Thread } from '../../../../core/conversation/threads/model.ts';
import { prepared, type MakeRead } from '../prepared.ts';
import { stepsOf } from '../step.ts';
import { activityReads } from './activity.ts';
import { compactionReads, compactionSteps } from './compactions.ts';
import { noteToForget } from './insights.ts';
import { messageReads, messageSteps } from './messages.ts';
import { first as migration } from './migrations/first.ts';
import type { Db, NewRow, Part, Row } from './part.ts';
import { nextChange } from './row-order.ts';
import { indexTitle, noteTitle, unindexThread, unindexTitle } from './search-index.ts';
import { flag, kept, holding, ofPerson } from '../exported.ts';
import { blocks } from './message-shape.ts';
import type { ThreadTables } from './schema.ts';

export const threads: Part<ThreadTables, ThreadChange, { readonly threads: ThreadStore }> = {
  migration,
  exported: {
    threads: {
      arriving: {
        columns: {
          ...kept(
            'thread_id',
            'title',
            'titled',
            'archived',
            'message_count',
            'cost_usd',
            'created_at',
            'updated_at',
            'change_no',
          ),
          ...ofPerson,
          instructions: {
            checked: `instructions IS NULL OR (length(instructions) <= ${instructionLimits.chars} AND instr(instructions, char(0)) = 0)`,
          },
        },
      },
      section: 'threads',
      says: 'the conversations',
      columns: { titled: flag, archived: flag },
    },
    messages: {
      arriving: {
        columns: {
          ...kept('thread_id', 'seq', 'run_id', 'created_at'),
          ...holding(blocks, 'content_json'),
          role: { checked: "role IN ('user', 'assistant')" },
        },
      },
      section: 'messages',
      says: 'the messages of the conversations, in the order of their seq',
    },
    compactions: {
      arriving: {
        columns: kept(
          'thread_id',
          'upto_seq',
          'summary',
          'trigger_by',
          'focus',
          'tokens_before',
          'tokens_after',
          'model',
          'cost_usd',
          'created_at',
          'told_at',
        ),
      },
      section: 'compactions',
      says: 'summaries that stand for older messages',
    },
  },
  ids: [['threads', 'thread_id']],
  steps: (db) => {
    const forget = noteToForget(db);
    const name = prepared<Pick<NewRow<'threads'>, 'thread_id' | 'title'>>(({ thread_id, title }) =>
      db
        .updateTable('threads')
        .set({ title, titled: 1 })
        .where('thread_id', '=', thread_id)
        .where('titled', '=', 0),
    );
    return {
      ...messageSteps(db),
      ...compactionSteps(db),
      'thread.create': ({ thread }) =>
        stepsOf([db.insertInto('threads').values({ ...threadRow(thread), change_no: nextChange })]),
      'thread.set': ({ threadId, title, archived, instructions, updatedAt }) => {
        const set = stepsOf([
          db
            .updateTable('threads')
            .set({
              updated_at: updatedAt,
              change_no: nextChange,
              ...(title === undefined ? {} : { title, titled: 1 }),
              ...(archived === undefined ? {} : { archived: Number(archived) }),
              ...(instructions === undefined ? {} : { instructions }),
            })
            .where('thread_id', '=', threadId),
        ]);
        return title === undefined
          ? set
          : [...unindexTitle(threadId), ...set, ...indexTitle(threadId, title)];
      },
      'thread.name': ({ threadId, title }) => [name({ thread_id: threadId, title }), noteTitle(threadId)],
      'thread.delete': ({ threadId }) => {
        const runs = db.selectFrom('runs').select('run_id').where('thread_id', '=', threadId);
        return [
          ...unindexThread(threadId),
          forget({ thread_id: threadId }),
          ...stepsOf([
            db.deleteFrom('events').where('run_id', 'in', runs),
            db.deleteFrom('tool_calls').where('run_id', 'in', runs),
            db
              .updateTable('runs')
              .set({ task: '', error_json: null, attachments_json: null, instructions_json: null })
              .where('thread_id', '=', threadId),
            db.deleteFrom('threads').where('thread_id', '=', threadId),
          ]),
        ];
      },
    };
  },
  reads: (db, makeRead) => ({
    threads: {
      ...threadReads(db, makeRead),
      ...compactionReads(db, makeRead),
      ...messageReads(db, makeRead),
    },
  }),
};

interface PageOfThreads {
  readonly before: number;
  readonly limit: number;
  readonly whose: Whose;
}

interface Lists {
  readonly all: (page: PageOfThreads) => readonly ListedThread[];
  readonly unarchived: (page: PageOfThreads) => readonly ListedThread[];
}

/** Without what is too long for lists, which are read often. */
const listed = [
  'thread_id',
  'person_id',
  'title',
  'archived',
  'message_count',
  'cost_usd',
  'created_at',
  'updated_at',
  'change_no',
] as const;

function threadReads(
  db: Db,
  makeRead: MakeRead,
): Pick<ThreadStore, 'get' | 'instructions' | 'oldestCreatedAt' | 'list' | 'activity'> {
  const byId = makeRead(({ thread_id }: Pick<Row<'threads'>, 'thread_id'>) =>
    db.selectFrom('threads').select(listed).where('thread_id', '=', thread_id),
  );
  const instructionsOf = makeRead(({ thread_id }: Pick<Row<'threads'>, 'thread_id'>) =>
    db.selectFrom('threads').select('instructions').where('thread_id', '=', thread_id),
  );
  const oldest = makeRead(() => db.selectFrom('threads').select('created_at').orderBy('thread_id').limit(1));
  const newest = ({ before, limit }: PageOfThreads) =>
    db
      .selectFrom('threads')
      .select(listed)
      .where('change_no', '<', before)
      .orderBy('change_no', 'desc')
      .limit(limit);
  const newestOf = (given: PageOfThreads) => newest(given).where('person_id', '=', given.whose);
  const [ofEveryone, ofOne] = [newest, newestOf].map((query) => ({
    all: makeRead(query),
    unarchived: makeRead((given: PageOfThreads) =>
      query(given).where((eb) => eb('archived', '=', eb.lit(0))),
    ),
  })) as [Lists, Lists];
  return {
    get: async (whose, threadId) => {
      const [row] = byId({ thread_id: threadId });
      return row && isOf(whose, row.person_id) ? threadFrom(row) : null;
    },

    instructions: async (threadId) => instructionsOf({ thread_id: threadId })[0]?.instructions ?? null,

    oldestCreatedAt: async () => oldest({})[0]?.created_at ?? null,

    list: async (whose, { limit, after, includeArchived }) => {
      const page = { before: after?.changeNo ?? Number.MAX_SAFE_INTEGER, limit: limit + 1, whose };
      const rows = (whose === EVERYONE ? ofEveryone : ofOne)[includeArchived ? 'all' : 'unarchived'](page);
      const items = rows.slice(0, limit);
      const last = items.at(-1);
      return {
        items: items.map(threadFrom),
        next: last && rows.length > limit ? { changeNo: last.change_no } : null,
      };
    },

    activity: activityReads(db, makeRead).activityIn,
  };
}

const threadRow = (thread: Thread): NewRow<'threads'> => ({
  thread_id: thread.threadId,
  person_id: thread.personId,
  title: thread.title,
  archived: Number(thread.archived),
  message_count: thread.messageCount,
  cost_usd: thread.costUsd,
  created_at: thread.createdAt,
  updated_at: thread.updatedAt,
});

type ListedThread = Pick<Row<'threads'>, (typeof listed)[number]>;

const threadFrom = (row: ListedThread): Thread => ({
  threadId: threadId(row.thread_id),
  personId: personId(row.person_id),
  title: row.title,
  archived: row.archived === 1,
  messageCount: row.message_count,
  costUsd: row.cost_usd,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});
