import type { Masked } from '../../ports/log.ts';
import { batchId as asBatchId, runId as asRunId, type PersonId } from '../../kernel/ids.ts';
import { shareOfMember, shareOfMembers } from '../../trust/people/limits.ts';
import { OneAtATime } from '../../kernel/one-at-a-time.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Journal } from '../../ports/journal.ts';
import type { ModelBatches } from '../../ports/model-batches.ts';
import type { BatchStore, BatchWrite } from './store.ts';
import { refuse } from './errors.ts';
import { batchLimits } from './limits.ts';
import type { Batch, BatchRequest, Submitter } from './model.ts';
import { modelRequest } from './outcomes.ts';
import type { BatchSpending, Estimate } from './port.ts';
import type { RequestToSubmit } from './requests.ts';
import { say } from './says.ts';

export interface BatchIntakeDeps {
  readonly journal: Journal<BatchWrite>;
  readonly store: Pick<BatchStore, 'unfinished'>;
  readonly spending: BatchSpending;
  readonly estimate: Estimate;
  readonly isOwner: (person: PersonId) => boolean;
  /** Masks the values of secrets. */
  readonly masked: Masked;
  readonly ids: Ids;
  readonly clock: Clock;
}

export interface Added {
  readonly batch: Batch;
  readonly requests: readonly BatchRequest[];
}

/** Puts batches on disk before anything of them leaves the machine, within the limits and the ceilings. */
export class BatchIntake {
  readonly #deps: BatchIntakeDeps;
  readonly #adding = new OneAtATime<'batch'>();

  constructor(deps: BatchIntakeDeps) {
    this.#deps = deps;
  }

  /**
   * `batches`: where it will be submitted, or null if its requests will be run one by one.
   * @throws Refusal batches_full, batch_too_expensive, disk_full, storage_error
   */
  async add(
    submitter: Submitter,
    given: readonly RequestToSubmit[],
    batches: ModelBatches | null,
  ): Promise<Added> {
    const { estimate } = this.#deps;
    const masked = (text: string) => this.#deps.masked(text, submitter.person);
    const requests = given.map(({ id, task, system = '' }, place): BatchRequest => {
      const request = {
        place,
        id: masked(id.toWellFormed()),
        task: masked(task.toWellFormed()),
        system: system.trim() === '' ? null : masked(system.toWellFormed()),
      };
      return { ...request, ...(batches ? estimate(modelRequest(request), batches) : NOTHING) };
    });
    return await this.#adding.run('batch', () => this.#added(submitter, requests, batches));
  }

  async #added(
    { person, principal }: Submitter,
    requests: readonly BatchRequest[],
    batches: ModelBatches | null,
  ): Promise<Added> {
    const { journal, store, spending, ids, clock } = this.#deps;
    this.#refuseOneMore(
      person,
      (await store.unfinished()).map(({ personId }) => personId),
    );
    const batchId = asBatchId(ids.next());
    const batch: Batch = {
      batchId,
      principal,
      personId: person,
      state: batches ? 'submitting' : 'working',
      requests: requests.length,
      provider: batches && {
        model: batches.id,
        name: batches.provider,
        address: batches.address,
        batchId: null,
        price: batches.price,
      },
      createdAt: clock.now(),
      endedAt: null,
    };
    if (batches) await this.#reserve(batch, requests);
    await journal.commit([{ change: 'batch.add', batch, requests }]).catch((error: unknown) => {
      spending.hold(person, asRunId(batchId), 0);
      throw error;
    });
    return { batch, requests };
  }

  /** Members leave room for the owner, and for each other. @throws Refusal batches_full */
  #refuseOneMore(person: PersonId, unfinished: readonly PersonId[]): void {
    const { isOwner } = this.#deps;
    const isMember = !isOwner(person);
    const limit = isMember ? shareOfMember(batchLimits.unfinished) : batchLimits.unfinished;
    const own = unfinished.filter((one) => one === person).length;
    const ofMembers = unfinished.filter((one) => !isOwner(one)).length;
    const isFull = unfinished.length >= batchLimits.unfinished;
    const isShareFull = isMember && (own >= limit || ofMembers >= shareOfMembers(batchLimits.unfinished));
    if (isFull || isShareFull)
      throw refuse.batches_full({ limit }, say('batches.batches_full', { limit, isShare: !isFull }));
  }

  async #reserve({ batchId, personId }: Batch, requests: readonly BatchRequest[]): Promise<void> {
    const worst = requests.map(({ worstUsd }) => worstUsd);
    const { refused } = await this.#deps.spending.reserveAll(personId, asRunId(batchId), worst);
    if (!refused) return;
    const { ceiling, spentUsd, limitUsd } = refused;
    const isOne = ceiling === 'run';
    const worstUsd = isOne ? Math.max(...worst) : worst.reduce((sum, usd) => sum + usd, 0);
    throw refuse.batch_too_expensive(
      { ceiling, spentUsd, limitUsd, worstUsd },
      say('batches.batch_too_expensive', {
        ceiling,
        leftUsd: Math.max(0, limitUsd - spentUsd),
        limitUsd,
        worstUsd,
      }),
    );
  }
}

/** The cost is reserved when the request is run. */
const NOTHING = { promptTokens: 0, worstUsd: 0 };
