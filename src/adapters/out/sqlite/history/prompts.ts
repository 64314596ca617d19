import { EVERYONE } from '../../../../core/trust/people/model.ts';
import { sql, type ExpressionBuilder } from 'kysely';
import { promptId, runId, sessionId, threadId, toolCallId } from '../../../../core/kernel/ids.ts';
import type { PromptChange, PromptStore } from '../../../../core/conversation/prompts/store.ts';
import type {
  Prompt,
  PromptState,
  PromptType,
  WantedSecret,
} from '../../../../core/conversation/prompts/model.ts';
import type { Question } from '../../../../core/conversation/prompts/question.ts';
import type { Json } from '../../../../core/kernel/json.ts';
import { notByIndex } from '../../sql/words.ts';
import { stepsOf } from '../../sql/step.ts';
import { prompts as migration } from './migrations/prompts.ts';
import { read, type Db, type NewRow, type Part, type Row } from './part.ts';
import { inTextAlone, question } from './question-shape.ts';
import { inOrder } from './row-order.ts';
import { markAnswered, markUnread } from './unread.ts';
import { flag, kept } from '../exported.ts';
import { list, members, text, type Shape } from '../shape.ts';
import type { HistorySchema, PromptTables } from './schema.ts';

const questions: Shape<readonly Question[]> = (value) => list(question)(value) && (value as []).length > 0;
const wantedSecret = members<WantedSecret>({ name: text, keyType: text, hosts: list(text) });

export const prompts: Part<PromptTables, PromptChange, { readonly prompts: PromptStore }> = {
  migration,
  ids: [['prompts', 'prompt_id']],
  exported: {
    prompts: {
      arriving: {
        columns: {
          ...kept(
            'prompt_id',
            'prompt_type',
            'session_id',
            'run_id',
            'tool_call_id',
            'allow_free_text',
            'state',
            'answer',
            'created_at',
            'expires_at',
            'settled_at',
          ),
          questions_json: { holds: questions, reshaped: (asked) => (asked as Json[]).map(inTextAlone) },
          secret_json: { holds: wantedSecret },
        },
      },
      section: 'prompts',
      says: 'questions of runs to their owner, with the answers',
      columns: { allow_free_text: flag },
    },
  },
  steps: (db) => {
    const news = markUnread(db);
    const seen = markAnswered(db);
    return {
      'prompt.ask': ({ prompt }) => [
        ...stepsOf([db.insertInto('prompts').values(promptRow(prompt))]),
        news({ run_id: prompt.runId }),
      ],
      'prompt.answer': ({ promptId, answer, at }) => {
        const answered = db
          .updateTable('prompts')
          .set({ state: 'answered', answer, settled_at: at })
          .where('prompt_id', '=', promptId)
          .where('state', '=', 'pending');
        return [
          ...stepsOf([answered]).map((step) => ({ ...step, atLeast: 1 })),
          seen({ prompt_id: promptId }),
        ];
      },
      'prompt.expire': ({ which, at }) => {
        // A literal, not a parameter: only then can SQLite use the partial index.
        const expired = db
          .updateTable('prompts')
          .set({ state: 'expired', settled_at: at })
          .where('state', '=', sql.lit('pending'));
        if (which === 'all') return stepsOf([expired]);
        return stepsOf([
          'runId' in which
            ? expired.where('run_id', '=', which.runId)
            : expired.where('prompt_id', '=', which.promptId),
        ]);
      },
    };
  },
  reads: (db) => ({ prompts: promptStore(db) }),
};

/** A literal, not a parameter: only then can SQLite use the partial index. */
export const isPending = (eb: ExpressionBuilder<HistorySchema, 'prompts'>) =>
  eb('state', '=', sql.lit('pending'));

/** In the order in which they were asked. */
const PLACE = sql<number>`prompts.rowid`;

