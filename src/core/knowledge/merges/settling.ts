import type { GraphChange, GraphStore } from '../graph/store.ts';
import type { Journal } from '../../ports/journal.ts';
import type { Log } from '../../ports/log.ts';
import type { MergeLinksChange, MergeRowsChange, Move, MovedRows } from './store.ts';
import { newestFirst, type MergeRecord } from './model.ts';
import { Moving, type MovingDeps } from './moving.ts';
import type { MergeRecords } from './port.ts';

export interface SettlingDeps extends MovingDeps {
  readonly store: Pick<GraphStore, 'get'>;
  readonly records: MergeRecords;
  readonly journal: Journal<GraphChange | MergeRowsChange | MergeLinksChange>;
  readonly log: Log;
}

/** What a merge needs: that rows follow to the kept entry, that moved rows return, or that its record goes. */
type Needed = 'follow' | 'return' | 'forget' | 'nothing';

/**
 * Brings rows, links and the record of each merge to what the graph says: after a crash, and where one store comes from
 * an older backup than the others. The graph decides, as it is what everything is shown by. Only a rollback that was
 * begun is finished. Nothing is handed to an entry that the graph does not have: it may be another graph, for a time.
 */
export class MergeSettling {
  readonly #deps: SettlingDeps;
  readonly #moving: Moving;

  constructor(deps: SettlingDeps) {
    this.#deps = deps;
    this.#moving = new Moving(deps);
  }

