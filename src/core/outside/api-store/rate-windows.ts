import { say } from './says.ts';
import { shareOfMember, shareOfMembers } from '../../trust/people/limits.ts';
import type { PersonId } from '../../kernel/ids.ts';
import type { Expiry } from '../../instance/expiry/service.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Journal } from '../../ports/journal.ts';
import type { ApiStoreChange, RateStore } from './store.ts';
import type { Log } from '../../ports/log.ts';
import { refuse } from './errors.ts';
import { apiLimits } from './limits.ts';
import type { Limit } from './matching.ts';
import type { KeptWindow, LimitState, RateWindow } from './model.ts';

const SECOND = 1_000;
const MS: Readonly<Record<RateWindow, number>> = {
  second: SECOND,
  minute: 60 * SECOND,
  hour: 60 * 60 * SECOND,
  day: 24 * 60 * 60 * SECOND,
};

export interface RateWindowsDeps {
  readonly journal: Pick<Journal<ApiStoreChange>, 'commit'>;
  readonly store: RateStore;
  readonly expiry: Pick<Expiry, 'past'>;
  readonly clock: Pick<Clock, 'now' | 'monotonic' | 'sleep'>;
  readonly log: Log;
  readonly isOwner: (person: PersonId) => boolean;
}

interface OpenWindow {
  /** By everybody. */
  used: number;
  /** How much of it by each member. */
  readonly members: Map<PersonId, number>;
  /** In monotonic time: a jump of the wall clock neither ends nor extends a window. */
  readonly endsAt: number;
}

/** A counted request. */
export interface Counted {
  /** How long it waited for the window of a second. */
  readonly waitedMs: number;
  /** Undoes the count, because the request was not sent. Never rejects. */
  takeBack(): Promise<void>;
}

/**
 * Limits the number of requests to a host. A window begins with its first request. The decision is synchronous, so of
 * a hundred simultaneous requests no more than the limit pass. Windows longer than a second are on disk before the
 * request leaves, and continue after a restart for their remaining time, at most their whole length. One that
 * is over by a clock that jumped lasts once more. Members leave room in each window for the owner, and for each other.
 */
export class RateWindows {
  readonly #deps: RateWindowsDeps;
  readonly #open = new Map<string, Map<RateWindow, OpenWindow>>();
  #isLoaded = false;

  constructor(deps: RateWindowsDeps) {
    this.#deps = deps;
  }