const promptStore = (db: Db): PromptStore => ({
  get: async (promptId) => {
    const query = db.selectFrom('prompts').selectAll().where('prompt_id', '=', promptId);
    const row = await read(query.executeTakeFirst());
    return row ? promptFrom(row) : null;
  },

  inThread: async (threadId, promptId) => {
    const query = db
      .selectFrom('prompts')
      .innerJoin('sessions', 'sessions.session_id', 'prompts.session_id')
      .selectAll('prompts')
      .where('prompt_id', '=', promptId)
      .where('thread_id', '=', threadId);
    const row = await read(query.executeTakeFirst());
    return row ? promptFrom(row) : null;
  },

  pendingIn: async (sessionId) => {
    const query = db.selectFrom('prompts').selectAll().where('session_id', '=', sessionId).where(isPending);
    const row = await read(query.executeTakeFirst());
    return row ? promptFrom(row) : null;
  },

  pending: async (whose, { limit, after }) => {
    let query = db
      .selectFrom('prompts')
      .innerJoin('runs', 'runs.run_id', 'prompts.run_id')
      .innerJoin('threads', 'threads.thread_id', 'runs.thread_id')
      .selectAll('prompts')
      .select(['threads.thread_id', 'threads.title', PLACE.as('prompt_no')])
      .where('prompts.state', '=', sql.lit('pending'));
    if (whose !== EVERYONE) query = query.where('threads.person_id', '=', whose);
    if (after) query = query.where(notByIndex(PLACE), '>', after.promptNo);
    const rows = await read(
      query
        .orderBy(notByIndex(PLACE))
        .limit(limit + 1)
        .execute(),
    );
    const found = rows.slice(0, limit);
    const last = found.at(-1);
    return {
      items: found.map((row) => ({
        threadId: threadId(row.thread_id),
        threadTitle: row.title,
        prompt: promptFrom(row),
      })),
      next: last && rows.length > limit ? { promptNo: last.prompt_no } : null,
    };
  },

  leftByEnd: async (whose, limit) => {
    const rows = await read(
      db
        .selectFrom('prompts')
        .innerJoin('runs', 'runs.run_id', 'prompts.run_id')
        .innerJoin('threads', 'threads.thread_id', 'runs.thread_id')
        .selectAll('prompts')
        .select(['threads.thread_id', 'threads.title'])
        .where('prompts.state', '=', sql.lit('expired'))
        .where('prompts.prompt_type', '=', 'ask_user')
        .where('runs.status', '=', 'interrupted')
        // A late answer is a task of the conversation: a tool server, a sub-agent or the engine would not hear it.
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('tool_calls as call')
              .select('call.name')
              .whereRef('call.run_id', '=', 'prompts.run_id')
              .whereRef('call.tool_call_id', '=', 'prompts.tool_call_id')
              .where('call.name', '=', 'ask_user')
              .where('call.agent', 'is', null),
          ),
        )
        .where('threads.archived', '=', 0)
        .$if(whose !== EVERYONE, (query) => query.where('threads.person_id', '=', whose))
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('runs as later')
                .select('later.run_id')
                .whereRef('later.thread_id', '=', 'runs.thread_id')
                .whereRef('later.run_no', '>', 'runs.run_no')
                .where('later.replay_of', 'is', null),
            ),
          ),
        )
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('prompts as later')
                .select('later.prompt_id')
                .whereRef('later.run_id', '=', 'prompts.run_id')
                .where(sql<boolean>`later.rowid > prompts.rowid`),
            ),
          ),
        )
        .orderBy('prompts.settled_at', 'desc')
        .limit(limit)
        .execute(),
    );
    return rows.map((row) => ({
      threadId: threadId(row.thread_id),
      threadTitle: row.title,
      prompt: promptFrom(row),
    }));
  },

  ofRun: async (runId) => {
    const query = db.selectFrom('prompts').selectAll().where('run_id', '=', runId);
    return (await read(query.orderBy(inOrder).execute())).map(promptFrom);
  },
});

const promptRow = (prompt: Prompt): NewRow<'prompts'> => ({
  prompt_id: prompt.promptId,
  prompt_type: prompt.promptType,
  secret_json: prompt.secret && JSON.stringify(prompt.secret),
  session_id: prompt.sessionId,
  run_id: prompt.runId,
  tool_call_id: prompt.toolCallId,
  questions_json: JSON.stringify(prompt.questions),
  allow_free_text: Number(prompt.allowFreeText),
  state: prompt.state,
  answer: prompt.answer,
  created_at: prompt.createdAt,
  expires_at: prompt.expiresAt,
  settled_at: prompt.settledAt,
});

export const promptFrom = (row: Row<'prompts'>): Prompt => ({
  promptId: promptId(row.prompt_id),
  promptType: row.prompt_type as PromptType,
  secret: row.secret_json === null ? null : (JSON.parse(row.secret_json) as Prompt['secret']),
  sessionId: sessionId(row.session_id),
  runId: runId(row.run_id),
  toolCallId: toolCallId(row.tool_call_id),
  questions: JSON.parse(row.questions_json) as Prompt['questions'],
  allowFreeText: row.allow_free_text === 1,
  state: row.state as PromptState,
  answer: row.answer,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  settledAt: row.settled_at,
});
