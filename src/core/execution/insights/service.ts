import type { PersonId, ThreadId } from '../../kernel/ids.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import type { Page } from '../../kernel/page.ts';
import { looksSecret, secretMask, type SecretMask } from '../../trust/masking/redaction.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Journal } from '../../ports/journal.ts';
import type { Log, MaskedFor } from '../../ports/log.ts';
import { AskedQuestions } from './asked.ts';
import type {
  InsightChange,
  InsightPosition,
  InsightSource,
  InsightSourceChange,
  InsightStore,
  PatternPosition,
} from './store.ts';
import type { EndsOfRuns } from './ends.ts';
import { insightLimits } from './limits.ts';
import type { EndedRun, Sighting, Sort, ThreadInsight, ToldPattern } from './model.ts';
import type { TopicOf } from './port.ts';
import { isComparable } from './questions.ts';
import { told } from './told.ts';
import { isAnswered, questionSeen, sightingsIn } from './sightings.ts';

export interface InsightParts {
  readonly journal: Journal<InsightChange | InsightSourceChange>;
  readonly store: InsightStore;
  readonly source: InsightSource;
  readonly ends: EndsOfRuns;
  readonly topicOf: TopicOf;
  readonly knownSecrets: Pick<MaskedFor, 'valuesFor' | 'begunFor'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** False while runs that have ended are still to be counted, as after an update of the engine. */
interface Completeness {
  readonly isComplete: boolean;
}

/**
 * What the engine learns from the runs of each person, which only they read: sums for each thread, and patterns with their
 * evidence. Runs are counted in the background after their end, a few together, and before each list. How far that is gets
 * written with what was counted, so a crash neither loses a run nor counts one twice. A deleted thread is forgotten, in
 * another database than the one it was deleted from: its deletion notes that, and the note goes when it is done.
 */
export class Insights {
  readonly #parts: InsightParts;
  readonly #asked = new Map<PersonId, AskedQuestions>();
  #isStopped = false;
  #isComplete = false;
  /** There may be ends or deletions that were not looked at. */
  #isBehind = true;
  /** Runs that have ended since the last look. */
  #waiting = 0;
  #working: Promise<void> = Promise.resolve();
  #hasFailed = false;

