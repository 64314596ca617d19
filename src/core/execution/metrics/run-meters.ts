import type { AnyChange } from '../../ports/journal.ts';
import type { RunChange } from '../runs/store.ts';
import type { Model, ModelEvent, ModelGateway, ModelRequest, Usage } from '../../ports/model.ts';
import { ModelAround } from '../../ports/model-around.ts';
import type { RunStatus, SideCall } from '../runs/model.ts';
import { Counter, Histogram } from './model.ts';

const ENDS: readonly Exclude<RunStatus, 'running'>[] = ['completed', 'failed', 'aborted', 'interrupted'];
const PURPOSES: readonly SideCall['purpose'][] = [
  'compaction',
  'extraction',
  'title',
  'subagent',
  'batch',
  'transcription',
  'speech',
  'aside',
];
const OUTCOMES: readonly SideCall['outcome'][] = ['useful', 'empty', 'failed'];
const TOKENS = {
  input: 'inputTokens',
  output: 'outputTokens',
  cache_read: 'cacheReadTokens',
  cache_write: 'cacheWriteTokens',
} as const;
/** What the dollars are: by `PriceKnown`. */
const PRICES = { true: 'known', false: 'estimated', null: 'unknown' } as const;
const SECONDS = [0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1_800, 3_600];

const COUNTED = ['run.start', 'run.event', 'tool-call.end', 'run.end', 'side-call.end'] as const;
type Counted = Extract<RunChange, { readonly change: (typeof COUNTED)[number] }>;
const isCounted = (change: AnyChange): change is Counted =>
  (COUNTED as readonly string[]).includes(change.change);

/** Counts what runs do, at the commit that makes it durable; uncommitted work does not count. */
export class RunMeters {
  readonly started = new Counter();
  readonly ended = new Counter(ENDS.map((status) => ({ status })));
  readonly seconds = new Histogram(SECONDS);
  readonly modelCalls = new Counter([]);
  readonly modelRetries = new Counter();
  readonly tokens = new Counter(Object.keys(TOKENS).map((kind) => ({ kind })));
  readonly costUsd = new Counter(Object.values(PRICES).map((price) => ({ price })));
  readonly sideCalls = new Counter(
    PURPOSES.flatMap((purpose) => OUTCOMES.map((outcome) => ({ purpose, outcome }))),
  );
  readonly toolCalls = new Counter(['succeeded', 'failed'].map((outcome) => ({ outcome })));

  /** Tell it what was just written, once. Changes that it does not count are passed over. */
  committed(changes: readonly AnyChange[]): void {
    for (const change of changes) if (isCounted(change)) this.#count(change);
  }

  #count(change: Counted): void {
    switch (change.change) {
      case 'run.start':
        this.started.add(1);
        return;
      case 'run.event':
        if (change.event.type === 'retry') this.modelRetries.add(1);
        return;
      case 'tool-call.end':
        this.toolCalls.add(1, { outcome: change.success ? 'succeeded' : 'failed' });
        return;
      case 'run.end': {
        const { usage, costUsd, priceKnown, durationMs } = change.totals;
        this.ended.add(1, { status: change.status });
        this.seconds.observe(durationMs / 1000);
        this.costUsd.add(costUsd, { price: PRICES[`${priceKnown}`] });
        this.#countTokens(usage);
        return;
      }
      case 'side-call.end': {
        const { purpose, outcome, costUsd, priceKnown, usage } = change.call;
        this.sideCalls.add(1, { purpose, outcome });
        this.costUsd.add(costUsd, { price: PRICES[`${priceKnown}`] });
        this.#countTokens(usage);
        return;
      }
    }
  }

  #countTokens(usage: Usage): void {
    for (const [kind, field] of Object.entries(TOKENS)) this.tokens.add(usage[field], { kind });
  }
}

/** The same models, with their calls counted, including failed ones. */
export const meteredModels = (models: ModelGateway, meters: RunMeters): ModelGateway => ({
  open: async (profile, whose, modelId) =>
    new MeteredModel(await models.open(profile, whose, modelId), meters),
});

class MeteredModel extends ModelAround {
  readonly openFast?: () => Promise<Model>;
  readonly #meters: RunMeters;

  constructor(model: Model, meters: RunMeters) {
    super(model);
    this.#meters = meters;
    const { openFast } = model;
    if (openFast) this.openFast = async () => new MeteredModel(await openFast(), meters);
  }

  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent> {
    this.#meters.modelCalls.add(1, { model: this.id });
    return this.model.stream(request, signal);
  }
}
