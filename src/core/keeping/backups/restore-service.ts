import type { Clock } from '../../ports/clock.ts';
import { quote } from '../../kernel/quoted.ts';
import type { Says } from '../../kernel/says.ts';
import type { Crypto } from '../../ports/crypto.ts';
import type { Words } from '../../ports/words.ts';
import { say } from './says.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Log } from '../../ports/log.ts';
import type { Catalogue } from './catalogue.ts';
import { refuse } from './errors.ts';
import type { BackupKey, BackupKeys } from './key.ts';
import { backupLimits } from './limits.ts';
import type { Manifest, RestoreOutcome, RestoreWishes } from './model.ts';
import type { Operation } from './operation.ts';
import type { BackupFolders, BackupWork, InstanceFile } from './port.ts';
import type { BackupPlan } from './plan.ts';
import type { Replacement, StagedFiles, Staging } from './replacement.ts';
import { confirmTrust, keyMissing, manifestOf, unusable } from './restore-checks.ts';
import type { RestoreOutcomes } from './restore-outcomes.ts';
import { fileSetsOf } from './restore-plan.ts';
import type { RestoreDisk, StagedConfig, StagedVault } from './restore-port.ts';
import { outcomeOf, type RestoreSwap } from './restore-swap.ts';

export interface RestoreServiceDeps {
  readonly replacement: Replacement;
  readonly folders: Pick<BackupFolders, 'list' | 'manifest' | 'pathOf'>;
  /** What a restore replaces, where it is not what a backup holds. */
  readonly plan?: BackupPlan;
  /** Whatever is restored counts as that of another instance: what it does by itself waits for the owner's word. */
  readonly isForeign?: true;
  readonly work: BackupWork;
  readonly instance: InstanceFile;
  readonly keys: BackupKeys;
  readonly disk: RestoreDisk;
  readonly swap: RestoreSwap;
  readonly outcomes: RestoreOutcomes;
  /** Is told that a backup was checked; absent where what is restored is none. */
  readonly catalogue?: Pick<Catalogue, 'note'>;
  readonly stagedVault: StagedVault;
  readonly stagedConfig: StagedConfig;
  /** Keeps the vault key as it is until the result is called. @throws Refusal storage_error */
  readonly holdKey: () => Promise<() => void>;
  /** The newest known version of each database's schema. */
  readonly schemas: Readonly<Record<string, number>>;
  readonly crypto: Crypto;
  readonly words: Words;
  readonly clock: Pick<Clock, 'now'>;
  readonly ids: Ids;
  readonly log: Log;
}

/** A backup that may be restored. */
interface Opened {
  readonly source: string;
  readonly manifest: Manifest;
  readonly key: BackupKey | null;
  /** This instance made it, as a key proves that this instance has had. */
  readonly isOwn: boolean;
}

/**
 * Puts everything back as it was in a backup. The backup is checked before anything but scratch folders is written; then
 * it takes the place of what is there (`Replacement`).
 */
export class RestoreService {
  readonly #deps: RestoreServiceDeps;

  constructor(deps: RestoreServiceDeps) {
    this.#deps = deps;
  }

