import type { RestoreOutcome } from '../backups/model.ts';
import type { Clock } from '../../ports/clock.ts';
import { migrationLimits } from './limits.ts';
import type { Verification } from './model.ts';
import type { ArrivedRestores, MigrationFile } from './port.ts';
import type { TokenKey } from './session-keys.ts';

/** What this engine accepts, and what it has begun to restore. It is `migration.json`. */
interface Stored {
  readonly accepted: (TokenKey & { readonly expiresAt: number; readonly replace: boolean }) | null;
  readonly restoring: Restoring | null;
}

export interface Acceptance extends TokenKey {
  /** Milliseconds since the epoch; null for a token of the environment. */
  readonly expiresAt: number | null;
  readonly replace: boolean;
  /** What a restore with this token has come to; null if none was begun. */
  readonly restoring: (Restoring & { readonly outcome: RestoreOutcome | null }) | null;
}

/** A restore that was begun: enough to tell its sender what became of it, after a restart, too. */
export interface Restoring {
  readonly tokenId: string;
  readonly sessionId: string;
  readonly manifestHash: string;
  readonly backupId: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** Of the session, in hexadecimal: they seal answers, and open nothing that was sent. */
  readonly hash: string;
  readonly toSource: string;
  readonly verification: Omit<Verification, 'safetyBackupId'>;
}

export interface AcceptancesDeps {
  readonly file: MigrationFile;
  /** Of SVC_MIGRATION_TOKEN; null where none is set. */
  readonly ofEnvironment: TokenKey | null;
  readonly restores: Pick<ArrivedRestores, 'outcomeFor'>;
  readonly clock: Clock;
}

/** Whether a migration is accepted now: with the token of the environment, or with one that was made here. One use. */
export class Acceptances {
  readonly #deps: AcceptancesDeps;

  constructor(deps: AcceptancesDeps) {
    this.#deps = deps;
  }

  /** What is accepted, whether it is still open or was used; null if nothing is. */
  async now(): Promise<Acceptance | null> {
    const { ofEnvironment, clock } = this.#deps;
    const { accepted, restoring } = await this.#stored();
    // One that would last longer than any is of a clock that was ahead.
    const left = (accepted?.expiresAt ?? 0) - clock.now();
    const own = left > 0 && left <= migrationLimits.acceptMs ? accepted : null;
    const found = own ?? (ofEnvironment && { ...ofEnvironment, expiresAt: null, replace: false });
    if (!found) return null;
    return { ...found, restoring: await this.#told(found, restoring) };
  }

  /** The restore that was begun last, whatever became of its token. */
  async lastRestore(): Promise<Acceptance['restoring']> {
    const { restoring } = await this.#stored();
    return restoring && { ...restoring, outcome: await this.#outcome(restoring) };
  }

  /** A new one takes the place of an earlier one. @throws Refusal disk_full, storage_error */
  async open(key: TokenKey, how: { readonly expiresAt: number; readonly replace: boolean }): Promise<void> {
    await this.#replace({ accepted: { ...key, ...how }, restoring: (await this.#stored()).restoring });
  }

  /** @throws Refusal disk_full, storage_error */
  async restoring(restoring: Restoring): Promise<void> {
    await this.#replace({ ...(await this.#stored()), restoring });
  }

  /** Repeatable. A token of the environment stays. @throws Refusal disk_full, storage_error */
  async close(): Promise<void> {
    const { accepted, restoring } = await this.#stored();
    if (accepted) await this.#replace({ accepted: null, restoring });
  }

  async #told({ tokenId }: TokenKey, restoring: Restoring | null): Promise<Acceptance['restoring']> {
    if (restoring?.tokenId !== tokenId) return null;
    return { ...restoring, outcome: await this.#outcome(restoring) };
  }

  async #outcome({ backupId, startedAt }: Restoring): Promise<RestoreOutcome | null> {
    const outcome = await this.#deps.restores.outcomeFor(backupId);
    return outcome && outcome.startedAt >= startedAt ? outcome : null;
  }

  async #replace(stored: Stored): Promise<void> {
    await this.#deps.file.replace(`${JSON.stringify(stored, null, 1)}\n`);
  }

  /** An unreadable file accepts nothing. */
  async #stored(): Promise<Stored> {
    try {
      const stored = JSON.parse((await this.#deps.file.read()) ?? 'null') as Stored | null;
      const isOne =
        stored !== null &&
        isKeyOrNull(stored.accepted?.proofKey) &&
        isKeyOrNull(stored.restoring?.toSource) &&
        isKeyOrNull(stored.restoring?.hash);
      return isOne ? stored : NOTHING;
    } catch {
      return NOTHING;
    }
  }
}

/** A used token is not open; one whose restore was undone, or never began, is. */
export const isOpen = ({ restoring }: Acceptance): boolean => {
  const status = restoring?.outcome?.status;
  return status !== 'completed' && status !== 'running';
};

const NOTHING: Stored = { accepted: null, restoring: null };

const isKeyOrNull = (value: unknown): boolean =>
  value === undefined || (typeof value === 'string' && /^[\da-f]{64}$/u.test(value));
