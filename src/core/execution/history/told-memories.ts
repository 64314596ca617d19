import type { Masked } from '../../ports/log.ts';
import type { Whose } from '../../trust/people/model.ts';
import type { Entity } from '../../knowledge/graph/model.ts';
import type { GraphStores } from '../../knowledge/graph/store.ts';
import { entityId, entryId, type EntryId, type PersonId, type RunId } from '../../kernel/ids.ts';
import type { Page } from '../../kernel/page.ts';
import { refuse as refuseMemory } from '../../knowledge/memory/errors.ts';
import type { MemoryEntry } from '../../knowledge/memory/model.ts';
import type { MemoryService } from '../../knowledge/memory/service.ts';
import { refuse as refuseRun } from '../runs/errors.ts';
import type { GivenToRun } from '../runs/model.ts';
import type { RunStore } from '../runs/store.ts';
import { toldLimits } from '../../knowledge/told/limits.ts';
import type { ToldInRun } from '../../ports/told.ts';
import type { RunTold, ToldCall, ToldPosition, ToldStore } from '../../knowledge/told/store.ts';

export interface ToldMemoriesDeps {
  readonly told: ToldStore;
  readonly runs: Pick<RunStore, 'get' | 'given'>;
  readonly memory: Pick<MemoryService, 'of' | 'sharedWords'>;
  readonly graph: Pick<GraphStores, 'ofPerson'>;
  /** Masks the values of secrets. */
  readonly masked: Masked;
}

/** Something that a model was shown, with what is left of it now. */
export interface ToldShown extends ToldInRun {
  /** The entry of memory as it is now; null if it was erased, and for what is not of memory. */
  readonly entry: MemoryEntry | null;
  /** What happened to it since; if it was erased, no words of it are left. */
  readonly state: 'current' | 'replaced' | 'forgotten' | 'erased';
  /** The entity as it is now; null if it was erased, and for what is not of the graph. */
  readonly entity: Entity | null;
  /** Null for what was in the prompt. */
  readonly call: Pick<ToldCall, 'toolCallId' | 'name'> | null;
  /** What was looked for; null where nothing was, or where it is not known any more. */
  readonly question: string | null;
  /** Words of the question that the entry has now, as it has them. */
  readonly words: readonly string[];
}

/** What the models of runs were told of memory and of the graph, and why. */
export class ToldMemories {
  readonly #deps: ToldMemoriesDeps;

  constructor(deps: ToldMemoriesDeps) {
    this.#deps = deps;
  }

  /**
   * What the model of a run was told: in its prompt first, then by call. What was erased since is named by its id alone, and
   * so is what this person does not see: the run may be of a thread that was handed to them.
   * @throws Refusal run_not_found
   */
  async ofRun(whose: PersonId, id: RunId): Promise<readonly ToldShown[]> {
    const { told, runs, memory, graph, masked } = this.#deps;
    const run = await runs.get(whose, id);
    if (run === null || run.threadId === null) throw refuseRun.run_not_found();
    const all = await told.ofRun(id, toldLimits.ofRun);
    const calls = new Map((await told.callsOf(id)).map((call) => [call.toolCallId, call]));
    const ids = all.flatMap(({ kind, id: thing }) => (kind === 'memory' ? [entryId(thing)] : []));
    const visible = await memory.of(whose).entries(ids);
    const entries = new Map(visible.map((entry) => [entry.entryId, entry]));
    const entities = new Map<string, Entity | null>();
    for (const { kind, id: thing } of all)
      if (kind === 'entity' && !entities.has(thing))
        entities.set(thing, await graph.ofPerson(whose).get(entityId(thing)));
    return all.map((one) => {
      const entry = one.kind === 'memory' ? (entries.get(one.id as EntryId) ?? null) : null;
      const entity = one.kind === 'entity' ? (entities.get(one.id) ?? null) : null;
      const call = one.toolCallId === null ? null : (calls.get(one.toolCallId) ?? null);
      const question = one.toolCallId === null ? run.task : questionOf(call);
      return {
        ...one,
        entry,
        entity,
        state: one.kind === 'memory' ? stateOf(entry) : entity === null ? 'erased' : 'current',
        call: call === null ? null : { toolCallId: call.toolCallId, name: call.name },
        question: question === null ? null : masked(question, whose),
        words: entry === null || question === null ? [] : memory.sharedWords(question, entry.text),
      };
    });
  }

  /** What it was given of what its owner has settled, as it was given it. @throws Refusal run_not_found */
  async givenTo(whose: Whose, id: RunId): Promise<GivenToRun> {
    const { runs, masked } = this.#deps;
    if ((await runs.get(whose, id)) === null) throw refuseRun.run_not_found();
    const { instructions, tools } = await runs.given(id);
    return { instructions: instructions.map((one) => ({ ...one, text: masked(one.text, whose) })), tools };
  }

  /**
   * Their own runs that were told this entry of memory, the last first; also if it was erased since.
   * @throws Refusal entry_not_found for an entry that is not there and of which no run was told
   */
  async runsTold(
    person: PersonId,
    id: EntryId,
    after: ToldPosition | null,
    limit: number,
  ): Promise<Page<RunTold, ToldPosition>> {
    const page = await this.#deps.told.runsTold(person, 'memory', id, { after, limit });
    const { memory } = this.#deps;
    if (page.items.length === 0 && after === null && (await memory.of(person).entries([id])).length === 0)
      throw refuseMemory.entry_not_found();
    return page;
  }
}

function stateOf(entry: MemoryEntry | null): ToldShown['state'] {
  if (entry === null) return 'erased';
  if (entry.supersededAt === null) return 'current';
  return entry.supersededBy === null ? 'forgotten' : 'replaced';
}

function questionOf(call: ToldCall | null): string | null {
  const asked = call?.input['query'] ?? call?.input['text'];
  return typeof asked === 'string' ? asked : null;
}
