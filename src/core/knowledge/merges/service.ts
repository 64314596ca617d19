import { isPast } from '../../instance/expiry/model.ts';
import type { Expiry } from '../../instance/expiry/service.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import { graphLimits } from '../graph/limits.ts';
import { TEXTS, WORKS_FOR, type Entity, type EntityInFull, type Relation } from '../graph/model.ts';
import type { GraphService } from '../graph/service.ts';
import type { GraphStore } from '../graph/store.ts';
import { mergeId as asMergeId, shortId, type EntityId, type MergeId } from '../../kernel/ids.ts';
import type { Page } from '../../kernel/page.ts';
import { quote } from '../../kernel/quoted.ts';
import type { Says } from '../../kernel/says.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import { isJournalConflict } from '../../ports/journal.ts';
import { refuse } from './errors.ts';
import { mergeLimits } from './limits.ts';
import {
  newestFirst,
  type MergedEntry,
  type MergePreview,
  type MergeRecord,
  type MergeShown,
} from './model.ts';
import { say } from './says.ts';
import { MergeSettling, type SettlingDeps } from './settling.ts';

export interface MergeDeps extends Omit<SettlingDeps, 'store'> {
  /** All of the graph: a merge is finished, whoever sees it. */
  readonly everything: SettlingDeps['store'];
  readonly graph: Pick<GraphService, 'alone' | 'meant' | 'get'>;
  /** As the person sees it for whom the merges are. */
  readonly store: Pick<GraphStore, 'get' | 'relations' | 'facts' | 'erased'>;
  readonly expiry: Pick<Expiry, 'past'>;
  readonly ids: Ids;
  readonly clock: Clock;
}

/** More relations than this are not counted in a preview. */
const MOST_RELATIONS = 1_000;

/** As a contact has it: it is a relation, and a person reads it as a detail. */
const COMPANY = 'company';

/**
 * The merge in sentences for the person who decides, and the two that it is about. `standsOn` as in `ConsentDemand`: the
 * two and what comes over, whatever they are called by then.
 */
export function asked({
  mergedName,
  mergedId,
  keptName,
  keptId,
  kind,
  differing,
  ...counts
}: MergePreview): Pick<MergePreview, 'mergedId' | 'keptId'> & {
  readonly says: readonly Says[];
  readonly standsOn: string;
} {
  const keptAs = quote(keptName, graphLimits.nameChars);
  const brings = say('merge.ask', {
    kind,
    merged: quote(mergedName, graphLimits.nameChars),
    mergedId,
    kept: keptAs,
    keptId,
    relations: counts.relations,
    memories: counts.mentions,
    rows: counts.dataRows,
    rowsByKind: counts.rowsByKind.map((one) => say('merge.rows', { ...one })),
    conversations: counts.conversationLinks,
  });
  const differ = differing.length === 0 ? [] : [say('merge.differ', { details: differing, kept: keptAs })];
  const { relations, mentions, dataRows, rowsByKind, conversationLinks } = counts;
  const comes = { relations, mentions, dataRows, rowsByKind, conversationLinks };
  const standsOn = JSON.stringify([mergedId, keptId, kind, differing, comes]);
  return {
    says: [brings, ...differ, say('merge.reversible', { days: mergeLimits.keptMs / DAY_MS })],
    mergedId,
    keptId,
    standsOn,
  };
}

/** The organizations that the person works for now. */
const employersIn = (relations: readonly Relation[], person: EntityId): readonly EntityId[] =>
  relations.flatMap(({ kind, from, to, until }) =>
    kind === WORKS_FOR && from.entityId === person && until === null ? to.entityId : [],
  );

/**
 * Merges of two entities, and taking them back. The record is on disk before anything changes; then the graph changes in
 * one transaction, then the rows and the links of conversations follow, in pieces that can be repeated. A start goes on
 * with what a crash cut off, and brings rows, links and records to what the graph says (`settling.ts`). Taking back goes
 * the other way: rows and links first, the graph last, so that a merge is in effect until all of it is taken back.
 */