  /** At start. Windows that cannot be read now are read before the next request. @throws Refusal store_corrupt, storage_error */
  async load(): Promise<void> {
    const { store, clock, expiry, journal } = this.#deps;
    const now = clock.now();
    const { before } = expiry.past(0);
    const kept = await store.windows();
    if (this.#isLoaded) return;
    this.#isLoaded = true;
    const again: KeptWindow[] = [];
    for (const one of kept) {
      const { host, window, used, members, endsAt } = one;
      if (endsAt <= before) continue;
      // Over, as the clock says, which cannot be trusted.
      const isAgain = endsAt <= now;
      if (isAgain) again.push({ ...one, endsAt: now + MS[window] });
      const left = isAgain ? MS[window] : Math.min(endsAt - now, MS[window]);
      this.#windowsOf(host).set(window, {
        used,
        members: new Map(members),
        endsAt: clock.monotonic() + left,
      });
    }
    // Each start would begin it anew.
    if (again.length > 0) await journal.commit([{ change: 'rate.count', windows: again }], 'written');
  }

  /**
   * Counts one request for this person in all of these windows, or in none. Needs the stored counts. Where only the window of
   * a second is full, it waits for the next one, for 2 s at most and until `signal` aborts.
   * @throws Refusal rate_limited, rate_share_used, store_corrupt, disk_full, storage_error
   */
  async take(
    host: string,
    limits: readonly Limit[],
    person: PersonId,
    signal: AbortSignal,
  ): Promise<Counted> {
    if (!this.#isLoaded && limits.length > 0) await this.load();
    const { clock, isOwner } = this.#deps;
    const member = isOwner(person) ? null : person;
    const windows = this.#windowsOf(host);
    const since = clock.monotonic();
    let now = since;
    for (
      let full = fullest(limits, windows, member, now);
      full !== null;
      now = clock.monotonic(), full = fullest(limits, windows, member, now)
    ) {
      const mayWait = full.window === 'second' && now - since + full.waitMs <= apiLimits.waitMs;
      if (!mayWait || signal.aborted) throw limited(host, full);
      await clock.sleep(full.waitMs, signal);
    }
    const counted = limits.map(({ window }) => {
      const before = running(windows.get(window), now);
      const open = before ?? { used: 0, members: new Map<PersonId, number>(), endsAt: now + MS[window] };
      if (!before) windows.set(window, open);
      count(open, member, 1);
      return open;
    });
    const uncount = () => {
      for (const open of counted) count(open, member, -1);
    };
    const kept = () => this.#keep(host, limits);
    try {
      await kept();
    } catch (error) {
      uncount();
      throw error;
    }
    return {
      waitedMs: now - since,
      takeBack: async () => {
        uncount();
        // If this fails, the count stays one too high.
        await kept().catch((error: unknown) =>
          this.#deps.log.warn('a counted API request that was not sent could not be taken back', { error }),
        );
      },
    };
  }

  state(host: string, limits: readonly Limit[]): readonly LimitState[] {
    const { clock } = this.#deps;
    const now = clock.monotonic();
    return limits.map(({ window, max }) => {
      const open = running(this.#open.get(host)?.get(window), now);
      return {
        window,
        max,
        used: open?.used ?? 0,
        resetsAt: open ? Math.round(clock.now() + open.endsAt - now) : null,
      };
    });
  }

  /** Stores the current windows; a new one may have begun meanwhile. */
  async #keep(host: string, limits: readonly Limit[]): Promise<void> {
    const { journal, clock } = this.#deps;
    const offset = clock.now() - clock.monotonic();
    const windows = limits.flatMap(({ window }): readonly KeptWindow[] => {
      const open = this.#windowsOf(host).get(window);
      if (!open || MS[window] <= SECOND) return [];
      const { used, members } = open;
      return [{ host, window, used, members: [...members], endsAt: Math.ceil(open.endsAt + offset) }];
    });
    if (windows.length > 0) await journal.commit([{ change: 'rate.count', windows }], 'written');
  }

  #windowsOf(host: string): Map<RateWindow, OpenWindow> {
    const known = this.#open.get(host) ?? new Map<RateWindow, OpenWindow>();
    this.#open.set(host, known);
    return known;
  }
}

const running = (open: OpenWindow | undefined, now: number): OpenWindow | undefined =>
  open && open.endsAt > now ? open : undefined;

const count = (open: OpenWindow, member: PersonId | null, by: 1 | -1): void => {
  open.used += by;
  if (member !== null) open.members.set(member, (open.members.get(member) ?? 0) + by);
};

interface Full extends Limit {
  readonly waitMs: number;
  /** What one member may use of it, where only the members' part is used up. */
  readonly share: number | null;
}

/** Of the windows that are full for whom it is, the one that stays so for longest. */
const fullest = (
  limits: readonly Limit[],
  windows: ReadonlyMap<RateWindow, OpenWindow>,
  member: PersonId | null,
  now: number,
): Full | null =>
  limits
    .flatMap(({ window, max }): readonly Full[] => {
      const open = running(windows.get(window), now);
      if (!open) return [];
      const isFull = open.used >= max;
      if (!isFull && (member === null || hasRoom(open, max, member))) return [];
      return [
        { window, max, waitMs: Math.ceil(open.endsAt - now), share: isFull ? null : shareOfMember(max) },
      ];
    })
    .toSorted((a, b) => b.waitMs - a.waitMs)[0] ?? null;

const hasRoom = ({ members }: OpenWindow, max: number, member: PersonId): boolean =>
  (members.get(member) ?? 0) < shareOfMember(max) &&
  members.values().reduce((sum, used) => sum + used, 0) < shareOfMembers(max);

function limited(host: string, { window, max, waitMs, share }: Full) {
  const facts = { host, window, max, retryAfterMs: waitMs };
  const told = { host, window, max, seconds: Math.ceil(waitMs / SECOND) };
  return share === null
    ? refuse.rate_limited(facts, say('api.rate_limited', told))
    : refuse.rate_share_used({ ...facts, share }, say('api.rate_share_used', { ...told, share }));
}
