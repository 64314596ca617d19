import type { Browser } from 'playwright-core';

/** What is measured of the page. */
export interface Figure {
  /** As it is named on the command line. */
  readonly name: string;
  /** Starts what it needs, measures several times, and stops it. @throws if it cannot be measured */
  measure(lab: Lab): Promise<readonly Measured[]>;
}

export interface Lab {
  /** Opened for the first figure that needs it. */
  browser(): Promise<Browser>;
  /** A new folder, removed at the end. */
  folder(): string;
  /** Stops this at the end, also if a measurement fails. */
  atEnd(stop: () => Promise<unknown>): void;
}

export interface Measured {
  readonly what: string;
  readonly unit: 'ms' | 'kB' | 'points';
  /** One for each time it was measured; the table shows their median. */
  readonly values: readonly number[];
  /** Without one it only informs. */
  readonly bound?: Bound;
}

export type Bound = { readonly atMost: number } | { readonly atLeast: number };

/** How often each figure is measured; fewer times for a first look. */
export const TIMES = Number(process.env['TIMES'] ?? 5);
