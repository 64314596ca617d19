import { Type } from 'typebox';
import { threadId } from '../../core/kernel/ids.ts';
import { listLimits } from '../../core/kernel/limits.ts';
import { instructionLimits } from '../../core/instance/instructions/limits.ts';
import { threadLimits } from '../../core/conversation/threads/limits.ts';
import type { Message } from '../../core/conversation/threads/model.ts';
import type { OneThread, ThreadNow } from '../../core/conversation/threads/service.ts';
import type { ThreadPosition } from '../../core/conversation/threads/store.ts';
import { cursorFrom, positionFrom } from '../cursor.ts';
import type { refuse as refuseChangesets } from '../../core/workspace/changesets/errors.ts';
import type { refuse as refuseThreads } from '../../core/conversation/threads/errors.ts';
import { rowsRefusing } from '../row.ts';
import { PromptInThread, shownPrompt } from './prompts.ts';
import { Attachment, closed, cursorQuery, Id, limitQuery, NextCursor, Time, time } from '../shapes.ts';

const { json } = rowsRefusing<typeof refuseChangesets & typeof refuseThreads>();

export const ThreadShape = Type.Object({
  threadId: Id,
  title: Type.String(),
  archived: Type.Boolean(),
  messageCount: Type.Integer({ minimum: 0 }),
  costUsd: Type.Number({ minimum: 0 }),
  createdAt: Time,
  updatedAt: Time,
  activeRunId: Type.Union([Id, Type.Null()], {
    description: 'The run in progress, whichever client started it',
  }),
  pendingChangeset: Type.Union(
    [Type.Object({ runId: Id, fileCount: Type.Integer({ minimum: 1 }) }), Type.Null()],
    { description: 'Unreviewed changes; of several sets, that of the latest run' },
  ),
  pendingPrompt: Type.Union([PromptInThread, Type.Null()], {
    description: 'The pending question of the active run',
  }),
  tags: Type.Array(Type.String(), { description: 'In alphabetical order' }),
  unread: Type.Boolean({
    description:
      'Something ended or was asked in it since its owner last saw it (POST /api/threads/:id/seen)',
  }),
  queued: Type.Integer({ minimum: 0, description: 'Tasks that wait in it (GET /api/threads/:id/queue)' }),
  forkedFrom: Type.Union([Type.Object({ threadId: Id, seq: Type.Integer({ minimum: 0 }) }), Type.Null()], {
    description:
      'The thread that it began as a copy of, and the last message copied; null if that was deleted',
  }),
});

const Instructions = Type.Union(
  [Type.String({ maxLength: instructionLimits.chars, pattern: instructionLimits.pattern }), Type.Null()],
  {
    description:
      'What its owner wants of the agent in it, beside what the configuration has for all: the model is given it with the next message. Null for none',
  },
);

/** With what is too much for a list. */
export const OneThreadShape = Type.Object({ ...ThreadShape.properties, instructions: Instructions });

const Block = Type.Union([
  Type.Object({ type: Type.Literal('text'), text: Type.String() }),
  Type.Object({
    type: Type.Literal('tool_call'),
    toolCallId: Type.String(),
    name: Type.String(),
    input: Type.Record(Type.String(), Type.Unknown()),
  }),
  Type.Object(
    {
      type: Type.Literal('thinking'),
      text: Type.String(),
      model: Type.String(),
      origin: Type.Optional(Type.String({ description: 'Its origin, to which alone it may go back' })),
      sealed: Type.Record(Type.String(), Type.Unknown()),
    },
    {
      description: 'The model’s thoughts before its answer; `sealed` is opaque except to its provider.',
    },
  ),
  Type.Object({
    type: Type.Literal('tool_result'),
    toolCallId: Type.String(),
    output: Type.String(),
    success: Type.Boolean(),
  }),
  Type.Object(
    {
      type: Type.Literal('note'),
      code: Type.String(),
      detail: Type.String(),
      found: Type.Optional(Type.Array(Type.String(), { description: 'Addresses, if the code is searched' })),
    },
    {
      description:
        'Says that a run did not end on its own (the text before it is what was streamed), or with the code ' +
        'searched that the provider searched the web for this answer, or with reminded that the model may have been ' +
        'given, beside the conversation, texts that are not all its owner’s.',
    },
  ),
  Type.Object(
    { type: Type.Literal('attachment'), ...Attachment.properties },
    { description: 'A file that the owner attached to the task' },
  ),
]);

const MessageShape = Type.Object({
  seq: Type.Integer({ minimum: 1 }),
  role: Type.Union([Type.Literal('user'), Type.Literal('assistant')]),
  content: Type.Array(Block),
  runId: Id,
  createdAt: Time,
});