  /** One that cannot go on does not keep the others. Repeatable. */
  async settle(): Promise<void> {
    const newest = (await this.#deps.records.all()).toSorted(newestFirst);
    const recorded = new Set<string>(newest.map(({ mergeId }) => mergeId));
    const { rows, links } = this.#deps;
    const moving = this.#moving;
    await this.#returnUnrecorded('rows', rows, recorded, (move) => moving.rowsReturn(move));
    await this.#returnUnrecorded('links', links, recorded, (move) => moving.linksReturn(move));
    // What was merged on must come back before it can return further; and it follows in the order of the merges.
    for (const record of newest) await this.#tried(record, ['return', 'forget']);
    for (const record of newest.toReversed()) await this.#tried(record, ['follow']);
  }

  /** What a merge moved stays where it is: it can be taken back no longer. Repeatable. */
  async stays(mergeId: MergeRecord['mergeId']): Promise<void> {
    await this.#moving.stay(mergeId);
  }

  /** The merged-away entry points at the kept one, by this merge. */
  async holds({ mergeId, merged, kept }: MergeRecord): Promise<boolean> {
    const away = await this.#deps.store.get(merged.entityId);
    return away !== null && away.mergeId === mergeId && away.mergedInto === kept.entityId;
  }

  /** After the graph: rows and links follow, and the record says so. Repeatable. */
  async applied(record: MergeRecord): Promise<MergeRecord> {
    const { records, rows, links } = this.#deps;
    const { mergeId, merged, kept } = record;
    const move = { mergeId, from: merged.entityId, to: kept.entityId };
    await this.#moving.rowsFollow(move);
    // A link that stayed where it was, as its conversation spoke of both, must not follow later.
    if (record.phase !== 'applied' || (await this.#lacksLinks(record))) await this.#moving.linksFollow(move);
    const applied: MergeRecord = {
      ...record,
      phase: 'applied',
      applied: true,
      dataRows: await stillThere(rows, record.mergeId, record.dataRows),
      conversationLinks: await stillThere(links, record.mergeId, record.conversationLinks),
    };
    await records.write(applied);
    return applied;
  }

  /** After the record: rows and links return, then the graph, then the record says so. Repeatable. */
  async returned(record: MergeRecord): Promise<MergeRecord> {
    const { journal, records } = this.#deps;
    const { mergeId, merged, kept } = record;
    const move = { mergeId, from: kept.entityId, to: merged.entityId };
    await this.#moving.rowsReturn(move);
    await this.#moving.linksReturn(move);
    if (await this.holds(record))
      await journal.commit([
        { change: 'entities.part', mergeId, merged: merged.entityId, kept: kept.entityId },
      ]);
    const returned: MergeRecord = { ...record, phase: 'returned', applied: true };
    await records.write(returned);
    return returned;
  }

  /**
   * A store that is newer than the graph and the records has what merges moved that neither knows: the graph shows two
   * entries, so what was of the first returns to it. What a merge in effect moved stays, with its record or without.
   */
  async #returnUnrecorded(
    what: string,
    { moves }: Pick<MovedRows, 'moves'>,
    recorded: ReadonlySet<string>,
    back: (move: Move) => Promise<void>,
  ): Promise<void> {
    const { store, log } = this.#deps;
    try {
      const unknown = (await moves()).filter(({ mergeId }) => !recorded.has(mergeId));
      for (const { mergeId, from, to } of lastFirst(unknown)) {
        const away = await store.get(from);
        if (away === null || away.mergeId === mergeId) continue;
        log.info('what a merge moved returns, as neither the graph nor a record knows the merge', {
          what,
          mergeId,
        });
        await back({ mergeId, from: to, to: from });
      }
    } catch (error) {
      log.warn('what unknown merges moved could not return: it is tried again', { what, error });
    }
  }

  async #tried(record: MergeRecord, now: readonly Needed[]): Promise<void> {
    const { records, log } = this.#deps;
    const { mergeId, phase } = record;
    try {
      const needed = await this.#needed(record);
      if (!now.includes(needed)) return;
      log.info('a merge is brought to what the graph says', { mergeId, phase, needed });
      if (needed === 'follow') await this.applied(record);
      else if (needed === 'return') await this.returned(record);
      else await records.remove(mergeId);
    } catch (error) {
      log.warn('a merge could not be finished: it is tried again', { mergeId, error });
    }
  }

  async #needed(record: MergeRecord): Promise<Needed> {
    const { phase, mergeId, merged, dataRows } = record;
    const { store, rows, links } = this.#deps;
    if (await this.holds(record)) {
      if (phase === 'returning') return 'return';
      if (phase !== 'applied') return 'follow';
      const isWhole =
        (await rows.countFor(merged.entityId)) === 0 &&
        dataRows <= (await stillThere(rows, mergeId, dataRows)) &&
        !(await this.#lacksLinks(record));
      return isWhole ? 'nothing' : 'follow';
    }
    if (!(await store.get(merged.entityId))) return 'nothing';
    const isMoved = (await rows.countOf(mergeId)) + (await links.countOf(mergeId)) > 0;
    if (isMoved) return 'return';
    if (phase === 'planned') return 'forget';
    return phase === 'returned' ? 'nothing' : 'return';
  }

  async #lacksLinks({ mergeId, conversationLinks }: MergeRecord): Promise<boolean> {
    return (await stillThere(this.#deps.links, mergeId, conversationLinks)) < conversationLinks;
  }
}

/** Of merges in a chain the last comes first, as what it moved must return before it can return further. */
function lastFirst(moves: readonly Move[]): readonly Move[] {
  const sorted: Move[] = [];
  let left = moves;
  while (left.length > 0) {
    const sources = new Set(left.map(({ from }) => from));
    const ends = left.filter(({ to }) => !sources.has(to));
    const next = ends.length > 0 ? ends : left;
    sorted.push(...next);
    left = left.filter((move) => !next.includes(move));
  }
  return sorted;
}

/**
 * How many of those that followed the store knows. A store that is empty is not there yet, and what it should have stays
 * wanted; an older one has what it has.
 */
async function stillThere(
  moved: MovedRows,
  mergeId: MergeRecord['mergeId'],
  wanted: number,
): Promise<number> {
  const count = await moved.countOf(mergeId);
  return count < wanted && (await moved.isEmpty()) ? wanted : count;
}
