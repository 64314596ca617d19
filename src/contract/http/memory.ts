import { Type } from 'typebox';
import type { PersonId } from '../../core/kernel/ids.ts';
import { memoryLimits } from '../../core/knowledge/memory/limits.ts';
import { listLimits } from '../../core/kernel/limits.ts';
import type { Page } from '../../core/kernel/page.ts';
import { fromOwner, type MemoryEntry } from '../../core/knowledge/memory/model.ts';
import type { PastPosition } from '../../core/knowledge/memory/store.ts';
import { cursorFrom, positionFrom } from '../cursor.ts';
import type { refuse } from '../../core/knowledge/memory/errors.ts';
import { rowsRefusing } from '../row.ts';
import {
  closed,
  cursorQuery,
  Id,
  limitQuery,
  MemoryNamespace as Namespace,
  NextCursor,
  OrNull,
  Time,
  time,
} from '../shapes.ts';
import { isPastPosition, Reasons, Source, whoseEntry, WhoseEntry } from './memory-shapes.ts';

const { json } = rowsRefusing<typeof refuse>();

const Entry = Type.Object({
  id: Id,
  text: Type.String(),
  createdAt: Time,
  ...WhoseEntry,
  source: Source,
});

const PastEntry = Type.Object({
  id: Id,
  text: Type.String(),
  createdAt: Time,
  ...WhoseEntry,
  source: Source,
  supersededAt: Time,
  supersededBy: OrNull(Id),
});

const shown = (entry: MemoryEntry, reader: PersonId) => ({
  id: entry.entryId,
  text: entry.text,
  createdAt: time(entry.createdAt),
  ...whoseEntry(entry, reader),
});

const shownPast = (entry: MemoryEntry, reader: PersonId) => ({
  ...shown(entry, reader),
  supersededAt: time(entry.supersededAt ?? entry.createdAt),
  supersededBy: entry.supersededBy,
});

const pastShown = ({ items, next }: Page<MemoryEntry, PastPosition>, reader: PersonId) => ({
  superseded: items.map((entry) => shownPast(entry, reader)),
  nextCursor: cursorFrom(next),
});

const superseded = Type.Optional(
  Type.Boolean({ default: false, description: 'Include replaced and forgotten entries' }),
);
const bodyBytes = memoryLimits.bodyBytes;