  constructor(parts: InsightParts) {
    this.#parts = parts;
    parts.ends.listen(({ runs, hasDeleted }) => {
      this.#isBehind = true;
      this.#waiting += runs;
      if (hasDeleted || this.#waiting >= insightLimits.runsWaiting) void this.#catchUp();
    });
  }

  /** Counts what is not counted yet, in the background. Returns at once. */
  begin(): void {
    void this.#catchUp();
  }

  /** Stops that; the next start goes on. Never rejects. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#working;
  }

  /**
   * The threads with at least one ended run; with `days`, those that had one in that many days up to now. The sums are
   * always of all of their runs. A thread whose runs end between two pages may be on both or on none.
   */
  async threads(
    person: PersonId,
    query: {
      readonly days: number | null;
      readonly sort: Sort;
      readonly limit: number;
      readonly after: InsightPosition | null;
    },
  ): Promise<Page<ThreadInsight, InsightPosition> & Completeness> {
    const { store, source, clock } = this.#parts;
    const { days, ...rest } = query;
    await this.#upToDate();
    const since = days === null ? null : clock.now() - days * DAY_MS;
    const { items, next } = await store.threads(person, { ...rest, since });
    const names = await source.names(items.map(({ threadId }) => threadId));
    const mask = this.#mask(person);
    const insights = items.flatMap((tally) => {
      const named = names.get(tally.threadId);
      // It was deleted or handed over a moment ago.
      if (named?.personId !== person) return [];
      const { title, workflowRunId } = named;
      return [{ ...tally, workflowRunId, title: mask.cutText(title) }];
    });
    return { items: insights, next, isComplete: this.#isComplete && !this.#isBehind };
  }

  /** The last seen first. */
  async patterns(
    person: PersonId,
    query: {
      readonly limit: number;
      readonly after: PatternPosition | null;
    },
  ): Promise<Page<ToldPattern, PatternPosition> & Completeness> {
    const { store, source } = this.#parts;
    await this.#upToDate();
    const { items, next } = await store.patterns(person, query);
    const runs = await source.runsEndedAt(items.flatMap(({ evidence }) => evidence.ends));
    const mask = this.#mask(person);
    return {
      items: items.map((pattern) => told(pattern, runs, mask)),
      next,
      isComplete: this.#isComplete && !this.#isBehind,
    };
  }

  /** Resolves when what ended or was deleted before this call is counted or forgotten, unless there is much of it. */
  async #upToDate(): Promise<void> {
    if (!this.#isComplete) return;
    await (this.#isBehind ? this.#catchUp() : this.#working);
  }

  /** Never rejects. */
  #catchUp(): Promise<void> {
    this.#working = this.#working.then(() => this.#work());
    return this.#working;
  }

  async #work(): Promise<void> {
    if (this.#isStopped || !this.#isBehind) return;
    this.#isBehind = false;
    this.#waiting = 0;
    try {
      if (!this.#isComplete) await this.#checkReached();
      // A deletion does not wait until all older runs are counted.
      do await this.#forgetDeleted();
      while (!this.#isStopped && (await this.#countSome()));
      this.#isComplete ||= !this.#isStopped;
      this.#hasFailed = false;
    } catch (error) {
      // The next end of a run, the next question, or the next start goes on.
      this.#isBehind = true;
      this.#asked.clear();
      // A damaged database would fill the log.
      if (!this.#hasFailed) this.#parts.log.warn('runs could not be counted for insights', { error });
      this.#hasFailed = true;
    }
  }

  async #forgetDeleted(): Promise<void> {
    const { journal, source } = this.#parts;
    for (const threadId of await source.deleted()) {
      // First where the words are; done again if the process dies between the two.
      await journal.commit([{ change: 'insights.forget', threadId }]);
      await journal.commit([{ change: 'insights.forgotten', threadId }], 'written');
      this.#asked.clear();
    }
  }

  /** Begins again if the counted runs are those of another history.db, as when its owner has replaced one of the two. */
  async #checkReached(): Promise<void> {
    const { journal, store, source } = this.#parts;
    const reached = await store.reached();
    if (reached === null || (await source.runsEndedAt([reached.endNo])).get(reached.endNo) === reached.runId)
      return;
    await journal.commit([{ change: 'insights.restart' }]);
    this.#asked.clear();
  }

  /** @returns whether there may be more runs to count; of those that end from now on, `EndsOfRuns` tells */
  async #countSome(): Promise<boolean> {
    const { journal, store, source } = this.#parts;
    const reached = await store.reached();
    const runs = await source.endedAfter(reached?.endNo ?? 0, insightLimits.runsAtOnce);
    const last = runs.at(-1);
    if (!last) return false;
    const changes: InsightChange[] = [];
    const counted = [...Map.groupBy(runs, ({ personId }) => personId)].map(([personId, all]) => ({
      personId,
      runs: all.length,
    }));
    for (const { threadId, task, ...run } of runs)
      if (threadId !== null)
        changes.push({
          change: 'insights.count',
          threadId,
          run,
          seen: await this.#seenIn({ ...run, threadId, task }, this.#mask(run.personId)),
        });
    changes.push({ change: 'insights.reach', endNo: last.endNo, runId: last.runId, counted });
    await journal.commit(changes, 'written');
    return runs.length === insightLimits.runsAtOnce;
  }

  async #seenIn(
    run: EndedRun & { readonly threadId: ThreadId },
    mask: SecretMask,
  ): Promise<readonly Sighting[]> {
    const { source } = this.#parts;
    const calls = run.toolCalls === 0 ? [] : await source.outcomes(run.runId, insightLimits.callsOfRun);
    const seen = sightingsIn(run, calls, mask);
    const question = await this.#questionIn(run, mask);
    return question === null ? seen : [...seen, question];
  }

  async #questionIn(run: EndedRun, mask: SecretMask): Promise<Sighting | null> {
    // As in memory, which is kept apart from the conversation.
    if (!isAnswered(run) || looksSecret(run.task)) return null;
    const understood = this.#parts.topicOf(run.task);
    if (!isComparable(understood)) return null;
    const asked = this.#askedBy(run.personId);
    const key = (await asked.keyOf(understood)) ?? run.runId;
    const topic = { subjects: understood.subjects, names: understood.names };
    asked.add({ key, topic });
    return questionSeen(key, run.task, topic, mask);
  }

  #askedBy(person: PersonId): AskedQuestions {
    const known = this.#asked.get(person) ?? new AskedQuestions(() => this.#parts.store.questions(person));
    this.#asked.set(person, known);
    return known;
  }

  #mask(person: PersonId): SecretMask {
    const { knownSecrets } = this.#parts;
    return secretMask(knownSecrets.valuesFor(person), knownSecrets.begunFor(person));
  }
}
