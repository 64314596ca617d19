import { sql } from 'kysely';
import { EVERYONE, isOf, type Whose } from '../../../../core/trust/people/model.ts';
import { assistantId, personId, threadId } from '../../../../core/kernel/ids.ts';
import { assistantLimits } from '../../../../core/conversation/assistants/limits.ts';
import { instructionLimits } from '../../../../core/instance/instructions/limits.ts';
import type { ThreadChange, ThreadStore } from '../../../../core/conversation/threads/store.ts';
import { unsettled, type Thread, type ThreadSettings } from '../../../../core/conversation/threads/model.ts';
import type { ToolSwitches } from '../../../../core/instance/tool-switches/model.ts';
import type { Word } from '../../sql/said.ts';
import { notByIndex } from '../../sql/words.ts';
import { prepared, type MakeRead } from '../../sql/prepared.ts';
import { stepsOf } from '../../sql/step.ts';
import { activityReads } from './activity.ts';
import { compactionReads, compactionSteps } from './compactions.ts';
import { noteToForget } from './insights.ts';
import { messageReads, messageSteps } from './messages.ts';
import { first as migration } from './migrations/first.ts';
import { isIn, isPinned } from './folders.ts';
import type { Db, NewRow, Part, Row } from './part.ts';
import { nextChange } from './row-order.ts';
import { indexTitle, noteTitle, unindexThread, unindexTitle } from './search-index.ts';
import { flag, isOneLine, kept, holding, ofPerson } from '../exported.ts';
import { blocks } from './message-shape.ts';
import type { ThreadTables } from './schema.ts';
import { versionReads, versionSteps } from './versions.ts';
import { toolSwitches } from './shapes.ts';

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
            'assistant_id',
            'profile',
          ),
          assistant_name: {
            checked: `assistant_name IS NULL OR ${isOneLine('assistant_name', assistantLimits.nameChars)}`,
          },
          ...ofPerson,
          instructions: {
            checked: `instructions IS NULL OR (length(instructions) <= ${instructionLimits.chars} AND instr(instructions, char(0)) = 0)`,
          },
          ...holding(toolSwitches, 'tools_json'),
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
    thread_branches: {
      arriving: {
        columns: {
          ...kept('thread_id', 'from_seq'),
          after_seq: { checked: 'after_seq >= 0 AND after_seq < from_seq' },
          first_seq: { checked: 'first_seq IS NULL OR first_seq BETWEEN 1 AND from_seq - 1' },
        },
      },
      section: 'branches',
      says: 'where the messages of a conversation from fromSeq on follow another one than the message before them: firstSeq is the first of the versions that they are one of',
    },
    hidden_messages: {
      arriving: {
        columns: {
          ...kept('thread_id', 'from_seq'),
          // What is said later is never hidden.
          to_seq: {
            checked: `to_seq BETWEEN from_seq AND (SELECT max(seq) FROM messages
              WHERE messages.thread_id = hidden_messages.thread_id)`,
          },
        },
      },
      section: 'hiddenMessages',
      says: 'messages of the versions of a conversation that are not shown, from fromSeq to toSeq',
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
      ...versionSteps(db),
      'thread.create': ({ thread, settings = unsettled }) =>
        stepsOf([
          db
            .insertInto('threads')
            .values({ ...threadRow(thread), ...settingsRow(settings), change_no: nextChange }),
        ]),
      'thread.set': ({ threadId, title, archived, instructions, tools, updatedAt }) => {
        const set = stepsOf([
          db
            .updateTable('threads')
            .set({
              updated_at: updatedAt,
              change_no: nextChange,
              ...(title === undefined ? {} : { title, titled: 1 }),
              ...(archived === undefined ? {} : { archived: Number(archived) }),
              ...(instructions === undefined ? {} : { instructions }),
              ...(tools === undefined ? {} : { tools_json: tools && JSON.stringify(tools) }),
            })
            .where('thread_id', '=', threadId),
        ]);
        return title === undefined
          ? set
          : [...unindexTitle(db, threadId), ...set, ...indexTitle(db, threadId, title)];
      },
      'thread.name': ({ threadId, title }) => [name({ thread_id: threadId, title }), noteTitle(db, threadId)],
      'thread.retitle': ({ threadId, from, title }) => [
        ...unindexTitle(db, threadId),
        ...stepsOf([
          db
            .updateTable('threads')
            .set({ title })
            .where('thread_id', '=', threadId)
            .where('title', '=', from),
        ]),
        noteTitle(db, threadId),
      ],
      'thread.delete': ({ threadId }) => {
        const runs = db.selectFrom('runs').select('run_id').where('thread_id', '=', threadId);
        return [
          ...unindexThread(db, threadId),
          forget({ thread_id: threadId }),
          ...stepsOf([
            db.deleteFrom('events').where('run_id', 'in', runs),
            db.deleteFrom('tool_calls').where('run_id', 'in', runs),
            db
              .updateTable('runs')
              .set({
                task: '',
                error_json: null,
                attachments_json: null,
                instructions_json: null,
                tools_json: null,
              })
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
      ...versionReads(db, makeRead),
    },
  }),
};

const byChange = sql<number>`change_no`;
/** Not in the order of the index: for what is few, and looked up one by one. */
const notInOrder = notByIndex(byChange);

interface PageOfThreads {
  readonly before: number;
  readonly limit: number;
  readonly folder: string | null;
  readonly whose: Whose;
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

const settled = ['instructions', 'tools_json', 'profile', 'assistant_id', 'assistant_name'] as const;

function threadReads(
  db: Db,
  makeRead: MakeRead,
): Pick<ThreadStore, 'get' | 'settings' | 'oldestCreatedAt' | 'list' | 'activity'> {
  const byId = makeRead(({ thread_id }: Pick<Row<'threads'>, 'thread_id'>) =>
    db.selectFrom('threads').select(listed).where('thread_id', '=', thread_id),
  );
  const settingsOf = makeRead(({ thread_id }: Pick<Row<'threads'>, 'thread_id'>) =>
    db.selectFrom('threads').select(settled).where('thread_id', '=', thread_id),
  );
  const oldest = makeRead(() => db.selectFrom('threads').select('created_at').orderBy('thread_id').limit(1));
  const newest = ({ before, limit, folder }: PageOfThreads, by: Word<number> = byChange) =>
    db
      .selectFrom('threads')
      .select(listed)
      .where(by, '<', before)
      .where(isIn(folder))
      .orderBy(by, 'desc')
      .limit(limit);
  type Newest = (given: PageOfThreads, by?: Word<number>) => ReturnType<typeof newest>;
  const newestOf: Newest = (given, by) => newest(given, by).where('person_id', '=', given.whose);
  const listsOf = (query: Newest) => {
    const notArchived: Newest = (given, by) => query(given, by).where((eb) => eb('archived', '=', eb.lit(0)));
    const others = (some: Newest, given: PageOfThreads) => some(given).where(({ not }) => not(isPinned));
    // In one statement, because each is a round trip to a server.
    const bothOf = (some: Newest) =>
      makeRead((given: PageOfThreads) => {
        const pinned = some(given, notInOrder).where(isPinned);
        const { limit, folder, whose } = given;
        const all = others(some, { before: Number.MAX_SAFE_INTEGER, limit, folder, whose });
        return db
          .selectFrom(pinned.as('pinned'))
          .select([...listed, sql<number>`1`.as('is_pinned')])
          .unionAll(db.selectFrom(all.as('others')).select([...listed, sql<number>`0`.as('is_pinned')]))
          .orderBy('is_pinned', 'desc')
          .orderBy('change_no', 'desc');
      });
    const othersOf = (some: Newest) => makeRead((given: PageOfThreads) => others(some, given));
    return {
      all: { both: bothOf(query), others: othersOf(query) },
      unarchived: { both: bothOf(notArchived), others: othersOf(notArchived) },
    };
  };
  const [ofEveryone, ofOne] = [listsOf(newest), listsOf(newestOf)];
  return {
    get: async (whose, threadId) => {
      const [row] = await byId({ thread_id: threadId });
      return row && isOf(whose, row.person_id) ? threadFrom(row) : null;
    },

    settings: async (threadId) => {
      const [row] = await settingsOf({ thread_id: threadId });
      return row ? settingsFrom(row) : unsettled;
    },

    oldestCreatedAt: async () => (await oldest({}))[0]?.created_at ?? null,

    list: async (whose, { limit, after, includeArchived, folder = null }) => {
      const lists = whose === EVERYONE ? ofEveryone : ofOne;
      const reads = includeArchived ? lists.all : lists.unarchived;
      const before = after?.changeNo ?? Number.MAX_SAFE_INTEGER;
      const page = { before, limit: limit + 1, folder, whose };
      const rows: readonly (ListedThread & { readonly is_pinned?: number })[] =
        (after?.isPinned ?? true) ? await reads.both(page) : await reads.others(page);
      const items = rows.slice(0, limit);
      const last = items.at(-1);
      const isPinnedLast = last?.is_pinned === 1;
      return {
        items: items.map(threadFrom),
        next: last && rows.length > limit ? { changeNo: last.change_no, isPinned: isPinnedLast } : null,
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

const settingsRow = ({ instructions, tools, profile, assistant }: ThreadSettings) => ({
  instructions,
  tools_json: tools && JSON.stringify(tools),
  profile,
  assistant_id: assistant?.assistantId ?? null,
  assistant_name: assistant?.name ?? null,
});

const settingsFrom = ({
  instructions,
  tools_json: tools,
  profile,
  assistant_id: id,
  assistant_name: name,
}: Pick<Row<'threads'>, (typeof settled)[number]>): ThreadSettings => ({
  instructions,
  tools: tools === null ? null : (JSON.parse(tools) as ToolSwitches),
  profile,
  assistant: id === null || name === null ? null : { assistantId: assistantId(id), name },
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
