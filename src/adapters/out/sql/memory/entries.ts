import type { EntryId } from '../../../../core/kernel/ids.ts';
import type { CurrentEntry, MemoryChange } from '../../../../core/knowledge/memory/store.ts';
import type { Source } from '../../../../core/knowledge/memory/model.ts';
import { JournalConflict } from '../../../../core/ports/journal.ts';
import { sourceFrom, sourceRow } from '../source-rows.ts';
import { together, type Work } from '../work.ts';
import { entryStatements as statements } from './entry-statements.ts';
import type { PersonKeys } from '../person-keys.ts';
import type { Context, StepsOf, StoredChange } from './steps.ts';

export const entrySteps: StepsOf<MemoryChange> = {
  *'namespace.set'(changes, { keys, versions }) {
    for (const { namespace, personId, version, tail, chars } of changes) {
      const person = keys.keyOf(personId);
      const place = placeOf(namespace, person);
      const found = versions.get(place) ?? (yield* versionOf(namespace, person));
      if (found !== version) throw new JournalConflict('the namespace has another version by now');
      yield* statements.setNamespace({ namespace, person, version: version + 1, tail, chars });
      versions.set(place, version + 1);
    }
  },
  *'entry.add'(changes, context) {
    const rows = [];
    for (const { entry } of changes) rows.push(yield* rowOf(entry, context));
    yield* statements.add(rows);
  },
  *'entry.move'(changes) {
    for (const { spaceBefore: lead, position, entryId: id } of changes)
      yield* statements.move({ lead, position, id });
  },
  *'entry.supersede'(changes, { seqs }) {
    const rows = [];
    for (const { entryId, at, by } of changes)
      rows.push([entryId, at, by === null ? null : (seqs.get(by) ?? (yield* seqOf(by)))]);
    const superseded = yield* statements.supersede(rows);
    if (superseded.length < changes.length) throw new JournalConflict('the entry to supersede is missing');
    yield* statements.behind(superseded.map(({ seq }) => [seq]));
  },
  *'entry.restore'(changes, { index }) {
    for (const { entryId: id, spaceBefore: lead, position } of changes) {
      const row = yield* statements.restore({ lead, position, id });
      if (!row) throw new JournalConflict('the entry to restore is missing');
      yield* index.again(row.seq);
    }
  },
  *'entry.share'(changes, { index }) {
    for (const { entryId: id, shared } of changes) {
      const row = yield* statements.share({ shared: Number(shared), id });
      if (!row) throw new JournalConflict('the entry to share is missing');
      yield* index.again(row.seq);
    }
  },
  *'memory.hand-over'(changes, context) {
    context.versions.clear();
    for (const { from, to } of changes)
      yield* handOver(context.keys.keyOf(from), context.keys.keyOf(to), context);
  },
  *'entry.confirm'(changes) {
    for (const { at, entryId: id } of changes) yield* statements.confirm({ at, id });
  },
  *'entry.erase'(changes, { index }) {
    for (const { entryId } of changes) {
      const seq = yield* seqOf(entryId);
      if (seq === null) continue;
      yield* index.erase(seq);
      yield* statements.erase({ seq });
    }
  },
};

function* seqOf(id: EntryId): Work<number | null> {
  return (yield* statements.seqOf({ id }))?.seq ?? null;
}

/** The text of each namespace goes behind what is there, on lines of its own. */
function* handOver(from: string, to: string, context: Context): Work<void> {
  yield* saidByAnother(from, context);
  const ends = new Map((yield* statements.endsOf({ person: to })).map((end) => [end.namespace, end]));
  for (const given of yield* statements.endsOf({ person: from })) {
    const { namespace } = given;
    const end = ends.get(namespace) ?? { version: 0, tail: '', chars: 0, position: 0 };
    const isBehind = end.position > 0 && given.position > 0;
    const before = isBehind ? (end.tail.includes('\n') ? end.tail : `${end.tail}\n`) : '';
    if (isBehind) yield* statements.leadOfFirst({ before, namespace, person: from });
    const seqs = yield* statements.give({ to, behind: end.position, namespace, from });
    const isLast = given.position > 0 || end.position === 0;
    yield* statements.setNamespace({
      namespace,
      person: to,
      version: Math.max(end.version, given.version) + 1,
      tail: isLast ? given.tail : end.tail,
      chars: end.chars + given.chars + (isBehind ? before.length - end.tail.length : 0),
    });
    for (const { seq } of seqs) yield* context.index.again(seq);
  }
  yield* statements.dropTexts({ person: from });
}

/** What they said, wrote or let their agent note is no word of whom it goes to. */
function* saidByAnother(person: string, context: Context): Work<void> {
  for (const row of yield* statements.sourcesOf({ person })) {
    const source = yield* sourceOf({ ...sourceFrom(row), origin: 'external', tool: null }, context);
    if (source !== row.source) yield* statements.setSource({ to: source, from: row.source, person });
  }
}

function* rowOf(entry: CurrentEntry, context: Context) {
  const { entryId, personId, shared, namespace, position, spaceBefore, text, source } = entry;
  const { createdAt, updatedAt, validFrom } = entry;
  const from = yield* sourceOf(source, context);
  return [
    context.seqs.get(entryId) ?? null,
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

function* sourceOf(source: Source, { sources: known }: Context): Work<number> {
  const before = known.get(source);
  if (before !== undefined) return before;
  const number = yield* numberOf(source);
  known.set(source, number);
  return number;
}

/** Of a source, which has one from then on. */
function* numberOf(source: Source): Work<number> {
  const row = sourceRow(source);
  const [, found] = yield* together(statements.keepSource(row), statements.findSource(row));
  if (!found) throw new Error('a source that was added has no number');
  return found.source;
}

const placeOf = (namespace: string, person: string): string => `${namespace} ${person}`;

function* versionOf(namespace: string, person: string): Work<number> {
  return (yield* statements.versionOf({ namespace, person }))?.version ?? 0;
}

/** What these changes will look up before anything else, at once. */
export function* lookedUp(
  changes: readonly StoredChange[],
  keys: PersonKeys,
): Work<Pick<Context, 'sources' | 'versions'>> {
  const sources = new Map<Source, Work<number>>();
  const versions = new Map<string, Work<number>>();
  for (const change of changes)
    if (change.change === 'entry.add') sources.set(change.entry.source, numberOf(change.entry.source));
    else if (change.change === 'namespace.set') {
      const person = keys.keyOf(change.personId);
      versions.set(placeOf(change.namespace, person), versionOf(change.namespace, person));
    }
  const [numbers, found] = yield* together(together(...sources.values()), together(...versions.values()));
  const by = <Key>(asked: ReadonlyMap<Key, unknown>, values: readonly number[]) =>
    new Map([...asked.keys()].map((key, nth) => [key, values[nth] ?? 0] as const));
  return { sources: by(sources, numbers), versions: by(versions, found) };
}
