// Room: numbers for operators. Metering never changes what it measures.

export type Labels = Readonly<Record<string, string>>;

export interface Series {
  readonly labels: Labels;
  readonly value: number;
  /** The number of observations behind the value. */
  readonly samples: number;
}

interface Described {
  /** Letters, digits and underscores; includes the unit. */
  readonly name: string;
  readonly help: string;
}

/** Counters start at 0 with the engine. */
export type Metric =
  | (Described & { readonly kind: 'counter' | 'gauge'; readonly series: readonly Series[] })
  | (Described & { readonly kind: 'histogram' } & Distribution);

export interface Distribution {
  /** Cumulative counts up to and including each bound; the last may be less than `count`. */
  readonly buckets: readonly { readonly atMost: number; readonly count: number }[];
  readonly sum: number;
  readonly count: number;
}

/** A monotonic counter for each combination of labels. */
export class Counter {
  readonly #series = new Map<string, Series>();

  /** These label combinations exist from the start, at 0. */
  constructor(known: readonly Labels[] = [{}]) {
    for (const labels of known) this.#series.set(JSON.stringify(labels), { labels, value: 0, samples: 0 });
  }

  add(value: number, labels: Labels = {}): void {
    const key = JSON.stringify(labels);
    const before = this.#series.get(key);
    this.#series.set(key, {
      labels,
      value: (before?.value ?? 0) + value,
      samples: (before?.samples ?? 0) + 1,
    });
  }

  get series(): readonly Series[] {
    return [...this.#series.values()];
  }
}

export class Histogram {
  readonly #bounds: readonly number[];
  readonly #counts: number[];
  #sum = 0;
  #count = 0;

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.#counts = bounds.map(() => 0);
  }

  observe(value: number): void {
    this.#sum += value;
    this.#count += 1;
    this.#bounds.forEach((bound, index) => {
      if (value <= bound) this.#counts[index] = (this.#counts[index] ?? 0) + 1;
    });
  }

  get distribution(): Distribution {
    const buckets = this.#bounds.map((atMost, index) => ({ atMost, count: this.#counts[index] ?? 0 }));
    return { buckets, sum: this.#sum, count: this.#count };
  }
}
