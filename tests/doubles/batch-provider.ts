import { inText } from '../../src/core/kernel/says.ts';
import type {
  BatchBilling,
  BatchedRequest,
  BatchFailure,
  BatchItem,
  BatchList,
  BatchLook,
  BatchResult,
  ModelBatches,
  Submission,
} from '../../src/core/ports/model-batches.ts';
import { noUsage, type Price } from '../../src/core/ports/model.ts';

export const OUTAGE: BatchFailure = {
  code: 'provider_error',
  says: [inText('scripted outage')],
  retryable: true,
};

/** An answer of ten tokens. */
export const answer = (text: string): BatchResult => ({
  kind: 'answer',
  text,
  stop: 'end_turn',
  spent: { usage: { ...noUsage, outputTokens: 10 } },
});

interface Taken {
  readonly batchId: string;
  readonly requests: readonly BatchedRequest[];
  /** By the names of the requests; null until it has ended. */
  results: ReadonlyMap<string, BatchResult> | null;
}

/** A provider with a batch interface, in memory. It lives on when the engine is restarted. */
export class BatchProvider implements ModelBatches {
  readonly id = 'batch-model';
  readonly provider = 'primary';
  readonly contextWindow = 200_000;
  readonly outputLimit = 1_000;
  readonly price: Price;
  address = 'https://api.provider.example';
  /** What it does with the next submissions. `lost`: it takes them and the answer is lost; `dropped`: they do not arrive. */
  mode: 'takes' | 'lost' | 'dropped' | 'refuses' | 'none' = 'takes';
  /** Called when a submission arrives, before its answer. */
  arriving: () => Promise<void> = async () => undefined;
  /** Every other request fails. */
  isDown = false;
  /** Results that a fetch delivers before its connection breaks. */
  breaksAfter = Infinity;
  isListed = true;
  readonly taken: Taken[] = [];
  submissions = 0;
  fetches = 0;
  looks = 0;

  constructor(price: Price) {
    this.price = price;
  }

  async submit(requests: readonly BatchedRequest[], signal: AbortSignal): Promise<Submission> {
    this.submissions += 1;
    const { mode } = this;
    await this.arriving();
    if (mode === 'none') return { kind: 'none' };
    if (mode === 'refuses')
      return { kind: 'refused', failure: { ...OUTAGE, says: [inText('scripted refusal')] } };
    if (mode === 'dropped') return { kind: 'unknown', failure: OUTAGE };
    const batchId = this.take(requests);
    return mode === 'lost' || signal.aborted
      ? { kind: 'unknown', failure: OUTAGE }
      : { kind: 'accepted', batchId };
  }

  /** As if another program had submitted it. */
  take(requests: readonly BatchedRequest[]): string {
    const batchId = `msgbatch_${this.taken.length + 1}`;
    this.taken.push({ batchId, requests, results: null });
    return batchId;
  }

  /** Ends the n-th batch. Its requests get these results in their order, the others an answer. */
  end(index = 0, results: readonly (BatchResult | null)[] = []): void {
    const batch = this.taken[index];
    if (!batch) throw new Error('there is no such batch');
    batch.results = new Map(
      batch.requests.flatMap(({ name }, place) => {
        const result = results[place] === undefined ? answer(`answer ${place}`) : results[place];
        return result === null ? [] : [[name, result]];
      }),
    );
  }

  async look(batchId: string): Promise<BatchLook> {
    this.looks += 1;
    if (this.isDown) return { kind: 'failed', failure: OUTAGE };
    const batch = this.taken.find((each) => each.batchId === batchId);
    if (!batch) return { kind: 'missing' };
    return { kind: batch.results ? 'ended' : 'processing' };
  }

  async *results(batchId: string, _billing: BatchBilling): AsyncGenerator<BatchItem> {
    this.fetches += 1;
    const batch = this.taken.find((each) => each.batchId === batchId);
    let left = this.breaksAfter;
    // In no order that anyone may rely on.
    for (const [name, result] of [...(batch?.results ?? [])].toReversed()) {
      if (left === 0) {
        yield { kind: 'end', failure: OUTAGE };
        return;
      }
      left -= 1;
      yield { kind: 'result', name, result };
    }
    yield { kind: 'end', failure: null };
  }

  async recent(): Promise<BatchList> {
    if (this.isDown) return { kind: 'failed', failure: OUTAGE };
    if (!this.isListed) return { kind: 'none' };
    const batches = this.taken.map(({ batchId, requests, results }) => ({
      batchId,
      requests: requests.length,
      hasEnded: results !== null,
    }));
    return { kind: 'list', batches };
  }
}
