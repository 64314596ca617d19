import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { ErasedStore, Remaining } from './model.ts';
import { goingFolder } from '../../instance/data-directory/inventory.ts';
import { fateOf, isCounted, OF_FILE_SYSTEM } from './plan.ts';
import type { ErasureDisk, Left, Outside, StoresBefore } from './port.ts';
import { recordFrom, recordText, type ErasureRecord, type Placed } from './record.ts';
import {
  remainsElsewhere,
  remainsOfHolding,
  remainsOfLeft,
  remainsOfStaying,
  type Standing,
} from './remains.ts';

export interface ErasingDeps {
  readonly disk: ErasureDisk;
  readonly stores: StoresBefore;
  readonly outside: readonly Outside[];
  readonly standing: () => Standing;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Carries out an erasure while no database is open: everything is moved aside, so that the engine starts on an empty
 * directory whatever happens later, and then removed. What cannot be removed is named, and tried again at each start;
 * what is new in its old place is not touched then.
 */
export class Erasing {
  readonly #deps: ErasingDeps;

  constructor(deps: ErasingDeps) {
    this.#deps = deps;
  }

  /** The last erasure; null if there was none. @throws Error if `erasure.json` cannot be read */
  async last(): Promise<ErasureRecord | null> {
    const text = await this.#deps.disk.record();
    if (text === null) return null;
    const record = recordFrom(text);
    if (!record) throw new Error('erasure.json does not describe an erasure of this version of svc');
    return record;
  }

