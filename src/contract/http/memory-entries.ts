import { Type } from 'typebox';
import { entryId } from '../../core/kernel/ids.ts';
import { listLimits } from '../../core/kernel/limits.ts';
import { namespaces, fromOwner } from '../../core/knowledge/memory/model.ts';
import { memoryLimits } from '../../core/knowledge/memory/limits.ts';
import type { refuse } from '../../core/knowledge/memory/errors.ts';
import type { CurrentPosition } from '../../core/knowledge/memory/store.ts';
import type { ToldPosition } from '../../core/knowledge/told/store.ts';
import { cursorFrom, positionFrom } from '../cursor.ts';
import { rowsRefusing } from '../row.ts';
import {
  closed,
  cursorQuery,
  Id,
  limitQuery,
  MemoryNamespace,
  NextCursor,
  OrNull,
  Time,
  time,
} from '../shapes.ts';
import { Entry, EntryFields, isPastPosition, Reasons, shownEntry } from './memory-shapes.ts';

const { json } = rowsRefusing<typeof refuse>();

const Count = Type.Integer({ minimum: 0 });

const isCurrentPosition = (value: unknown): value is CurrentPosition => {
  const { position, shared } = (value ?? {}) as { readonly position?: unknown; readonly shared?: unknown };
  return Number.isSafeInteger(position) || Number.isSafeInteger(shared);
};

const isToldPosition = (value: unknown): value is ToldPosition =>
  Number.isSafeInteger((value as Partial<ToldPosition> | null)?.no);

