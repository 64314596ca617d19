import { nothingYet, type Acknowledged } from '../../e2e/crash/client.ts';
import { nothingSaid, type Said } from '../work.ts';

export interface Talk extends Pick<Acknowledged, 'sessionId' | 'threadId' | 'runId' | 'frames'> {
  /** From the history, once the run had ended. */
  costUsd: number | null;
}

/** What was acknowledged before a loss of power. */
export interface Told {
  readonly said: Said;
  readonly talks: Talk[];
  /** A run that wrote a file, and its review. */
  readonly change: { sessionId: string | null; isOver: boolean; isReviewed: boolean };
  /** Destinations that the owner consented to. */
  readonly hosts: string[];
  /** Lines of memory. */
  readonly lines: string[];
  readonly titled: { threadId: string | null; nth: number };
  /** For each run: the id of the last frame that had been told before something was asked for that is synced. */
  readonly safe: Map<string, number>;
}

export const TALKS = 3;

const nothingTalked = (): Talk => ({
  sessionId: null,
  threadId: null,
  runId: null,
  frames: new Map(),
  costUsd: null,
});

export const nothingTold = (): Told => ({
  said: { ...nothingSaid(), run: nothingYet() },
  talks: Array.from({ length: TALKS + 1 }, nothingTalked),
  change: { sessionId: null, isOver: false, isReviewed: false },
  hosts: [],
  lines: [],
  titled: { threadId: null, nth: 0 },
  safe: new Map(),
});

/** The runs whose frames were told. */
export const streamsOf = ({ said, talks }: Told): readonly Pick<Talk, 'runId' | 'frames'>[] =>
  [said.run, ...talks].filter(({ runId }) => runId !== null);
