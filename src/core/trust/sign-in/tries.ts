import { MINUTE_MS } from '../../kernel/durations.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { refusePeople } from '../../kernel/people-refusals.ts';
import type { PersonId } from '../../kernel/ids.ts';
import type { Log } from '../../ports/log.ts';
import type { refuse } from './errors.ts';
import { signInLimits as limits } from './limits.ts';
import type { SignInJournal, Time } from './port.ts';
import type { SignInStore } from './store.ts';

export interface TriesDeps {
  readonly store: Pick<SignInStore, 'tries'>;
  readonly journal: SignInJournal;
  readonly time: Time;
  readonly log: Log;
}

/** Refusals that count as a wrong try: what was shown is not valid. */
const WRONG: ReadonlySet<string> = new Set<keyof typeof refuse>([
  'invitation_unusable',
  'link_unusable',
  'passkey_refused',
  'oidc_refused',
  'identity_unknown',
]);

const tooManyTries = (): Error =>
  refusePeople.too_many_tries({ retryAfterMs: limits.triesMs, minutes: limits.triesMs / MINUTE_MS });

/**
 * Limits wrong tries to sign in, for each network and for each person, also across a restart. What is shown is looked at
 * first, since nobody can guess it: who shows what is valid comes in, however many others have tried in vain from the same
 * network. Only where looking asks a server outside, too many tries of a network end it first (`confirmFew`). Whoever is
 * signed in is not limited.
 */
export class Tries {
  readonly #deps: TriesDeps;

  constructor(deps: TriesDeps) {
    this.#deps = deps;
  }

  /**
   * Runs `work`. If it refuses because what was shown is not valid, that counts as one more wrong try of this network, and
   * is too_many_tries from the limit on; other refusals do not count.
   * @throws Refusal too_many_tries, and what `work` throws
   */
  async counted<Result>(network: string | null, work: () => Promise<Result>): Promise<Result> {
    return await this.#counted(network === null ? null : `network ${network}`, work);
  }

  /** The same for one person. */
  async countedFor<Result>(person: PersonId, work: () => Promise<Result>): Promise<Result> {
    return await this.#counted(`person ${person}`, work);
  }

  /**
   * For what asks a server outside before it is known to be valid: strangers must not make the engine ask without end.
   * @throws Refusal too_many_tries if this network had too many wrong tries lately
   */
  async confirmFew(network: string | null): Promise<void> {
    if (network !== null && (await this.#isTooMany(`network ${network}`))) throw tooManyTries();
  }

  /** Counts one wrong try. @throws Refusal too_many_tries if there were too many */
  async wrong(network: string | null): Promise<void> {
    if (network === null) return;
    await this.#note(`network ${network}`);
    if (await this.#isTooMany(`network ${network}`)) throw tooManyTries();
  }

  async #counted<Result>(who: string | null, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (who === null || !isRefusal(error) || !WRONG.has(error.code)) throw error;
      const isTooMany = await this.#isTooMany(who);
      await this.#note(who);
      throw isTooMany ? tooManyTries() : error;
    }
  }

  async #isTooMany(who: string): Promise<boolean> {
    const found = await this.#deps.store.tries(who);
    return found !== null && found.tries >= limits.tries && found.lastAt >= this.#since();
  }

  async #note(who: string): Promise<void> {
    const { journal, time, log } = this.#deps;
    const change = { change: 'try.wrong', who, at: time().now, since: this.#since() } as const;
    await journal
      .commit([change], [], 'written')
      .catch((error: unknown) => log.warn('a wrong try to sign in could not be counted', { error }));
  }

  #since(): number {
    return this.#deps.time().now - limits.triesMs;
  }
}