export const memory = {
  'memory.search': json({
    route: 'GET /api/memory/search',
    who: 'starter',
    summary:
      'Search all namespaces, best match first; large entries may reduce the number below limit. All of q is search words; there is no syntax.',
    status: 200,
    refuses: ['namespace_not_found'],
    ours: true,
    query: Type.Object({
      q: Type.Optional(Type.String({ default: '', description: 'A question, or some words' })),
      limit: limitQuery,
      namespace: Type.Optional(Type.String({ description: 'Only in this namespace' })),
      superseded,
    }),
    returns: Type.Object({
      entries: Type.Array(
        Type.Object({
          id: Id,
          namespace: Namespace,
          text: Type.String(),
          score: Type.Number({ description: 'From 0 to 1, comparable within one answer' }),
          reasons: Reasons,
          createdAt: Time,
          ...WhoseEntry,
          source: Source,
          supersededAt: OrNull(Time),
        }),
      ),
    }),
    handle: async ({ memory }, { query, asker: { person } }) => {
      const { q = '', limit = listLimits.byDefault, namespace, superseded: history = false } = query;
      const only = namespace === undefined ? null : memory.namespace(namespace);
      const found = await memory.of(person).search(q, { limit, namespace: only, history });
      return {
        entries: found.map(({ entry, score, reasons }) => ({
          ...shown(entry, person),
          namespace: entry.namespace,
          score,
          reasons: [...reasons],
          supersededAt: entry.supersededAt === null ? null : time(entry.supersededAt),
        })),
      };
    },
  }),
  'memory.read': json({
    route: 'GET /api/memory/:ns',
    who: 'starter',
    summary:
      'A namespace (knowledge, methods, status or learnings) as text, and the entries that make up the text: your own, and behind them those that others share.',
    status: 200,
    refuses: ['namespace_not_found'],
    query: Type.Object({ superseded, cursor: cursorQuery }),
    returns: Type.Object({
      namespace: Namespace,
      content: Type.String({ description: 'One entry per line' }),
      entries: Type.Array(Entry),
      superseded: Type.Optional(
        Type.Array(PastEntry, {
          description: 'A page of the replaced and forgotten entries, the latest first',
        }),
      ),
      nextCursor: Type.Optional(NextCursor),
    }),
    handle: async ({ memory }, { params, query, asker: { person } }) => {
      const namespace = memory.namespace(params.ns);
      const mine = memory.of(person);
      const after = positionFrom(query.cursor, isPastPosition);
      const past = query.superseded ? pastShown(await mine.history(namespace, after), person) : {};
      const { content, entries } = await mine.read(namespace);
      return { namespace, content, entries: entries.map((entry) => shown(entry, person)), ...past };
    },
  }),
  'memory.replace': json({
    route: 'PUT /api/memory/:ns',
    who: 'starter',
    summary:
      'Replace your own text of a namespace. Unchanged lines keep their id, source and age; removed ones become history. What others share stays as it is.',
    status: 200,
    refuses: ['namespace_not_found', 'memory_too_large', 'secret_in_memory'],
    bodyBytes,
    body: Type.Object({ content: Type.String() }, closed),
    returns: Type.Object({
      namespace: Namespace,
      added: Type.Integer({ minimum: 0 }),
      kept: Type.Integer({ minimum: 0 }),
      superseded: Type.Integer({ minimum: 0 }),
    }),
    handle: async ({ memory }, { params, body, asker: { person } }) =>
      await memory.of(person).replace(memory.namespace(params.ns), body.content, fromOwner),
  }),
  'memory.append': json({
    route: 'POST /api/memory/:ns/append',
    who: 'starter',
    summary: 'Append text: each line becomes an entry.',
    status: 201,
    refuses: ['namespace_not_found', 'nothing_to_remember', 'memory_too_large', 'secret_in_memory'],
    bodyBytes,
    body: Type.Object({ text: Type.String() }, closed),
    returns: Type.Object({ namespace: Namespace, entries: Type.Array(Entry) }),
    handle: async ({ memory }, { params, body, asker: { person } }) => {
      const namespace = memory.namespace(params.ns);
      const added = await memory.of(person).append(namespace, body.text, fromOwner);
      return { namespace, entries: added.map((entry) => shown(entry, person)) };
    },
  }),
  'memory.edit': json({
    route: 'PATCH /api/memory/:ns',
    who: 'starter',
    summary: 'Replace the first literal occurrence of a text. The entry that contained it becomes history.',
    status: 200,
    refuses: ['namespace_not_found', 'empty_pattern', 'memory_too_large', 'secret_in_memory'],
    bodyBytes,
    body: Type.Object({ oldText: Type.String(), newText: Type.String() }, closed),
    returns: Type.Object({ changed: Type.Boolean() }),
    handle: async ({ memory }, { params, body: { oldText, newText }, asker: { person } }) => ({
      changed: await memory.of(person).edit(memory.namespace(params.ns), oldText, newText, fromOwner),
    }),
  }),
  'memory.delete': json({
    route: 'DELETE /api/memory/:ns',
    who: 'starter',
    summary:
      'Permanently delete your own entries that contain a literal text, including replaced and forgotten ones.',
    status: 200,
    refuses: ['namespace_not_found', 'empty_pattern', 'pattern_too_broad'],
    query: Type.Object({
      pattern: Type.Optional(
        Type.String({ default: '', description: 'A part of the text; empty is refused' }),
      ),
    }),
    returns: Type.Object({ deleted: Type.Integer({ minimum: 0 }) }),
    handle: async ({ memory }, { params, query, asker: { person } }) => ({
      deleted: await memory.of(person).delete(memory.namespace(params.ns), query.pattern ?? ''),
    }),
  }),
};
