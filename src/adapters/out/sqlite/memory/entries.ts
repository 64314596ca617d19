import type { EntryId } from '../../../../core/kernel/ids.ts';
import type { CurrentEntry, MemoryChange } from '../../../../core/knowledge/memory/store.ts';
import type { Source } from '../../../../core/knowledge/memory/model.ts';
import { JournalConflict } from '../../../../core/ports/journal.ts';
import { sourceRow } from '../source-rows.ts';
import type { Context, StepsOf } from './steps.ts';

export const entrySteps: StepsOf<MemoryChange> = {
  'namespace.set': (changes, { statements }) => {
    for (const { namespace, version, tail, chars } of changes) {
      const row = statements.versionOf.get(namespace) as { version: number } | undefined;
      if ((row?.version ?? 0) !== version)
        throw new JournalConflict('the namespace has another version by now');
      statements.setNamespace.run(namespace, version + 1, tail, chars);
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
      context.index.restore(row.seq);
    }
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

function rowOf(entry: CurrentEntry, context: Context) {
  const { entryId, namespace, position, spaceBefore, text, source, createdAt, updatedAt, validFrom } = entry;
  const [seq, from] = [context.seqs.get(entryId) ?? null, sourceOf(source, context)];
  return [
    seq,
    entryId,
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
  const row = sourceRow(source);
  const { source: found } = (statements.findSource.get(...row) ?? statements.addSource.get(...row)) as {
    source: number;
  };
  known.set(source, found);
  return found;
}
