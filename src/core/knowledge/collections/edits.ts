import type { JsonObject } from '../../kernel/json.ts';
import { quoteValue } from '../../kernel/quoted.ts';
import type { Says } from '../../kernel/says.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Crypto } from '../../ports/crypto.ts';
import type { Journal } from '../../ports/journal.ts';
import type { CollectionChange, CollectionStore } from './store.ts';
import { unknownColumn } from './definitions.ts';
import { refuse } from './errors.ts';
import { conditionFrom } from './filter.ts';
import { collectionLimits as limits } from './limits.ts';
import type { Collection, Condition } from './model.ts';
import type { Subjects } from './port.ts';
import { committed, putAll, slices, withGiven, type Put } from './put-records.ts';
import { checkRoom } from './room.ts';
import { bytesOf, keyOf, RowReader, valueSlots, type GivenValues } from './rows.ts';
import { collectionNamed, type CollectionTurns } from './service.ts';
import { say } from './says.ts';

export interface RecordEditsDeps {
  readonly journal: Journal<CollectionChange>;
  readonly store: CollectionStore;
  readonly turns: CollectionTurns;
  readonly subjects: Subjects;
  /** Masks the values of secrets. */
  readonly masked: (text: string) => string;
  /** Whether this works for a member, whose part of the room is smaller than the owner's. */
  readonly isMember: boolean;
  readonly crypto: Pick<Crypto, 'sha256'>;
  readonly clock: Clock;
}

/** Changes and deletes all records that fit a filter. */
export class RecordEdits {
  readonly #deps: RecordEditsDeps;

  constructor(deps: RecordEditsDeps) {
    this.#deps = deps;
  }

  /**
   * Sets values of all records that fit, in commits of 1,000 records. May be repeated.
   * @throws Refusal collection_not_found, empty_filter, unknown_column, unknown_operator, invalid_filter,
   *   invalid_record, record_exists, record_too_large, collections_full, entity_not_found, ambiguous_name,
   *   collection_changed, disk_full, storage_error
   */
  async update(name: string, filter: JsonObject, set: JsonObject): Promise<{ readonly updated: number }> {
    const { journal, store, turns, clock } = this.#deps;
    return await turns.run('collections', async () => {
      const collection = await collectionNamed(store, name);
      const where = await this.#reaching(collection, filter);
      const given = await this.#toSet(collection, set);
      const isOfKey = collection.columns.some(({ isUnique, slot }) => isUnique && slot in given.values);
      if (isOfKey && (await store.count(collection.collectionNo, where)) > limits.slice)
        throw refuse.invalid_record({}, say('collections.too_many_unique', { most: limits.slice }));
      let updated = 0;
      for await (const records of slices(store, collection, where)) {
        const puts = records.map((before): Put => {
          const values = withGiven(before, given);
          const key = isOfKey ? keyOf(collection.columns, values.values) : { key: before.key };
          if ('why' in key) throw refuse.invalid_record({}, key.why);
          const after = { ...values, key: key.key };
          if (bytesOf(after) > limits.recordBytes)
            throw refuse.record_too_large({ recordId: before.recordId, kb: limits.recordBytes / 1024 });
          return { before, after };
        });
        if (isOfKey) await this.#checkKeys(collection, puts);
        await checkRoom(this.#deps, collection, puts);
        await putAll(journal, collection, puts, clock.now());
        updated += puts.length;
      }
      return { updated };
    });
  }

  /**
   * Deletes all records that fit, in commits of 1,000 records. May be repeated. With `shown` (`askedToDelete`) only these
   * records as they were then: if one has come, gone or changed, nothing is deleted.
   * @throws Refusal collection_not_found, empty_filter, unknown_column, unknown_operator, invalid_filter,
   *   entity_not_found, ambiguous_name, collection_changed, disk_full, storage_error
   */
  async remove(
    name: string,
    filter: JsonObject,
    shown: string | null,
  ): Promise<{ readonly deleted: number }> {
    const { journal, store, turns, clock } = this.#deps;
    return await turns.run('collections', async () => {
      const collection = await collectionNamed(store, name);
      const where = await this.#reaching(collection, filter);
      if (shown !== null && (await this.#found(collection, where)).digest !== shown)
        throw refuse.collection_changed({}, say('collections.not_as_shown'));
      let deleted = 0;
      for await (const records of slices(store, collection, where)) {
        await committed(journal, {
          change: 'records.delete',
          collectionNo: collection.collectionNo,
          recordNos: records.map(({ recordNo }) => recordNo),
          bytes: records.reduce((sum, { bytes }) => sum + bytes, 0),
          at: clock.now(),
        });
        deleted += records.length;
      }
      return { deleted };
    });
  }

  /** What a deletion would do, in a sentence for the owner, and which records it is about. @throws as `remove` */
  async askedToDelete(
    name: string,
    filter: JsonObject,
  ): Promise<{ readonly says: readonly Says[]; readonly shown: string }> {
    const { store, turns } = this.#deps;
    return await turns.run('collections', async () => {
      const collection = await collectionNamed(store, name);
      const where = await this.#reaching(collection, filter);
      const { count, digest } = await this.#found(collection, where);
      const facts = { count, of: collection.recordCount, collection: name };
      return {
        says: [say('records.delete', { ...facts, filter: quoteValue(filter, limits.shownFilterChars) })],
        shown: digest,
      };
    });
  }

  /** How many records fit, and what they are; in a turn. */
  async #found(
    collection: Collection,
    where: Condition,
  ): Promise<{ readonly count: number; readonly digest: string }> {
    const { store, crypto } = this.#deps;
    let [count, digest] = [0, String(collection.collectionNo)];
    // Slices that end at the same records whatever the collection has become.
    for await (const records of slices(store, collection, where, limits.slice)) {
      const said = records.map(({ recordNo, key, values, subjects }) => [recordNo, key, values, subjects]);
      digest = crypto.sha256(new TextEncoder().encode(JSON.stringify([digest, said])));
      count += records.length;
    }
    return { count, digest };
  }

  /** A condition that says something. */
  async #reaching({ columns }: Collection, filter: JsonObject): Promise<Condition> {
    const where = await conditionFrom(filter, columns, this.#deps.subjects);
    if (where === null) throw refuse.empty_filter();
    return where;
  }

  async #toSet({ columns }: Collection, set: JsonObject): Promise<GivenValues> {
    const unknown = Object.keys(set).find((name) => !columns.some((column) => column.name === name));
    if (unknown !== undefined) throw unknownColumn(unknown, columns);
    const given = await new RowReader(columns, this.#deps).read(set, 0);
    if ('why' in given) throw refuse.invalid_record({}, given.why);
    return given;
  }

  /** @throws Refusal record_exists */
  async #checkKeys(collection: Collection, puts: readonly Put[]): Promise<void> {
    const keys = puts.flatMap(({ after }) => after.key ?? []);
    const stored = await this.#deps.store.byKeys(collection.collectionNo, valueSlots(collection), keys);
    const isTaken = puts.some(({ after }) => {
      const found = after.key === null ? undefined : stored.get(after.key);
      return found !== undefined && found.recordNo !== after.recordNo;
    });
    if (isTaken || new Set(keys).size < keys.length) throw refuse.record_exists();
  }
}