export class MergeService {
  readonly #deps: MergeDeps;
  readonly #settling: MergeSettling;

  constructor(deps: MergeDeps) {
    this.#deps = deps;
    this.#settling = new MergeSettling({ ...deps, store: deps.everything });
  }

  /** The merges that have a record, newest first; unfinished ones, too. */
  async page({
    limit,
    after,
  }: {
    readonly limit: number;
    /** The last merge of the page before. */
    readonly after: string | null;
  }): Promise<Page<MergeShown, string>> {
    const all = (await this.#deps.records.all()).toSorted(newestFirst);
    const seen = await Promise.all(all.map((record) => this.#isSeen(record)));
    const records = all.filter((_, nth) => seen[nth]);
    const from = after === null ? 0 : records.findIndex(({ mergeId }) => mergeId === after) + 1;
    const page = records.slice(from, from + limit);
    const last = page.at(-1);
    return {
      items: await Promise.all(page.map((record) => this.#shown(record, records))),
      next: last && records.length > from + limit ? last.mergeId : null,
    };
  }

  /** What `merge` would do; changes nothing. @throws Refusal as `merge` */
  async preview(merged: string, kept: string): Promise<MergePreview> {
    const { store, rows, links, graph } = this.#deps;
    const [away, stays] = await this.#two(merged, kept);
    const [from, to] = [await graph.get(away.entityId), await graph.get(stays.entityId)];
    const details = Object.keys(from.detail).toSorted();
    const relations = await store.relations(away.entityId, { history: false, limit: MOST_RELATIONS });
    const firms = employersIn(relations, away.entityId);
    const own = employersIn(
      await store.relations(stays.entityId, { history: false, limit: MOST_RELATIONS }),
      stays.entityId,
    );
    const company = firms.every((firm) => own.includes(firm))
      ? null
      : own.length === 0
        ? 'filled'
        : 'differing';
    return {
      kind: stays.kind,
      mergedId: away.entityId,
      mergedName: away.name,
      keptId: stays.entityId,
      keptName: stays.name,
      names: namesGained(from, to),
      filled: [...(company === 'filled' ? [COMPANY] : []), ...details.filter((name) => !(name in to.detail))],
      differing: [
        ...(company === 'differing' ? [COMPANY] : []),
        ...details.filter((name) => name in to.detail && to.detail[name] !== from.detail[name]),
      ],
      relations: relations.length,
      mentions: away.mentionCount,
      ...(await this.#available(async () => ({
        dataRows: await rows.countFor(away.entityId),
        rowsByKind: await rows.kindsFor(away.entityId),
        conversationLinks: await links.countFor(away.entityId),
      }))),
    };
  }

  /**
   * From now on `kept` shows `merged`. Both are ids, or names that no other entity has.
   * @throws Refusal entity_not_found, ambiguous_name, merge_impossible, merge_store_unavailable, disk_full; then nothing
   *   has changed; merge_conflict, merge_failed
   */
  async merge(merged: string, kept: string): Promise<MergeShown> {
    return await this.#deps.graph.alone(async () => {
      const { records, rows, links } = this.#deps;
      const all = await this.#tidied();
      const [away, stays] = await this.#two(merged, kept);
      const record: MergeRecord = {
        version: 1,
        mergeId: this.#newId(),
        no: 1 + all.reduce((most, { no }) => Math.max(most, no), 0),
        createdAt: this.#deps.clock.now(),
        kind: stays.kind,
        merged: await this.#entry(away),
        kept: await this.#entry(stays),
        phase: 'planned',
        applied: false,
        dataRows: 0,
        conversationLinks: 0,
      };
      // Without the stores it could not be finished.
      await this.#available(async () => [
        await rows.countFor(away.entityId),
        await links.countFor(away.entityId),
      ]);
      await records.write(record);
      await this.#mergeInGraph(record);
      const done = await this.#whole(() => this.#settling.applied(record));
      return await this.#shown(done, await records.all());
    });
  }

  /**
   * Takes a merge back: names, details, relations and mentions are as before, with what was said since of the kept entry
   * left there; rows and links return where they still are what the merge made of them. Refuses before it touches
   * anything.
   * @throws Refusal merge_not_found, merge_not_applied, merge_superseded, merge_not_in_effect, merge_chained (with the
   *   `mergeId` to take back first), merge_entry_missing, merge_conflict, merge_store_unavailable, merge_failed
   */
  async takeBack(mergeId: string): Promise<MergeShown> {
    return await this.#deps.graph.alone(async () => {
      await this.#settling.settle();
      const { records, rows, links } = this.#deps;
      const record = await records.read(mergeId);
      if (!record || !(await this.#isSeen(record))) throw refuse.merge_not_found();
      if (!record.applied) throw refuse.merge_not_applied();
      await this.#refuseUnlessInEffect(record);
      await this.#available(async () => {
        const counts = [await rows.countOf(record.mergeId), await links.countOf(record.mergeId)] as const;
        // A store that was replaced has none of what it moved, and could not move it back.
        if (
          record.phase === 'applied' &&
          (counts[0] < record.dataRows || counts[1] < record.conversationLinks)
        )
          throw refuse.merge_store_unavailable();
      });
      const returning: MergeRecord = { ...record, phase: 'returning' };
      const done = await this.#whole(async () => {
        await records.write(returning);
        return await this.#settling.returned(returning);
      });
      return await this.#shown(done, await records.all());
    });
  }

  /** Finishes or undoes what a crash cut off, and removes old records; at the start of the engine. Never rejects. */
  async begin(): Promise<void> {
    await this.#deps.graph
      .alone(() => this.#tidied())
      .catch((error: unknown) => {
        this.#deps.log.error('merges could not be finished: the next start tries again', { error });
      });
  }

  /** Removes records of entries that do not exist any more, with what they say of them. */
  async forgetErased(): Promise<void> {
    await this.#deps.graph.alone(() => this.#tidied());
  }

  /** Of entries that another person alone sees, nothing is told. What the graph does not have at all is not theirs. */
  async #isSeen({ merged, kept }: MergeRecord): Promise<boolean> {
    const { store, everything } = this.#deps;
    for (const { entityId } of [merged, kept])
      if ((await store.get(entityId)) === null && (await everything.get(entityId)) !== null) return false;
    return true;
  }

  async #two(merged: string, kept: string): Promise<readonly [Entity, Entity]> {
    const { graph } = this.#deps;
    const [away, stays] = [await graph.meant(merged), await graph.meant(kept)];
    if (away.entityId === stays.entityId) throw refuse.merge_impossible({}, say('merges.one_entry'));
    if (stays.seenBy !== null && away.seenBy === null)
      throw refuse.merge_impossible({}, say('merges.kept_is_private', { kept: quote(stays.name) }));
    if (away.kind !== stays.kind)
      throw refuse.merge_impossible(
        {},
        say('merges.other_kinds', {
          merged: quote(away.name),
          mergedKind: away.kind,
          kept: quote(stays.name),
          keptKind: stays.kind,
        }),
      );
    return [away, stays];
  }

  async #mergeInGraph(record: MergeRecord): Promise<void> {
    const { journal, records } = this.#deps;
    const { mergeId, merged, kept } = record;
    const change = {
      change: 'entities.merge',
      mergeId,
      merged: merged.entityId,
      kept: kept.entityId,
    } as const;
    try {
      await journal.commit([change]);
    } catch (error) {
      // Whether it was written is not known after a failed sync: the record stays then, and the next start decides.
      if (!isJournalConflict(error))
        throw isRefusal(error) ? error : refuse.merge_failed({}, undefined, error);
      await records.remove(mergeId);
      throw refuse.merge_conflict({}, undefined, error);
    }
  }

  /** Finishes what is unfinished and removes what is too old or erased. @returns the records that are left */
  async #tidied(): Promise<readonly MergeRecord[]> {
    await this.#settling.settle();
    const { records, expiry, store } = this.#deps;
    const past = expiry.past(mergeLimits.keptMs);
    const all = (await records.all()).toSorted(newestFirst);
    const erased = await store.erased(all.flatMap(({ merged, kept }) => [merged.entityId, kept.entityId]));
    // A graph without both entries may be another graph: only what was erased in this one is gone for good.
    const isGone = (record: MergeRecord, index: number): boolean =>
      (index > 0 && isPast(past, record.createdAt)) ||
      erased.has(record.merged.entityId) ||
      erased.has(record.kept.entityId);
    for (const { mergeId } of all.filter(isGone)) {
      await this.#settling.stays(mergeId);
      await records.remove(mergeId);
    }
    return all.filter((record, index) => !isGone(record, index));
  }

  async #refuseUnlessInEffect(record: MergeRecord): Promise<void> {
    const { records, store } = this.#deps;
    if (isSuperseded(record, await records.all())) throw refuse.merge_superseded();
    const [away, stays] = [await store.get(record.merged.entityId), await store.get(record.kept.entityId)];
    if (!away || !stays) throw refuse.merge_entry_missing();
    if (!(await this.#settling.holds(record))) throw refuse.merge_not_in_effect();
    if (stays.mergedInto !== null) throw refuse.merge_chained({ mergeId: stays.mergeId! });
  }

  async #shown(record: MergeRecord, all: readonly MergeRecord[]): Promise<MergeShown> {
    const { mergeId, createdAt, kind, merged, kept, applied, dataRows, conversationLinks } = record;
    const stays = await this.#deps.store.get(kept.entityId);
    const superseded = isSuperseded(record, all);
    const holds = !superseded && (await this.#settling.holds(record));
    return {
      mergeId,
      createdAt,
      kind,
      mergedName: merged.name,
      keptName: kept.name,
      dataRows,
      conversationLinks,
      applied,
      inEffect: holds && stays?.mergedInto === null,
      superseded,
      takeBackFirst: holds && stays !== null ? stays.mergeId : null,
    };
  }

  async #entry(entity: Entity): Promise<MergedEntry> {
    const facts = await this.#deps.store.facts(entity.entityId, {
      history: false,
      limit: mergeLimits.details,
    });
    const { entityId, name } = entity;
    return {
      entityId,
      name,
      details: facts
        .filter(({ attribute }) => !TEXTS.has(attribute))
        .map(({ attribute, value }) => ({ attribute, value })),
    };
  }

  /** A store that refuses is not there for a merge. @throws Refusal merge_store_unavailable */
  async #available<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      throw isRefusal(error) && error.code === 'merge_store_unavailable'
        ? error
        : refuse.merge_store_unavailable({}, undefined, error);
    }
  }

  /** @throws Refusal merge_failed with one sentence, whatever a store said; merge_conflict */
  async #whole<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      throw isJournalConflict(error)
        ? refuse.merge_conflict({}, undefined, error)
        : refuse.merge_failed({}, undefined, error);
    }
  }

  #newId(): MergeId {
    const { clock, ids } = this.#deps;
    const time = new Date(clock.now()).toISOString().replaceAll(/[:.]/gu, '-');
    return asMergeId(`merge-${time}-${shortId(ids.next()).slice(-6)}`);
  }
}

/** Such as "3 rows of data (interactions: 2, deals: 1)". */
/** A newer complete record names the same two. */
function isSuperseded(record: MergeRecord, all: readonly MergeRecord[]): boolean {
  const pair = pairOf(record);
  return all.some((other) => other.applied && newestFirst(other, record) < 0 && pairOf(other) === pair);
}

const pairOf = ({ merged, kept }: MergeRecord): string =>
  [merged.entityId, kept.entityId].toSorted((a: EntityId, b: EntityId) => (a < b ? -1 : 1)).join(' ');

function namesGained(from: EntityInFull, to: EntityInFull): readonly string[] {
  const known = new Set([to.entity.name, ...to.aliases]);
  return [from.entity.name, ...from.aliases].filter((name) => !known.has(name));
}