/** Single entries of memory, each named by its id. */
export const memoryEntries = {
  'memory.namespaces': json({
    route: 'GET /api/memory',
    who: 'starter',
    summary:
      'The namespaces of memory, and how many entries each has: your own, and those that others share.',
    ours: true,
    status: 200,
    refuses: [],
    returns: Type.Object({
      namespaces: Type.Array(
        Type.Object({
          namespace: MemoryNamespace,
          current: Count,
          past: Type.Integer({ minimum: 0, description: 'Replaced and forgotten ones' }),
        }),
        { minItems: namespaces.length },
      ),
    }),
    handle: async ({ memory }, { asker }) => ({
      namespaces: [...(await memory.of(asker.person).counts())],
    }),
  }),
  'memory.entries': json({
    route: 'GET /api/memory/:ns/entries',
    who: 'starter',
    summary:
      'The entries of a namespace in pages: your own, the last of its text first, and then those that others share; or your own that were replaced or forgotten, the latest first.',
    ours: true,
    status: 200,
    refuses: ['namespace_not_found'],
    query: Type.Object({
      past: Type.Optional(Type.Boolean({ default: false, description: 'Replaced and forgotten entries' })),
      limit: limitQuery,
      cursor: cursorQuery,
    }),
    returns: Type.Object({ entries: Type.Array(Entry), nextCursor: NextCursor }),
    handle: async (
      { memory },
      { params, query: { past = false, limit = listLimits.byDefault, cursor }, asker: { person } },
    ) => {
      const mine = memory.of(person);
      const namespace = memory.namespace(params.ns);
      const { items, next } = past
        ? await mine.history(namespace, positionFrom(cursor, isPastPosition), limit)
        : await mine.page(namespace, positionFrom(cursor, isCurrentPosition), limit);
      return { entries: items.map((entry) => shownEntry(entry, person)), nextCursor: cursorFrom(next) };
    },
  }),
  'memory.entry': json({
    route: 'GET /api/memory/entries/:id',
    who: 'starter',
    summary: 'An entry of memory with where it came from, its earlier versions, and what took its place.',
    ours: true,
    status: 200,
    refuses: ['entry_not_found'],
    returns: Type.Object({
      ...EntryFields,
      origin: OrNull(
        Type.Object(
          {
            threadId: Id,
            title: Type.String(),
            seq: Type.Unsafe<number | null>({
              ...OrNull(Type.Integer({ minimum: 1 })),
              description: 'The message that its run began with',
            }),
          },
          { description: 'The conversation it came from; null if there is none, or it was deleted' },
        ),
      ),
      earlier: Type.Array(Entry, {
        description: `What it took the place of, and what that did, the latest first; at most ${memoryLimits.shownVersions}`,
      }),
      later: Type.Array(Entry, {
        description: `What took its place, and what took the place of that; at most ${memoryLimits.shownVersions}`,
      }),
      entities: Type.Array(Type.Object({ entityId: Id, name: Type.String() }), {
        description: 'The people and things that it speaks of',
      }),
    }),
    handle: async ({ memory, threads, graph }, { params, asker }) => {
      const { entry, earlier, later } = await memory.of(asker.person).versions(entryId(params.id));
      const { threadId, runId } = entry.source;
      const origin = threadId === null ? null : await threads.beginOfRun(asker.person, threadId, runId);
      const spokenOf = await graph.of(asker.person).spokenOfIn(entry.entryId);
      return {
        ...shownEntry(entry, asker.person),
        origin,
        earlier: earlier.map((one) => shownEntry(one, asker.person)),
        later: later.map((one) => shownEntry(one, asker.person)),
        entities: spokenOf.map(({ entityId, name }) => ({ entityId, name })),
      };
    },
  }),
  'memory.editEntry': json({
    route: 'PATCH /api/memory/entries/:id',
    who: 'starter',
    summary:
      'Put a new statement in the place of an entry, which becomes history, or share it with everybody who was let in. The same text changes nothing.',
    ours: true,
    status: 200,
    refuses: [
      'entry_not_found',
      'entry_of_another',
      'entry_superseded',
      'nothing_to_remember',
      'memory_too_large',
      'secret_in_memory',
    ],
    body: Type.Object(
      {
        text: Type.Optional(
          Type.String({ minLength: 1, description: 'One statement: line breaks become spaces' }),
        ),
        shared: Type.Optional(
          Type.Boolean({
            description: 'Everybody who was let in reads it, and their runs do; or not any longer',
          }),
        ),
      },
      { ...closed, minProperties: 1 },
    ),
    returns: Entry,
    handle: async ({ memory }, { params, body, asker: { person } }) =>
      shownEntry(await memory.of(person).change(entryId(params.id), body, fromOwner), person),
  }),
  'memory.forgetEntry': json({
    route: 'POST /api/memory/entries/:id/forget',
    who: 'starter',
    summary: 'Turn an entry into history: the agent does not find it any more. It can be brought back.',
    ours: true,
    status: 200,
    refuses: ['entry_not_found', 'entry_of_another', 'entry_superseded'],
    returns: Entry,
    handle: async ({ memory }, { params, asker: { person } }) =>
      shownEntry(await memory.of(person).forgetEntry(entryId(params.id)), person),
  }),
  'memory.restoreEntry': json({
    route: 'POST /api/memory/entries/:id/restore',
    who: 'starter',
    summary: 'Bring a forgotten entry back, with its source and its age. One that holds stays as it is.',
    ours: true,
    status: 200,
    refuses: ['entry_not_found', 'entry_of_another', 'entry_superseded', 'memory_too_large'],
    returns: Entry,
    handle: async ({ memory }, { params, asker: { person } }) =>
      shownEntry(await memory.of(person).restoreEntry(entryId(params.id)), person),
  }),
  'memory.eraseEntry': json({
    route: 'DELETE /api/memory/entries/:id',
    who: 'starter',
    summary:
      'Erase an entry and all of its earlier versions for good. What took its place stays, and so do conversations that say the same.',
    ours: true,
    status: 200,
    refuses: ['entry_not_found', 'entry_of_another'],
    returns: Type.Object({ erased: Type.Integer({ minimum: 1 }) }),
    handle: async ({ memory }, { params, asker: { person } }) => ({
      erased: await memory.of(person).eraseEntry(entryId(params.id)),
    }),
  }),
  'memory.entryRuns': json({
    route: 'GET /api/memory/entries/:id/runs',
    who: 'starter',
    summary:
      'The runs whose model was told an entry, the last first, and why; of an erased one, too. A run may come several times.',
    ours: true,
    status: 200,
    refuses: ['entry_not_found'],
    query: Type.Object({ limit: limitQuery, cursor: cursorQuery }),
    returns: Type.Object({
      runs: Type.Array(
        Type.Object({
          runId: Id,
          threadId: OrNull(Id),
          title: Type.Unsafe<string | null>({
            ...OrNull(Type.String()),
            description: 'Of the conversation',
          }),
          seq: Type.Unsafe<number | null>({
            ...OrNull(Type.Integer({ minimum: 1 })),
            description: 'The message that the run began with',
          }),
          toldIn: Type.Enum(['prompt', 'tool']),
          tool: OrNull(Type.String()),
          score: OrNull(Type.Number()),
          reasons: Reasons,
          at: Time,
        }),
      ),
      nextCursor: NextCursor,
    }),
    handle: async ({ told, threads }, { params, query: { limit = listLimits.byDefault, cursor }, asker }) => {
      const after = positionFrom(cursor, isToldPosition);
      const { items, next } = await told.runsTold(asker.person, entryId(params.id), after, limit);
      const runs = await Promise.all(
        items.map(async ({ runId, threadId, threadTitle, toolCallId, tool, score, reasons, at }) => ({
          runId,
          threadId,
          title: threadTitle,
          seq:
            threadId === null
              ? null
              : ((await threads.beginOfRun(asker.person, threadId, runId))?.seq ?? null),
          toldIn: toolCallId === null ? ('prompt' as const) : ('tool' as const),
          tool,
          score,
          reasons: [...reasons],
          at: time(at),
        })),
      );
      return { runs, nextCursor: cursorFrom(next) };
    },
  }),
};
