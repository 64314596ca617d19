import type { PersonId, RunId, ThreadId } from '../../kernel/ids.ts';
import type { Page } from '../../kernel/page.ts';
import type {
  CallOutcome,
  EndedRun,
  NamedThread,
  Pattern,
  Sighting,
  Sort,
  ThreadTally,
  Topic,
} from './model.ts';

/** The end of a page of threads: what the last one was sorted by, and its number. */
export interface InsightPosition {
  readonly value: number;
  readonly threadNo: number;
}

/** The end of a page of patterns: the end of the run in which the last one was last seen, and its number. */
export interface PatternPosition {
  readonly endNo: number;
  readonly patternNo: number;
}

/** A question that was asked, and the pattern that it belongs to. */
export interface AskedQuestion {
  readonly key: string;
  readonly topic: Topic;
}

/** What was learned from the runs of a person is theirs. Reads memory.db; changes go through `Journal.commit`. Every method may be repeated. */
export interface InsightStore {
  /** The last run that is counted; null before the first. */
  reached(): Promise<{ readonly endNo: number; readonly runId: RunId } | null>;
  /** All of theirs that are known, oldest first. */
  questions(person: PersonId): Promise<readonly AskedQuestion[]>;
  /** With `since`, only threads that had a run then or later. By `lastRunAt` means in the order of the ends of runs. */
  threads(
    person: PersonId,
    query: {
      readonly sort: Sort;
      readonly since: number | null;
      readonly limit: number;
      readonly after: InsightPosition | null;
    },
  ): Promise<Page<ThreadTally, InsightPosition>>;
  /** Those that are told, the last seen first. */
  patterns(
    person: PersonId,
    query: {
      readonly limit: number;
      readonly after: PatternPosition | null;
    },
  ): Promise<Page<Pattern, PatternPosition>>;
}

/** Reads history.db, where the runs are. Every method may be repeated. */
export interface InsightSource {
  /** Runs in the order of their ends, after this one. Lets other work of the process go first. */
  endedAfter(endNo: number, limit: number): Promise<readonly EndedRun[]>;
  /** The runs with these ends, of those that exist. */
  runsEndedAt(ends: readonly number[]): Promise<ReadonlyMap<number, RunId>>;
  /** The first calls of a run with a known outcome, in order. */
  outcomes(runId: RunId, limit: number): Promise<readonly CallOutcome[]>;
  /** Deleted threads that must be forgotten. */
  deleted(): Promise<readonly ThreadId[]>;
  /** Of those that exist. */
  names(threadIds: readonly ThreadId[]): Promise<ReadonlyMap<ThreadId, NamedThread>>;
}

/** In memory.db. */
export type InsightChange =
  /** Adds a run to its thread, and what was seen in it to the patterns. */
  | {
      readonly change: 'insights.count';
      readonly threadId: ThreadId;
      readonly run: Omit<EndedRun, 'threadId' | 'task'>;
      readonly seen: readonly Sighting[];
    }
  /** In the commit of what was counted: all runs up to this end are. `counted`: how many it were, of whom. */
  | {
      readonly change: 'insights.reach';
      readonly endNo: number;
      readonly runId: RunId;
      readonly counted: readonly { readonly personId: PersonId; readonly runs: number }[];
    }
  /** Removes what came from a thread: its numbers, its questions, and its share of the evidence. */
  | { readonly change: 'insights.forget'; readonly threadId: ThreadId }
  /** Removes everything, and begins before the first run. */
  | { readonly change: 'insights.restart' };

/** In history.db, where `thread.delete` notes in its commit that insights have to forget the thread. */
export interface InsightSourceChange {
  readonly change: 'insights.forgotten';
  readonly threadId: ThreadId;
}
