// Room: what the engine learns from the ended runs of each person, for them alone: sums for each thread, patterns with their evidence. A run
// is counted once, in the commit that says how far was counted; a deleted thread leaves none of its words.

import type { Starter } from '../../trust/people/model.ts';
import type { Says } from '../../kernel/says.ts';
import type { PersonId, RunId, ThreadId, WorkflowRunId } from '../../kernel/ids.ts';
import type { RunStatus, StopReason } from '../runs/model.ts';

export type PatternKind = 'sequence' | 'failing_tool' | 'costly_thread' | 'repeated_question';

/** Patterns whose evidence is kept run by run. */
export type SeenKind = Exclude<PatternKind, 'costly_thread'>;

/** A run that has ended, as insights need it. Costs are in US dollars, times in milliseconds. */
export interface EndedRun {
  /** Rises by one with each end of a run, whatever the clock shows. */
  readonly endNo: number;
  readonly runId: RunId;
  /** Null once the thread was deleted, or is somebody else's. */
  readonly threadId: ThreadId | null;
  /** For whom it acted. */
  readonly personId: PersonId;
  readonly status: Exclude<RunStatus, 'running'>;
  readonly stopReason: StopReason | null;
  /** What kind of thing started it. */
  readonly starter: Starter['kind'];
  /** Its beginning. */
  readonly task: string;
  readonly tokens: number;
  /** Including its sub-agents. */
  readonly costUsd: number;
  readonly toolCalls: number;
  readonly durationMs: number;
  readonly waitMs: number;
  readonly endedAt: number;
}

/** A call with a known outcome. */
export interface CallOutcome {
  readonly name: string;
  readonly success: boolean;
  /** A sub-agent made it. */
  readonly ofAgent: boolean;
}

/** What the runs of a thread came to. Costs are in US dollars, times in milliseconds. */
export interface ThreadTally {
  readonly threadId: ThreadId;
  readonly runs: number;
  /** Failed or interrupted. */
  readonly failedRuns: number;
  readonly toolCalls: number;
  readonly tokens: number;
  readonly costUsd: number;
  readonly avgDurationMs: number;
  readonly waitMs: number;
  readonly lastRunAt: number;
}

/** The title of a thread, and the workflow run that it belongs to. */
export interface NamedThread {
  readonly personId: PersonId;
  readonly title: string;
  /** The run of a workflow that it is a step of; null: none. */
  readonly workflowRunId: WorkflowRunId | null;
}

export interface ThreadInsight extends ThreadTally, Omit<NamedThread, 'personId'> {}

/** What a list of insights is sorted by. */
export const sortColumns = [
  'runs',
  'failedRuns',
  'toolCalls',
  'tokens',
  'costUsd',
  'avgDurationMs',
  'waitMs',
  'lastRunAt',
] as const;
export type SortColumn = (typeof sortColumns)[number];

export interface Sort {
  readonly by: SortColumn;
  readonly descending: boolean;
}

/** The text of a sort order: the column, after a minus if the highest come first. */
export type SortText = SortColumn | `-${SortColumn}`;

export const sortTexts: readonly SortText[] = sortColumns.flatMap((by) => [by, `-${by}` as const]);

export const sortFrom = (text: SortText): Sort =>
  text.startsWith('-')
    ? { by: text.slice(1) as SortColumn, descending: true }
    : { by: text as SortColumn, descending: false };

/** The subjects of a question as numbers: the hashes of their terms. */
export interface Topic {
  readonly subjects: readonly number[];
  /** Names and numbers in it; two questions with different ones are different questions. */
  readonly names: readonly number[];
}

/** One run in which a pattern was seen. */
export interface Sighting {
  readonly kind: SeenKind;
  /** Names the pattern among those of its kind. */
  readonly key: string;
  readonly tools: readonly string[];
  /** Of a tool in this run; 0 for other kinds. */
  readonly calls: number;
  readonly failures: number;
  readonly question: { readonly text: string; readonly topic: Topic } | null;
}

interface SeenTimes {
  /** Runs. Older ones than the newest `insightLimits.evidence` are not counted. */
  readonly count: number;
  readonly firstSeenAt: number;
  readonly lastSeenAt: number;
}

/** With the newest runs, at most `insightLimits.runsNamed`. */
export interface Evidence extends SeenTimes {
  readonly runs: readonly RunId[];
}

/** The same, with the numbers of their ends. */
export interface StoredEvidence extends SeenTimes {
  readonly ends: readonly number[];
}

interface Stored {
  readonly patternId: string;
  readonly evidence: StoredEvidence;
}

/** A pattern, as it is stored. */
export type Pattern = Stored &
  (
    | { readonly kind: 'sequence'; readonly tools: readonly string[] }
    | {
        readonly kind: 'failing_tool';
        readonly tools: readonly string[];
        readonly calls: number;
        readonly failures: number;
      }
    | {
        readonly kind: 'costly_thread';
        readonly threadId: ThreadId;
        readonly costUsd: number;
        readonly medianUsd: number;
      }
    | { readonly kind: 'repeated_question'; readonly text: string }
  );

/** A pattern in words. */
export interface ToldPattern {
  readonly patternId: string;
  readonly kind: PatternKind;
  readonly says: Says;
  readonly tools: readonly string[];
  /** The thread that it speaks of, if it speaks of one. */
  readonly threadId: ThreadId | null;
  readonly evidence: Evidence;
}