/** Field by field: lists of threads are read often. */
export const shownThread = (thread: ThreadNow) => ({
  threadId: thread.threadId,
  title: thread.title,
  archived: thread.archived,
  messageCount: thread.messageCount,
  costUsd: thread.costUsd,
  createdAt: time(thread.createdAt),
  updatedAt: time(thread.updatedAt),
  activeRunId: thread.activeRunId,
  pendingChangeset: thread.pendingChangeset,
  tags: [...thread.tags],
  unread: thread.unread,
  forkedFrom: thread.forkedFrom,
  queued: thread.queued,
  pendingPrompt: thread.pendingPrompt && {
    ...shownPrompt(thread.pendingPrompt),
    runId: thread.pendingPrompt.prompt.runId,
  },
});

export const shownOneThread = (thread: OneThread) => ({
  ...shownThread(thread),
  instructions: thread.instructions,
});

const shownMessage = (message: Message) => ({ ...message, createdAt: time(message.createdAt) });

function isPosition(value: unknown): value is ThreadPosition {
  return Number.isSafeInteger((value as Partial<ThreadPosition> | null)?.changeNo);
}

const isSeq = (value: unknown): value is number => Number.isSafeInteger(value);

export const threads = {
  'threads.list': json({
    route: 'GET /api/threads',
    who: 'starter',
    summary: 'List threads, newest first; archived ones only on request.',
    status: 200,
    refuses: [],
    query: Type.Object({
      limit: limitQuery,
      cursor: cursorQuery,
      includeArchived: Type.Optional(Type.Boolean({ default: false, description: 'Archived threads, too' })),
    }),
    returns: Type.Object({ threads: Type.Array(ThreadShape), nextCursor: NextCursor }),
    handle: async (
      { threads },
      { query: { limit = listLimits.byDefault, cursor, includeArchived = false }, asker },
    ) => {
      const after = positionFrom(cursor, isPosition);
      const { items, next } = await threads.list(asker.person, { limit, after, includeArchived });
      return { threads: items.map(shownThread), nextCursor: cursorFrom(next) };
    },
  }),
  'threads.get': json({
    route: 'GET /api/threads/:id',
    who: 'starter',
    summary: 'One thread.',
    status: 200,
    refuses: ['thread_not_found'],
    returns: OneThreadShape,
    handle: async ({ threads }, { params, asker }) =>
      shownOneThread(await threads.get(asker.person, threadId(params.id))),
  }),
  'threads.set': json({
    route: 'PATCH /api/threads/:id',
    who: 'starter',
    summary: 'Rename or archive a thread, or set the instructions of its owner for it.',
    status: 200,
    refuses: ['thread_not_found', 'instructions_too_long'],
    body: Type.Object(
      {
        title: Type.Optional(
          Type.String({ minLength: 1, maxLength: threadLimits.maxTitleChars, pattern: '\\S' }),
        ),
        archived: Type.Optional(Type.Boolean()),
        instructions: Type.Optional(Instructions),
      },
      { ...closed, minProperties: 1 },
    ),
    returns: OneThreadShape,
    handle: async ({ threads }, { params, body, asker }) =>
      shownOneThread(await threads.set(asker.person, threadId(params.id), body)),
  }),
  'threads.delete': json({
    route: 'DELETE /api/threads/:id',
    who: 'starter',
    summary:
      'Delete a thread with all its messages. A run in flight is aborted. If its runs have changed files ' +
      'that wait for review, the query must say what to do with them: keep, or undo.',
    status: 204,
    refuses: ['thread_not_found', 'changes_pending', 'changes_not_undone'],
    query: Type.Object({ changes: Type.Optional(Type.Enum(['keep', 'undo'])) }),
    handle: async ({ threads }, { params, query, asker }) => {
      await threads.delete(asker.person, threadId(params.id), query.changes ?? null);
      return undefined;
    },
  }),
  'threads.messages': json({
    route: 'GET /api/threads/:id/messages',
    who: 'starter',
    summary: 'The messages of a thread, oldest first, after ?after=.',
    status: 200,
    refuses: ['thread_not_found'],
    query: Type.Object({
      limit: limitQuery,
      after: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: Number.MAX_SAFE_INTEGER,
          description: 'Only the messages after this one',
        }),
      ),
      cursor: cursorQuery,
    }),
    returns: Type.Object({ messages: Type.Array(MessageShape), nextCursor: NextCursor }),
    handle: async (
      { threads },
      { params, query: { limit = listLimits.byDefault, cursor, after: from = 0 }, asker },
    ) => {
      const after = positionFrom(cursor, isSeq) ?? from;
      const { items, next } = await threads.messages(asker.person, threadId(params.id), { after, limit });
      return { messages: items.map(shownMessage), nextCursor: cursorFrom(next) };
    },
  }),
};
