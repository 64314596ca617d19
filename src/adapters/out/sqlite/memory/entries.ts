import type { EntryId } from '../../../../core/kernel/ids.ts';
import type { CurrentEntry, MemoryChange } from '../../../../core/knowledge/memory/store.ts';
import type { Source } from '../../../../core/knowledge/memory/model.ts';
import { JournalConflict } from '../../../../core/ports/journal.ts';
import { sourceFrom, sourceRow, type SourceRow } from '../source-rows.ts';
import type { Context, StepsOf } from './steps.ts';

export const entrySteps: StepsOf<MemoryChange> = {
  'namespace.set': (changes, { statements, keys }) => {
    for (const { namespace, personId, version, tail, chars } of changes) {
      const key = keys.keyOf(personId);
      const row = statements.versionOf.get(namespace, key) as { version: number } | undefined;
      if ((row?.version ?? 0) !== version)
        throw new JournalConflict('the namespace has another version by now');
      statements.setNamespace.run(namespace, key, version + 1, tail, chars);
    }
  },
  'entry.add': (changes, context) => {
    context.statements.add.run(changes.map(({ entry }) => rowOf(entry, context)));
  },
  'entry.move': (changes, { statements }) => {
    for (const { spaceBefore, position, entryId } of changes)
      statements.move.run(spaceBefore, position, entryId);
  },
  'entry.supersede': (changes, context) => {
    const { statements, seqs } = context;
    const superseded = statements.supersede.returned(
      changes.map(({ entryId, at, by }) => [
        entryId,
        at,
        by === null ? null : (seqs.get(by) ?? seqOf(by, context)),
      ]),
    );
    if (superseded.length < changes.length) throw new JournalConflict('the entry to supersede is missing');
    statements.behind.run(superseded.map((seq) => [seq]));
  },
  'entry.restore': (changes, context) => {
    for (const { entryId, spaceBefore, position } of changes) {
      const row = context.statements.restore.get(spaceBefore, position, entryId) as
        | { seq: number }
        | undefined;
      if (!row) throw new JournalConflict('the entry to restore is missing');
      context.index.again(row.seq);
    }
  },
  'entry.share': (changes, { statements, index }) => {
    for (const { entryId, shared } of changes) {
      const row = statements.share.get(Number(shared), entryId) as { seq: number } | undefined;
      if (!row) throw new JournalConflict('the entry to share is missing');
      index.again(row.seq);
    }
  },
  'memory.hand-over': (changes, context) => {
    for (const { from, to } of changes) handOver(context.keys.keyOf(from), context.keys.keyOf(to), context);
  },
  'entry.confirm': (changes, { statements }) => {
    for (const { at, entryId } of changes) statements.confirm.run(at, entryId);
  },
  'entry.erase': (changes, context) => {
    for (const { entryId } of changes) {
      const seq = seqOf(entryId, context);
      if (seq === null) continue;
      context.index.erase(seq);
      context.statements.erase.run(seq);
    }
  },
};

const seqOf = (entryId: EntryId, { statements }: Context): number | null =>
  (statements.seqOf.get(entryId) as { seq: number } | undefined)?.seq ?? null;

interface End {
  readonly namespace: string;
  readonly version: number;
  readonly tail: string;
  readonly chars: number;
  readonly position: number;
}

/** The text of each namespace goes behind what is there, on lines of its own. */
function handOver(from: string, to: string, context: Context): void {
  const { statements, index } = context;
  saidByAnother(from, context);
  const ends = new Map((statements.endsOf.all(to) as End[]).map((end) => [end.namespace, end]));
  for (const given of statements.endsOf.all(from) as End[]) {
    const end = ends.get(given.namespace) ?? { version: 0, tail: '', chars: 0, position: 0 };
    const isBehind = end.position > 0 && given.position > 0;
    const between = isBehind ? (end.tail.includes('\n') ? end.tail : `${end.tail}\n`) : '';
    if (isBehind) statements.leadOfFirst.run(between, given.namespace, from);
    const seqs = statements.give.pluck().all(to, end.position, given.namespace, from) as number[];
    const isLast = given.position > 0 || end.position === 0;
    const chars = end.chars + given.chars + (isBehind ? between.length - end.tail.length : 0);
    const version = Math.max(end.version, given.version) + 1;
    statements.setNamespace.run(given.namespace, to, version, isLast ? given.tail : end.tail, chars);
    for (const seq of seqs) index.again(seq);
  }
  statements.dropTexts.run(from);
}

/** What they said, wrote or let their agent note is no word of whom it goes to. */
function saidByAnother(person: string, context: Context): void {
  const { statements } = context;
  for (const row of statements.sourcesOf.all(person) as (SourceRow & { readonly source: number })[]) {
    const source = sourceOf({ ...sourceFrom(row), origin: 'external', tool: null }, context);
    if (source !== row.source) statements.setSource.run(source, row.source, person);
  }
}

function rowOf(entry: CurrentEntry, context: Context) {
  const { entryId, personId, shared, namespace, position, spaceBefore, text, source } = entry;
  const { createdAt, updatedAt, validFrom } = entry;
  const [seq, from] = [context.seqs.get(entryId) ?? null, sourceOf(source, context)];
  return [
    seq,
    entryId,
    context.keys.keyOf(personId),
    Number(shared),
    namespace,
    position,
    spaceBefore,
    text,
    from,
    createdAt,
    updatedAt,
    validFrom,
  ] as const;
}

function sourceOf(source: Source, { statements, sources: known }: Context): number {
  const before = known.get(source);
  if (before !== undefined) return before;
  const { origin, run_id, thread_id, tool } = sourceRow(source);
  const row = [origin, run_id, thread_id, tool];
  const { source: found } = (statements.findSource.get(...row) ?? statements.addSource.get(...row)) as {
    source: number;
  };
  known.set(source, found);
  return found;
}