  /**
   * From here on it happens, whatever dies. The engine has yet to stop. If it cannot be written, nothing happens.
   * @throws Refusal disk_full, storage_error
   */
  async begin(
    record: Pick<
      ErasureRecord,
      'erasureId' | 'keepBackups' | 'unknown' | 'emptied' | 'backupFolder' | 'wasConnected'
    >,
  ): Promise<void> {
    const { disk, clock, log } = this.#deps;
    const before = await disk.record();
    try {
      await this.#note({
        ...record,
        status: 'running',
        phase: 'counting',
        startedAt: clock.now(),
        endedAt: null,
        stores: [],
        remains: [],
        outside: {},
        stuck: [],
      });
    } catch (error) {
      // A failed write may have reached the disk all the same.
      await (before === null ? disk.removeRecord() : disk.setRecord(before)).catch((failure: unknown) =>
        log.warn('the record of an erasure that was not begun is left over', { error: failure }),
      );
      throw error;
    }
  }

  /**
   * At a start, before any database is opened: goes on with an erasure. Does nothing where none is unfinished.
   * @throws Error if no engine may start, because what goes is still in its place; nothing is lost then
   */
  async goOn(): Promise<void> {
    const { disk, stores, log } = this.#deps;
    const found = await this.last();
    if (!found || found.status === 'completed') return;
    let record = found;
    let words: readonly string[] = [];
    if (record.phase === 'counting') {
      const before = await stores.look();
      const counted = [...before.stores, ...(await this.#files(record))];
      ({ words } = before);
      const outside: Record<string, readonly string[]> = {};
      for (const one of this.#deps.outside) outside[one.name] = await one.find(record, before.indexFolders);
      record = { ...record, phase: 'aside', stores: counted, outside };
      await this.#note(record);
    }
    let unnoted: unknown = null;
    if (record.phase === 'aside') {
      record = await this.#aside(record);
      // On a full disk there is room for it only once something was removed.
      await this.#note(record).catch((error: unknown) => (unnoted = error ?? new Error('not written')));
    }
    const stuck = await this.#stuck(record, found.status === 'incomplete' ? found.endedAt : null);
    const removed = await disk.remove(record.emptied);
    if (unnoted !== null) await this.#note(record);
    const { left, remains } = await this.#outside(record);
    const uploads = await disk.cleanUploads();
    const all = [...stuck.left, ...removed, ...left, ...(uploads ? [uploads] : [])];
    const names = await disk.names(null);
    const holding = words.length === 0 ? [] : await disk.holding(words);
    const hasUploads = await disk.hasUploads();
    const staying = names.filter(
      (name) => fateOf(name, record.keepBackups) === 'stays' && (name !== 'uploads.json' || hasUploads),
    );
    const hasDriveCopies = names.includes('clouddrive-backup-root');
    record = {
      ...record,
      stuck: stuck.stuck,
      remains: [
        ...remainsOfLeft(all),
        ...remainsOfHolding(holding),
        ...remainsOfStaying(staying),
        ...remains,
        ...remainsElsewhere(record, this.#deps.standing(), hasDriveCopies),
      ],
    };
    await this.#end(record, all);
    if (all.length > 0)
      log.error('an erasure is not complete, and the next start tries again', {
        erasureId: record.erasureId,
        left: all.length,
      });
    else log.info('all data was erased', { erasureId: record.erasureId });
  }

  async #aside(record: ErasureRecord): Promise<ErasureRecord> {
    const { disk, stores } = this.#deps;
    // No engine may start on what is still there, nor may a later start erase what is new in its place.
    await stores.erase();
    const { erasureId, keepBackups, unknown, emptied } = record;
    const goes = (name: string) =>
      name !== goingFolder &&
      !emptied.includes(name) &&
      (unknown.includes(name) || fateOf(name, keepBackups) === 'goes');
    const places: Placed[] = [];
    for (const folder of [null, ...emptied])
      for (const name of await disk.names(folder))
        if (folder === null ? goes(name) : name !== OF_FILE_SYSTEM) places.push({ folder, name });
    const stuck: Placed[] = [];
    for (const place of places) if ((await disk.aside(erasureId, place)) !== null) stuck.push(place);
    await disk.sync(erasureId, emptied);
    return { ...record, phase: 'removing', stuck, unknown: [] };
  }

  /** Tries again what could not be moved. `ranSince`: an engine has, and what it stored since stays. */
  async #stuck(
    { erasureId, stuck }: ErasureRecord,
    ranSince: number | null,
  ): Promise<{
    readonly stuck: readonly Placed[];
    readonly left: readonly Left[];
  }> {
    const still: Placed[] = [];
    const left: Left[] = [];
    for (const place of stuck) {
      const code = await this.#deps.disk.aside(erasureId, place, ranSince ?? undefined);
      if (code === null) continue;
      still.push(place);
      left.push({ path: place.folder === null ? place.name : `${place.folder}/${place.name}`, code });
    }
    return { stuck: still, left };
  }

  async #outside(record: ErasureRecord): Promise<{
    readonly left: readonly Left[];
    readonly remains: readonly Remaining[];
  }> {
    const found = [];
    for (const one of this.#deps.outside) found.push(await one.erase(record, record.outside[one.name] ?? []));
    return {
      left: found.flatMap(({ left }) => left),
      remains: found.flatMap(({ remains }) => remains),
    };
  }

  /** The files in folders that go, by folder. */
  async #files({ keepBackups, emptied }: ErasureRecord): Promise<readonly ErasedStore[]> {
    const { disk } = this.#deps;
    const counted: ErasedStore[] = [];
    for (const name of await disk.names(null))
      if (isCounted(name) && fateOf(name, keepBackups) === 'goes')
        counted.push({ name, rows: await disk.count(name) });
    for (const folder of emptied.filter((one) => !isCounted(one)))
      counted.push({ name: folder, rows: await disk.count(folder) });
    return counted;
  }

  /** What it covered is forgotten with its end: names of files may say something about their owner. */
  async #end(record: ErasureRecord, left: readonly Left[]): Promise<void> {
    const endedAt = this.#deps.clock.now();
    await this.#note(
      left.length > 0
        ? { ...record, status: 'incomplete', endedAt }
        : {
            ...record,
            status: 'completed',
            phase: 'ended',
            endedAt,
            unknown: [],
            emptied: [],
            outside: {},
            backupFolder: null,
          },
    );
  }

  async #note(record: ErasureRecord): Promise<void> {
    await this.#deps.disk.setRecord(recordText(record));
  }
}
