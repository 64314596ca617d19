import { say } from './says.ts';
import type { Says } from '../../kernel/says.ts';
import { DAY_MS, HOUR_MS } from '../../kernel/durations.ts';
import { OneAtATime } from '../../kernel/one-at-a-time.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import { expiryLimits as limits } from './limits.ts';
import {
  firstRecord,
  nextRecord,
  pastOf,
  recordFrom,
  type ClockRecord,
  type Past,
  type Waiting,
} from './model.ts';
import type { ClockFile } from './store.ts';

export interface ExpiryDeps {
  readonly file: ClockFile;
  readonly clock: Pick<Clock, 'now' | 'monotonic' | 'sleep'>;
  readonly log: Log;
  /** False where nothing is stored. */
  readonly isKept: boolean;
}

/**
 * What may be deleted because it is old. The age of a thing is what the wall clock says, and that clock may be wrong: after
 * it jumped by more than 48 hours, nothing is deleted for its age until the engine has run for two more days. A clock that
 * was ahead cannot be told from a machine that was off, so both wait.
 */
export class Expiry {
  readonly #deps: ExpiryDeps;
  readonly #writes = new OneAtATime<'clock'>();
  readonly #overdue: (() => Promise<void>)[] = [];
  #record: ClockRecord;
  /** The monotonic time of the record. */
  #at: number;
  #written: ClockRecord | null = null;

  constructor(deps: ExpiryDeps) {
    this.#deps = deps;
    // Until it has begun, nothing is too old.
    this.#record = firstRecord(deps.clock.now(), false);
    this.#at = this.#ran();
  }

  /** At the start, before anything is deleted. Never rejects. @param isNew there is no data yet */
  async begin(isNew: boolean): Promise<void> {
    const { file, clock } = this.#deps;
    const read = await file.read();
    const stored = read.found === 'text' ? recordFrom(read.text) : null;
    const now = clock.now();
    this.#written = stored;
    this.#at = this.#ran();
    this.#record = stored ?? firstRecord(now, isNew && read.found === 'nothing');
    this.#look(stored?.waiting ?? null);
    await this.#note();
  }

  /** What is older than this now: nothing at all while that waits. */
  past(keptMs: number): Past {
    this.#look();
    return pastOf(this.#record, this.#deps.clock.now(), keptMs);
  }

  /**
   * What counts as now for what must not last too long: the latest time that the clock has shown. `since`: it was set back by
   * more than two days then, so that nobody can tell how old is what was made before; null: it was not.
   */
  time(): { readonly now: number; readonly since: number | null } {
    this.#look();
    const { seenAt, waiting } = this.#record;
    const since = waiting?.code === 'clock_back' ? waiting.since : null;
    return { now: Math.max(seenAt, this.#deps.clock.now()), since };
  }

  /** Null: what is too old is deleted. */
  get waiting(): Waiting | null {
    this.#look();
    return this.#record.waiting;
  }

  /** For the status of the engine. */
  async reminders(): Promise<readonly Says[]> {
    const { waiting } = this;
    return waiting === null || waiting.code === 'clock_unknown' ? [] : [waitingSays(waiting)];
  }

  /** `tidy` deletes what is too old. It is called each time that a wait is over, and must not reject. */
  whenOver(tidy: () => Promise<void>): void {
    this.#overdue.push(tidy);
  }

  /** Looks at the clock every few minutes, until `signal` aborts. Never rejects. */
  async watch(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#deps.clock.sleep(limits.everyMs, signal);
      this.#look();
      await this.#note();
    }
  }

  /** In whole milliseconds, as they are noted: the clock counts parts of one. */
  #ran(): number {
    return Math.floor(this.#deps.clock.monotonic());
  }

  #look(before = this.#record.waiting): void {
    const { clock, log } = this.#deps;
    const at = this.#ran();
    this.#record = nextRecord(this.#record, clock.now(), at - this.#at);
    this.#at = at;
    const { waiting } = this.#record;
    if (waiting !== null && waiting.since !== before?.since) {
      const { code, gapMs, since } = waiting;
      const tell = code === 'clock_unknown' ? log.info.bind(log) : log.warn.bind(log);
      tell('nothing is deleted for its age until the engine has run for two more days', {
        code,
        gapMs,
        since,
      });
    }
    if (waiting !== null || before === null) return;
    log.info('what is too old is deleted again', { code: before.code });
    void this.#tidied();
  }

  async #tidied(): Promise<void> {
    // Another start would wait again if it found the wait in the file.
    await this.#note();
    for (const tidy of this.#overdue) await tidy();
  }

  /** A failure is told, and tried again later. */
  async #note(): Promise<void> {
    const { file, log, isKept } = this.#deps;
    await this.#writes.run('clock', async () => {
      const record = this.#record;
      if (!isKept || !isNews(record, this.#written)) return;
      try {
        await file.replace(`${JSON.stringify(record)}\n`);
        this.#written = record;
      } catch (error) {
        log.warn('the time could not be noted in clock.json', { error });
      }
    });
  }
}

const isNews = (record: ClockRecord, written: ClockRecord | null): boolean =>
  written === null ||
  record.waiting?.since !== written.waiting?.since ||
  Math.abs(record.seenAt - written.seenAt) >= limits.everyMs ||
  (written.waiting?.leftMs ?? 0) - (record.waiting?.leftMs ?? 0) >= limits.everyMs;

const waitingSays = ({ code, gapMs, leftMs }: Waiting): Says =>
  say('expiry.waiting', {
    isAhead: code !== 'clock_back',
    days: Math.floor(gapMs / DAY_MS),
    hours: Math.ceil(leftMs / HOUR_MS),
  });
