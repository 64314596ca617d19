import { Type } from 'typebox';
import { threadId } from '../../core/kernel/ids.ts';
import { listLimits } from '../../core/kernel/limits.ts';
import { folderLimits } from '../../core/conversation/folders/limits.ts';
import { threadLimits } from '../../core/conversation/threads/limits.ts';
import type { MessageNow, OneThread, ThreadNow } from '../../core/conversation/threads/service.ts';
import type { ThreadPosition } from '../../core/conversation/threads/store.ts';
import { cursorFrom, positionFrom } from '../cursor.ts';
import type { refuse as refuseChangesets } from '../../core/workspace/changesets/errors.ts';
import type { refuse as refuseThreads } from '../../core/conversation/threads/errors.ts';
import { rowsRefusing } from '../row.ts';
import { PromptInThread, shownPrompt } from './prompts.ts';
import { Instructions } from './instruction-shape.ts';
import { SwitchChanges, Switches } from './tool-shapes.ts';
import {
  Attachment,
  closed,
  cursorQuery,
  Id,
  limitQuery,
  NextCursor,
  OrNull,
  SaysOfText,
  Time,
  time,
} from '../shapes.ts';

const { json } = rowsRefusing<typeof refuseChangesets & typeof refuseThreads>();

/** As a client sends it: twice as long as it is kept, because spaces and letters are put into one form. */
export const FolderName = Type.String({ minLength: 1, maxLength: 2 * folderLimits.chars, pattern: '\\S' });

export const ThreadShape = Type.Object({
  threadId: Id,
  title: Type.String(),
  archived: Type.Boolean(),
  messageCount: Type.Integer({ minimum: 0, description: 'Of the version that is shown' }),
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
  pinnedAt: Type.Union([Time, Type.Null()], {
    description: 'Since when its owner has it at the beginning of the list',
  }),
  folder: Type.Union([Type.String(), Type.Null()], { description: 'The folder that it is in' }),
  queued: Type.Integer({ minimum: 0, description: 'Tasks that wait in it (GET /api/threads/:id/queue)' }),
  forkedFrom: Type.Union([Type.Object({ threadId: Id, seq: Type.Integer({ minimum: 0 }) }), Type.Null()], {
    description:
      'The thread that it began as a copy of, and the last message copied; null if that was deleted',
  }),
});

/** With what is too much for a list. */
export const OneThreadShape = Type.Object({
  ...ThreadShape.properties,
  instructions: Instructions,
  tools: Switches,
  profile: Type.Unsafe<string | null>({
    ...OrNull(Type.String()),
    description:
      'The model profile that it began with, where a session and a run name none; null: that of the settings',
  }),
  assistant: Type.Unsafe<{ assistantId: string; name: string } | null>({
    ...OrNull(Type.Object({ assistantId: Id, name: Type.String() })),
    description:
      'The assistant that it began with, as it was called then; it may have been changed or deleted since',
  }),
});

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
      says: SaysOfText,
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
  versions: Type.Optional(
    Type.Array(Type.Integer({ minimum: 1 }), {
      description:
        'Where a turn has several versions, in the message that begins it: the seq of the first message of each, the oldest first; this one is among them',
    }),
  ),
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
  pinnedAt: thread.pinnedAt === null ? null : time(thread.pinnedAt),
  folder: thread.folder,
  queued: thread.queued,
  pendingPrompt: thread.pendingPrompt && {
    ...shownPrompt(thread.pendingPrompt),
    runId: thread.pendingPrompt.prompt.runId,
  },
});

export const shownOneThread = (thread: OneThread) => ({
  ...shownThread(thread),
  instructions: thread.instructions,
  tools: thread.tools,
  profile: thread.profile,
  assistant: thread.assistant,
});

const shownMessage = ({ versions, ...message }: MessageNow) => ({
  ...message,
  createdAt: time(message.createdAt),
  ...(versions.length === 0 ? {} : { versions: [...versions] }),
});

function isPosition(value: unknown): value is ThreadPosition {
  const { changeNo, isPinned } = (value ?? {}) as Partial<ThreadPosition>;
  return Number.isSafeInteger(changeNo) && typeof isPinned === 'boolean';
}

const isSeq = (value: unknown): value is number => Number.isSafeInteger(value);

export const threads = {
  'threads.list': json({
    route: 'GET /api/threads',
    who: 'starter',
    summary: 'List threads, those that are pinned first, then the newest; archived ones only on request.',
    status: 200,
    refuses: [],
    query: Type.Object({
      limit: limitQuery,
      cursor: cursorQuery,
      includeArchived: Type.Optional(Type.Boolean({ default: false, description: 'Archived threads, too' })),
      folder: Type.Optional(FolderName),
    }),
    returns: Type.Object({ threads: Type.Array(ThreadShape), nextCursor: NextCursor }),
    handle: async (
      { threads },
      { query: { limit = listLimits.byDefault, cursor, includeArchived = false, folder = null }, asker },
    ) => {
      const after = positionFrom(cursor, isPosition);
      const { items, next } = await threads.list(asker.person, { limit, after, includeArchived, folder });
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
    summary:
      'Rename or archive a thread, set the instructions of its owner for it, or switch tools on and off in it.',
    status: 200,
    refuses: ['thread_not_found', 'instructions_too_long', 'too_many_switches'],
    body: Type.Object(
      {
        title: Type.Optional(
          Type.String({ minLength: 1, maxLength: threadLimits.maxTitleChars, pattern: '\\S' }),
        ),
        archived: Type.Optional(Type.Boolean()),
        instructions: Type.Optional(Instructions),
        tools: Type.Optional(SwitchChanges),
      },
      { ...closed, minProperties: 1 },
    ),
    returns: OneThreadShape,
    handle: async ({ threads }, { params, body, asker }) =>
      shownOneThread(await threads.set(asker.person, threadId(params.id), body)),
  }),
  'threads.show': json({
    route: 'PUT /api/threads/:id/version',
    who: 'starter',
    summary:
      'Show, of the turns with several versions, the one that this message belongs to, up to the newest message that ' +
      'follows from it. From then on the thread has these messages: the model is told them, and the next task follows them.',
    status: 200,
    refuses: ['thread_not_found', 'message_not_found', 'run_in_progress'],
    ours: true,
    body: Type.Object({ seq: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) }, closed),
    returns: OneThreadShape,
    handle: async ({ threads, versions }, { params, body, asker }) => {
      const id = threadId(params.id);
      await versions.show(asker.person, id, body.seq);
      return shownOneThread(await threads.get(asker.person, id));
    },
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
    summary:
      'The messages of a thread, oldest first, after ?after=, or the last ones before ?before=, where the cursor goes on to ' +
      'earlier ones. Of a turn with several versions only the one that is shown (PUT /api/threads/:id/version).',
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
      before: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: Number.MAX_SAFE_INTEGER,
          description: 'Only the messages before this one',
        }),
      ),
      cursor: cursorQuery,
    }),
    returns: Type.Object({ messages: Type.Array(MessageShape), nextCursor: NextCursor }),
    handle: async (
      { threads },
      { params, query: { limit = listLimits.byDefault, cursor, after = 0, before }, asker },
    ) => {
      const from = positionFrom(cursor, isSeq);
      const place = before === undefined ? { after: from ?? after } : { before: from ?? before };
      const { items, next } = await threads.messages(asker.person, threadId(params.id), { ...place, limit });
      return { messages: items.map(shownMessage), nextCursor: cursorFrom(next) };
    },
  }),
};