  /**
   * Resolves once the backup was checked, a safety backup was made, and it is on disk that the restore happens. If the
   * safety backup fails, the engine restarts on what is there.
   * @returns the id under which `outcome` tells of it
   * @throws Refusal backup_not_found, operation_in_progress, backup_unusable, backup_key_invalid, backup_space,
   *   backup_folder, disk_full, storage_error
   */
  async restore(backupId: string, wishes: RestoreWishes): Promise<string> {
    return await this.#deps.replacement.begin(
      backupId,
      this.#deps.isForeign ? 'before_move' : 'before_restore',
      async (staging) => {
        const opened = await this.#opened(backupId, wishes);
        return await this.#staged(staging, opened, wishes);
      },
    );
  }

  /** @throws Refusal restore_not_found */
  async outcome(operationId: string): Promise<RestoreOutcome> {
    const { swap, outcomes } = this.#deps;
    const pending = await swap.pending();
    const outcome =
      pending?.operationId === operationId ? outcomeOf(pending) : await outcomes.get(operationId);
    if (!outcome) throw refuse.restore_not_found();
    return outcome;
  }

  /** What became of the last restore of this backup; null if there was none. */
  async outcomeFor(backupId: string): Promise<RestoreOutcome | null> {
    const { swap, outcomes } = this.#deps;
    const pending = await swap.pending();
    return pending?.backupId === backupId ? outcomeOf(pending) : await outcomes.ofBackup(backupId);
  }

  /**
   * Restores a backup into a scratch folder and leaves it there for `use`. Nothing is sealed anew.
   * @throws Refusal backup_not_found, backup_unusable, backup_space, backup_folder, disk_full, storage_error
   */
  async staged<Result>(
    backupId: string,
    operation: Operation,
    use: (folder: string, opened: Opened) => Promise<Result>,
  ): Promise<Result> {
    const { disk, ids } = this.#deps;
    // A drill replaces nothing, so it tries the backup whatever instance made it.
    const opened = await this.#opened(backupId, { allowForeign: true, allowUnauthenticated: true });
    try {
      return await use(await this.#stage(ids.next(), operation, opened), opened);
    } finally {
      await disk.clear();
    }
  }

  async #staged(
    { operation, operationId, startedAt, confirmMovable }: Staging,
    opened: Opened,
    { key: given }: RestoreWishes,
  ): Promise<StagedFiles> {
    const { stagedVault, stagedConfig, work, holdKey, catalogue, words, clock, log } = this.#deps;
    const { manifest } = opened;
    const all = fileSetsOf(manifest, this.#deps.plan);
    // What a foreign backup does not say of this machine's settings stays as it is here. So do prices, as no limit of cost
    // would hold with those of another machine, and who this engine is: its next backup would count as our own.
    const sets = opened.isOwn
      ? all
      : all.filter(
          ({ in: names, out }) =>
            !out.includes(PRICES) && !out.includes(INSTANCE) && (names.length > 0 || !out.includes(CONFIG)),
        );
    await confirmMovable(sets);
    const staging = await this.#stage(operationId, operation, opened);
    // Without the key that came with the request, nothing else can check it.
    await catalogue?.note(manifest.backupId, { verifiedAt: clock.now(), problems: [] });
    const release = await holdKey();
    const leftOut: Says[] = [];
    try {
      if (manifest.databases.some(({ path }) => path === VAULT)) {
        const { key } = opened;
        const missing = await stagedVault.seal(
          `${staging}/${VAULT}`,
          given?.trim() ?? null,
          key?.keyId ?? null,
        );
        if (missing !== null) throw keyMissing(missing, words);
      }
      for (const { path } of manifest.databases) {
        // Of this engine's own, nothing else has gone on since.
        if (opened.isOwn && path !== HISTORY) continue;
        const { unusable: why, told } = await work.settle({
          name: path,
          file: `${staging}/${path}`,
          at: startedAt,
          from: opened.isOwn ? 'own backup' : 'foreign backup',
        });
        if (why !== null) {
          const says = say('restore.unusable-database', { database: path, why });
          throw unusable('database_unsound', [says], words);
        }
        leftOut.push(...told);
      }
      if (!opened.isOwn) {
        // A request to the API can bring such a backup, and must not bring programs that the engine starts.
        const settings = await stagedConfig.fromElsewhere(`${staging}/${CONFIG}`);
        if (settings.addresses.length > 0)
          leftOut.push(
            say('restore.models-at', { addresses: quote(settings.addresses.join(', '), ADDRESSES_CHARS) }),
          );
        const left = [
          ...settings.left,
          ...(manifest.files.some(({ path }) => path === PRICES) ? [PRICES] : []),
        ];
        if (left.length > 0) {
          log.warn('settings of a restored backup left out', { backupId: manifest.backupId, keys: left });
          leftOut.push(say('restore.settings-left-out', { keys: left }));
        }
      }
    } catch (error) {
      release();
      throw error;
    }
    const restoredFiles = manifest.files.filter(({ kind }) => kind !== 'folder').length;
    return { sets, restoredFiles, leftOut, release };
  }

  /** Everything in a backup is decrypted and checked. @returns the folder with it */
  async #stage(
    operationId: string,
    operation: Operation,
    { source, manifest, key }: Opened,
  ): Promise<string> {
    const { disk, work, words } = this.#deps;
    const needBytes = manifest.files.reduce((sum, { contentBytes }) => sum + contentBytes, 0);
    const into = await disk.begin(operationId, needBytes + backupLimits.spareBytes);
    const cipher = manifest.encrypted && key ? { keyId: key.keyId, key: key.files } : null;
    const problems = await work.check({ source, manifest, cipher, into }, operation.report, operation.signal);
    const [first] = problems;
    if (first)
      throw unusable(
        first.reason,
        problems.map(({ says }) => says),
        words,
      );
    return into;
  }

  async #opened(backupId: string, wishes: RestoreWishes): Promise<Opened> {
    const { folders, instance, keys, crypto, schemas, words } = this.#deps;
    const found = (await folders.list()).find((one) => one.backupId === backupId);
    if (!found) throw refuse.backup_not_found();
    const manifest = await manifestOf(await folders.manifest(found), backupId, words);
    const { key, isKnown } = await this.#keyFor(manifest, wishes);
    const ownInstanceId = await instance.id();
    await confirmTrust(manifest, {
      key,
      crypto,
      ownInstanceId,
      isKeyed: keys.isKeyed,
      wishes,
      schemas,
      words,
    });
    const isOwn = !this.#deps.isForeign && isKnown && manifest.instanceId === ownInstanceId;
    return { source: folders.pathOf(found), manifest, key, isOwn };
  }

  /** `isKnown`: it is a key of this engine, and was not given with the request. */
  async #keyFor(
    { keyId, keySalt }: Manifest,
    { key: given }: RestoreWishes,
  ): Promise<{ readonly key: BackupKey | null; readonly isKnown: boolean }> {
    const { keys, words } = this.#deps;
    if (keyId === null || keySalt === null) return { key: null, isKnown: false };
    const known = await keys.withId(keyId, keySalt);
    if (known) return { key: known, isKnown: true };
    if (given === undefined) throw keyMissing(keyId, words);
    const key = await keys.given(given.trim(), keySalt);
    if (key.keyId !== keyId) throw refuse.backup_key_invalid({ keyId }, say('backups.wrong_key', { keyId }));
    return { key, isKnown: false };
  }
}

const ADDRESSES_CHARS = 1_000;

const HISTORY = 'history.db';
const VAULT = 'vault.db';
const CONFIG = 'config.json';
const PRICES = 'pricing.json';
const INSTANCE = 'instance.json';
