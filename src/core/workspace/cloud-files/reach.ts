import type { PersonId } from '../../kernel/ids.ts';
import { refuse as refuseAccount } from '../../outside/cloud-account/errors.ts';
import { say as sayOfAccount } from '../../outside/cloud-account/says.ts';
import type { Scope } from '../../outside/cloud-account/model.ts';
import { firstOf } from '../../kernel/abort.ts';
import { quote, quoted } from '../../kernel/quoted.ts';
import type { Quoted, Says } from '../../kernel/says.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { finderOf } from '../../trust/masking/known-values.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MaskedFor } from '../../ports/log.ts';
import type { ConsentDemand } from '../../ports/tools.ts';
import { BackupGuard } from './backup-guard.ts';
import { refuse } from './errors.ts';
import { cloudFileLimits as limits } from './limits.ts';
import { FOLDER, idFrom, type CloudFile } from './model.ts';
import type { BackupRoot, CloudFiles, Connection } from './port.ts';
import { say } from './says.ts';

export interface ReachDeps {
  readonly files: CloudFiles;
  readonly root: BackupRoot;
  /** Null while no account is connected. */
  readonly connection: () => Connection | null;
  readonly knownSecrets: Pick<MaskedFor, 'unmistakableFor'>;
  readonly clock: Clock;
}

/** Where a change goes, for the question to the owner. */
export interface Destination {
  /** The file that is changed, or the folder that gets a new one; null is the top of the drive. */
  readonly at: CloudFile | null;
  readonly service: 'Google Drive' | 'Google Docs' | 'Google Sheets';
  readonly says: Says;
  /** Consent to changes with formulas covers no others. */
  readonly hasFormulas?: boolean;
}

/** One call of a tool: its time, and what it has learned of the drive. */
/** Who calls, and until when. */
export interface CloudCall {
  readonly personId: PersonId;
  readonly signal: AbortSignal;
}

export interface Visit extends CloudCall {
  readonly guard: BackupGuard;
}

/** What all tools for the account share: what they may reach, and what a failure means for a model. */
export class Reach {
  readonly #deps: ReachDeps;

  constructor(deps: ReachDeps) {
    this.#deps = deps;
  }

  /** Whether the connection has one of these scopes. */
  has(anyOf: readonly Scope[]): boolean {
    return this.#deps.connection()?.scopes.some((scope) => anyOf.includes(scope)) ?? false;
  }

  /** Carries out a call within its time; failures are told in sentences for the model. */
  async visit<Result>(
    { personId, signal }: CloudCall,
    work: (visit: Visit) => Promise<Result>,
    ms: number = limits.callMs,
  ): Promise<Result> {
    const { clock, files, root } = this.#deps;
    const deadline = clock.deadline(ms);
    const stop = firstOf(signal, deadline.signal);
    try {
      const guard = await BackupGuard.begun(files, root, stop.signal);
      return await work({ personId, signal: stop.signal, guard });
    } catch (error) {
      if (stop.signal.aborted && !isRefusal(error))
        throw signal.aborted
          ? refuse.cloud_call_stopped()
          : refuseAccount.cloud_unavailable({}, sayOfAccount('account.too_slow'));
      throw inWords(error);
    } finally {
      deadline.cancel();
      stop.release();
    }
  }

  /** A file that tools may use. @throws Refusal cloud_id_invalid, cloud_file_not_found, backup_files_are_not_for_tools, … */
  async file(named: string, { personId, signal, guard }: Visit): Promise<CloudFile> {
    const id = idFrom(named);
    // A look-up sends the id.
    this.withoutSecrets(personId, [id]);
    const found = await this.#deps.files.get(id, signal);
    if (!found) throw refuse.cloud_file_not_found();
    // First, so that nothing is told of a backup.
    await guard.check(found);
    if (found.isInBin) throw refuse.cloud_file_not_found({}, say('cloud.in_bin'));
    return found;
  }

  /** A folder that tools may use; null is the top of the drive. */
  async folder(named: string | null, visit: Visit): Promise<CloudFile | null> {
    if (named === null || named === 'root') return null;
    const found = await this.file(named, visit);
    if (found.mimeType !== FOLDER) throw refuse.cloud_file_kind({}, say('cloud.no_folder'));
    return found;
  }

  /** Makes a change, of which an answer that was lost, or that was not waited for, tells nothing. */
  async changed<Result>({ signal }: Visit, change: () => Promise<Result>): Promise<Result> {
    try {
      return await change();
    } catch (error) {
      if (isRefusal(error) ? error.code === 'cloud_unavailable' : signal.aborted)
        throw refuse.cloud_change_unclear({}, undefined, error);
      throw error;
    }
  }

  /** Every text that a call would send; null is one that it lacks. @throws Refusal secret_for_cloud */
  withoutSecrets(whose: PersonId, texts: readonly (string | null)[]): void {
    const finder = finderOf(this.#deps.knownSecrets.unmistakableFor(whose));
    if (texts.some((text) => text !== null && finder.isIn(text))) throw refuse.secret_for_cloud();
  }

  /**
   * What to ask the owner. Consent that lasts covers what is the owner's alone; a file or folder that others see has one of
   * its own.
   */
  demand({ at, service, says, hasFormulas = false }: Destination): ConsentDemand {
    const account = this.#deps.connection()?.account ?? null;
    const others = at === null || (at.isOwned && !at.isShared) ? null : at;
    const of = account === null ? '' : ` of ${quoted(account, limits.nameChars)}`;
    const what = hasFormulas ? 'formulas in ' : '';
    const to = others === null ? '' : `, for ${quoted(others.name, limits.nameChars)} (${others.id}) only`;
    const place = say('place.cloud', {
      service,
      account: account === null ? null : quote(account, limits.nameChars),
      hasFormulas,
      only: others && quote(others.name, limits.nameChars),
      id: others && others.id,
    });
    return {
      class: 'send_outside',
      to: `${what}${service}${of}${to}`,
      place,
      says: others === null ? [says] : [says, whoseIs(others)],
    };
  }
}

function whoseIs({ mimeType, isOwned, owner }: CloudFile): Says {
  const what = mimeType === FOLDER ? 'folder' : 'file';
  return isOwned
    ? say('cloud.shared', { what })
    : say('cloud.of-others', { what, owner: owner === null ? null : quote(owner, limits.nameChars) });
}

/** How a file or folder is named to the owner. */
export const nameOf = ({ name }: CloudFile): Quoted => quote(name, limits.nameChars);

/** A refusal of the vendor or the connection, with what a model can do about it. */
function inWords(error: unknown): unknown {
  if (!isRefusal(error)) return error;
  const { code, facts } = error;
  if (code === 'not_connected')
    return refuseAccount.not_connected(facts, [...error.says, sayOfAccount('account.only_the_owner')]);
  if (code === 'scope_missing')
    return refuseAccount.scope_missing(facts, sayOfAccount('account.more_access'));
  if (code === 'cloud_busy') {
    const ms = facts['retryAfterMs'];
    const seconds = typeof ms === 'number' ? Math.ceil(ms / 1_000) : null;
    return refuseAccount.cloud_busy(facts, sayOfAccount('account.wait', { seconds }));
  }
  if (code === 'drive_full') return refuse.cloud_file_not_permitted(facts, say('cloud.drive_full'));
  if (code === 'cloud_refused' && facts['status'] === 403) return refuse.cloud_file_not_permitted(facts);
  return error;
}
