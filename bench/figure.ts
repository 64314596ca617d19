import type { Lab } from './lab.ts';
import type { Series } from './series.ts';

export interface Figure {
  readonly name: string;
  /** What is measured, and against what bare limit. */
  readonly summary: string;
  /** It takes minutes to prepare, and is measured only if it is named. */
  readonly onlyByName?: true;
  /** Prepares a series and hands it over; removes it when the next one is asked for. */
  series(lab: Lab): AsyncGenerator<Series>;
}
