import type { FileRead } from '../../ports/file-read.ts';
import { isRefusal, type Refusal } from '../../kernel/refusal.ts';
import { isStoreUnusable, refuseStorage } from '../../kernel/storage-refusals.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Crypto } from '../../ports/crypto.ts';
import { isJournalConflict, type Journal } from '../../ports/journal.ts';
import type { KnownSecrets, Log } from '../../ports/log.ts';
import type { VaultChange, VaultKeyFile, VaultStore } from './store.ts';
import { refuse } from './errors.ts';
import { keysIn, type FoundKey } from './found-key.ts';
import { keyFrom, newKeyText, type Key } from './key-ring.ts';
import {
  CLOUD_GRANT,
  type RingKey,
  type Rotation,
  type SealedAnew,
  type SealedSecret,
  type VaultKey,
  type VaultState,
} from './model.ts';
import { resealed, type MissingKey, type Resealed, type StoredVault } from './resealing.ts';
import { say } from './says.ts';
import { isMarked, withMark } from './sealed-marks.ts';
import type { Says } from '../../kernel/says.ts';

export interface VaultDeps {
  readonly journal: Journal<VaultChange>;
  readonly store: VaultStore;
  readonly file: VaultKeyFile;
  readonly crypto: Crypto;
  /** SVC_VAULT_KEY from the environment: null when unset, empty to have no key. */
  readonly given: string | null;
  /** Sets SVC_VAULT_KEY in this process (specification › Backup operations). */
  readonly publish: (key: string) => void;
  readonly knownSecrets: Pick<KnownSecrets, 'learn'>;
  readonly clock: Clock;
  readonly log: Log;
}

type KeyState =
  | { readonly state: 'ready'; readonly key: Key; readonly createdAt: number }
  | { readonly state: 'locked' | 'disabled'; readonly why: readonly Says[]; readonly refusal?: Refusal };

const SALT = 16;
/** How often another writer may interrupt a rotation. */
const maxConflicts = 5;

/**
 * The key that secrets are sealed with. vault.db names the id of the current key, and the found key with that id is
 * used, so a rotation that is killed at any moment leaves one answer. If no found key fits, nothing is created or
 * overwritten: the vault is locked, and everything else works.
 */
export class Vault {
  readonly #deps: VaultDeps;
  #keyState: KeyState = { state: 'locked', why: [say('secrets.not_opened')] };
  #isRotating = false;
  /**
   * The store has `#next` as its key, but the disk failed to sync that: the next start may need the one or the other, so
   * both files stay as they are.
   */
  #isUncertain = false;
  /** Whether this key has the mark that everything was sealed for its hosts, whatever `vault.db` says. */
  #isMarked = false;
  /** The key to seal with from the commit of a rotation on, before `#keyState` has it. */
  #next: Key | null = null;
  #rotated: Promise<void> = Promise.resolve();
  #isHeld = false;

  constructor(deps: VaultDeps) {
    this.#deps = deps;
  }

  get state(): VaultState {
    return this.#keyState.state;
  }

  /** Why secrets can neither be read nor stored, for the owner; null if they can. */
  get problem(): readonly Says[] | null {
    return this.#keyState.state === 'ready' ? null : this.#keyState.why;
  }

  /** At start: finds the key, or makes the first one. Every failure becomes the state of the vault, never an error. */
  async open(): Promise<void> {
    const { given, log } = this.#deps;
    try {
      this.#keyState =
        given === '' ? { state: 'disabled', why: [say('secrets.disabled')] } : await this.#found();
      if (this.#keyState.state === 'ready')
        this.#isMarked = isMarked(await this.#deps.file.readSealed(), this.#keyState.key);
    } catch (error) {
      log.error('the vault could not be opened', { error });
      this.#keyState = isStoreUnusable(error)
        ? { state: 'locked', why: error.says, refusal: error }
        : { state: 'locked', why: [say('secrets.key_unread')] };
    }
    if (this.#keyState.state === 'ready') this.#tell(this.#keyState.key);
    else if (!this.#keyState.refusal)
      log.warn('secrets can neither be read nor kept', {
        vault: this.#keyState.state,
        problem: this.#keyState.why.map(({ code }) => code),
      });
  }

  /** @throws Refusal vault_locked */
  key(): VaultKey {
    const { key, createdAt } = this.#ready();
    return { key: key.text, keyId: key.keyId, createdAt };
  }

  /** @throws Refusal vault_locked */
  seal(
    name: string,
    value: string,
    places: readonly string[],
  ): Pick<SealedSecret, 'keyId' | 'sealed' | 'hosts'> {
    const { key } = this.#ready();
    const hosts = [...new Set(places)].toSorted();
    return { keyId: key.keyId, sealed: key.seal({ secret: name, hosts }, value), hosts };
  }

  /** Null if the key does not open it. @throws Refusal vault_locked */
  opened(secret: SealedSecret): string | null {
    const { key } = this.#ready();
    if (this.isUntrusted(secret)) return null;
    const { name, keyId, sealed, hosts } = secret;
    const fitting = this.#next?.keyId === keyId ? this.#next : key;
    return fitting.open({ secret: name, hosts }, sealed);
  }

  /** Whether an earlier version sealed it, although everything was sealed for its hosts since: it was put in from outside. */
  isUntrusted({ hosts }: SealedSecret): boolean {
    return hosts === null && (this.#isMarked || this.#deps.store.isAllSealed());
  }

  /** @throws Refusal vault_locked, secret_unreadable, secret_not_trusted */
  unseal(secret: SealedSecret): string {
    const value = this.opened(secret);
    if (value !== null) return value;
    const { name } = secret;
    throw this.isUntrusted(secret) ? refuse.secret_not_trusted({ name }) : refuse.secret_unreadable({ name });
  }

  /** The current key and the salt, for data outside the vault; null while there is no usable key. */
  outside(): { readonly key: Key; readonly salt: Uint8Array } | null {
    return this.#keyState.state === 'ready'
      ? { key: this.#keyState.key, salt: salted(this.#deps.store) }
      : null;
  }

  /** Whether there has ever been a key. A store that cannot be read counts as keyed. */
  get isKeyed(): boolean {
    try {
      return this.#deps.store.keys().length > 0;
    } catch {
      return true;
    }
  }

  /** A key that its owner gives, with the salt of the vault it belongs to. */
  async keyOf(text: string, salt: Uint8Array): Promise<Key> {
    this.#deps.knownSecrets.learn([text], 'always');
    return await keyFrom(text, salt, this.#deps.crypto);
  }

  /**
   * A former key, for data outside the vault that was encrypted with it; null if there was no such key.
   * @throws Refusal vault_locked
   */
  retired(keyId: string): string | null {
    const { key } = this.#ready();
    const wrapped = this.#deps.store.keys().find((one) => one.keyId === keyId)?.wrapped;
    return wrapped ? key.open({ key: keyId }, wrapped) : null;
  }

  /**
   * Replaces the current key: writes the new key to disk, seals all secrets with it in one transaction, and then moves
   * the new key to its place. Retired keys stay, sealed with the new one.
   * @throws Refusal vault_locked, rotation_in_progress, secret_unreadable, secret_not_trusted, disk_full, storage_error
   */
  async rotate(): Promise<Rotation> {
    this.#ready();
    if (this.#isRotating) throw refuse.rotation_in_progress();
    if (this.#isHeld) throw refuse.rotation_in_progress({}, say('secrets.held'));
    if (this.#isUncertain) throw refuseStorage.storage_error({}, say('secrets.key_uncertain'));
    this.#isRotating = true;
    const rotating = this.#rotate();
    this.#rotated = rotating.then(
      () => undefined,
      () => undefined,
    );
    try {
      return await rotating;
    } finally {
      this.#isRotating = false;
    }
  }

  /** Resolves, never rejects, when a rotation that is under way is over: until then `seal` may use a key that the store has retired. */
  rotated(): Promise<void> {
    return this.#rotated;
  }

  /**
   * Waits for a rotation that is under way, and refuses others until the result is called.
   * @throws Refusal storage_error while it is uncertain which key the disk has
   */
  readonly hold = async (): Promise<() => void> => {
    this.#isHeld = true;
    await this.#rotated;
    const release = () => void (this.#isHeld = false);
    if (!this.#isUncertain) return release;
    release();
    throw refuseStorage.storage_error({}, say('secrets.key_uncertain'));
  };

  /**
   * What the vault of a backup has to hold so that the key of this one opens it: see `resealed`. `given` is a key that its
   * owner gives. Null if nothing has to change, or there is no usable key here.
   */
  async resealed(stored: StoredVault, given: string | null): Promise<Resealed | MissingKey | null> {
    if (this.#keyState.state !== 'ready') return null;
    const { key, createdAt } = this.#keyState;
    const former = this.#deps.store.keys().flatMap((one) => {
      const text = one.wrapped === null ? key.text : key.open({ key: one.keyId }, one.wrapped);
      return text === null ? [] : [{ ...one, text }];
    });
    if (given !== null) this.#deps.knownSecrets.learn([given], 'always');
    const { crypto, clock } = this.#deps;
    const kept = this.#deps.store.get(CLOUD_GRANT);
    const grant = kept && this.opened(kept);
    const isAllSealed = this.#isMarked || this.#deps.store.isAllSealed();
    return await resealed(stored, { key, createdAt, former, given, grant, isAllSealed }, clock.now(), crypto);
  }

  async #rotate(): Promise<Rotation> {
    const { store, file, crypto, clock, knownSecrets } = this.#deps;
    // So that nothing is ever sealed without hosts with the next key.
    await this.sealAll();
    // A key that was not moved to its place has no other copy: never overwrite it.
    if ((await this.#idIn(await file.readNext())) === this.#ready().key.keyId) await file.promoteNext();
    const next = await keyFrom(newKeyText(crypto), salted(store), crypto);
    knownSecrets.learn([next.text], 'always');
    await file.replaceNext(next.text);
    const rotatedAt = clock.now();
    const { key: before } = this.#ready();
    let secrets: number;
    this.#next = next;
    try {
      secrets = await this.#resealed(before, next, rotatedAt);
    } catch (error) {
      this.#isUncertain = this.#isCurrent(next);
      if (this.#isUncertain) throw error;
      // After a storage failure the commit may be on disk, and the next start may need this key.
      if (!isRefusal(error) || error.kind !== 'storage') await file.dropNext();
      this.#next = null;
      throw error;
    }
    this.#keyState = { state: 'ready', key: next, createdAt: rotatedAt };
    this.#next = null;
    this.#tell(next);
    await this.#promote();
    await this.#mark();
    if (this.#deps.given !== null) this.#deps.log.warn(GIVEN_IS_OLD);
    return { keyId: next.keyId, previousKeyId: before.keyId, rotatedAt, secrets };
  }

  /** As far as the store says. */
  #isCurrent({ keyId }: Key): boolean {
    try {
      return this.#deps.store.keys().some((key) => key.keyId === keyId && key.retiredAt === null);
    } catch {
      return true;
    }
  }

  /** Starts over if a secret is stored or deleted meanwhile. @returns the number of secrets */
  async #resealed(before: Key, next: Key, rotatedAt: number): Promise<number> {
    const { store, journal } = this.#deps;
    for (let left = maxConflicts; ; left--) {
      const [secrets, keys] = [store.all(), store.keys()];
      const rotation: VaultChange = {
        change: 'vault.rotate',
        next: ringKey(next, rotatedAt),
        retired: keys.map((old) => ({
          ...old,
          retiredAt: old.retiredAt ?? rotatedAt,
          wrapped: next.seal({ key: old.keyId }, textOf(old, before)),
        })),
        resealed: secrets.map((was) => ({
          was,
          sealed: next.seal({ secret: was.name, hosts: was.hosts }, this.unseal(was)),
        })),
      };
      try {
        await journal.commit([rotation]);
        return secrets.length;
      } catch (error) {
        if (!isJournalConflict(error) || left === 0) throw error;
      }
    }
  }

  async #found(): Promise<KeyState> {
    const { store, file, given } = this.#deps;
    const current = store.keys().find(({ retiredAt }) => retiredAt === null);
    const [main, next] = [await file.read(), await file.readNext()];
    const found: readonly FoundKey[] = [
      ...(given === null ? [] : [{ text: given, place: 'SVC_VAULT_KEY' } as const]),
      ...keysIn(main, 'vault.key'),
      ...keysIn(next, 'vault.key.next'),
    ];
    return current ? await this.#matching(current, found, next) : await this.#first(found, main);
  }

  /** For a vault in which nothing was ever sealed. */
  async #first(found: readonly FoundKey[], main: FileRead): Promise<KeyState> {
    const { journal, file, crypto, clock } = this.#deps;
    const known = found.find(({ place }) => place !== 'vault.key.next');
    if (!known && main.found !== 'nothing') return { state: 'locked', why: [say('secrets.no_key_in_file')] };
    const salt = crypto.random(SALT);
    const key = await keyFrom(known?.text ?? newKeyText(crypto), salt, crypto);
    this.#deps.knownSecrets.learn([key.text], 'always');
    if (!known) await file.replace(key.text);
    const createdAt = clock.now();
    await journal.commit([{ change: 'vault.begin', key: ringKey(key, createdAt), salt }]);
    return { state: 'ready', key, createdAt };
  }

  async #matching(current: RingKey, found: readonly FoundKey[], next: FileRead): Promise<KeyState> {
    const { store, file, crypto, log } = this.#deps;
    const ids: string[] = [];
    for (const { text, place } of found) {
      const key = await keyFrom(text, salted(store), crypto);
      // A key that does not fit here may open something else.
      this.#deps.knownSecrets.learn([text], 'always');
      ids.push(key.keyId);
      if (key.keyId !== current.keyId) continue;
      if (ids.length > 1 && found[0]?.place === 'SVC_VAULT_KEY')
        log.warn('SVC_VAULT_KEY is not the key of this vault', { place, problem: this.#whyNot(ids[0]) });
      if (place === 'vault.key.next') await this.#promote();
      else if (next.found !== 'nothing')
        await file.dropNext().catch((error: unknown) => log.warn(LEFT_OVER, { error }));
      return { state: 'ready', key, createdAt: current.createdAt };
    }
    return {
      state: 'locked',
      why: ids.length === 0 ? [say('secrets.key_gone')] : [this.#whyNot(ids[0]), say('secrets.bring_key')],
    };
  }

  #whyNot(keyId: string | undefined): Says {
    const retired = this.#deps.store.keys().find((one) => one.keyId === keyId)?.retiredAt ?? null;
    const given = this.#deps.given === null ? 'vault.key' : 'SVC_VAULT_KEY';
    if (retired === null) return say('secrets.other_key', { given });
    return say('secrets.old_key', { given, rotated: new Date(retired).toISOString() });
  }

  /** `sealAll` at start, once it is open. Never throws: if this fails, the next start or the next change of a secret does it. */
  async sealForHosts(): Promise<void> {
    try {
      await this.sealAll();
    } catch (error) {
      this.#deps.log.error('secrets could not be sealed for their hosts, the next start will', { error });
    }
    await this.#mark();
  }

  /** Once everything is sealed for its hosts. Never throws: if this fails, the next start does it. */
  async #mark(): Promise<void> {
    const { store, file, log } = this.#deps;
    if (this.#keyState.state !== 'ready') return;
    try {
      if (!store.isAllSealed()) return;
      const marks = withMark(await file.readSealed(), this.#keyState.key);
      if (marks !== null) await file.replaceSealed(marks);
      this.#isMarked = true;
    } catch (error) {
      log.error('vault.sealed could not be written, the next start will', { error });
    }
  }

  /**
   * Once in the life of a vault: what an earlier version sealed is from now on sealed for the hosts that it has. One that
   * turns up later without hosts does not open. Before any secret is sealed, so that one with hosts tells that this was done.
   * @throws Refusal disk_full, storage_error
   */
  async sealAll(): Promise<void> {
    const { store, journal, clock } = this.#deps;
    if (this.#keyState.state !== 'ready' || store.isAllSealed() || store.salt() === null) return;
    const secrets = store.all();
    // The word that it was done may have been taken out; a seal cannot be made without the key.
    const wasDone =
      this.#isMarked ||
      secrets.some((one) => one.hosts !== null && one.name !== CLOUD_GRANT && this.opened(one) !== null);
    const resealed = secrets.flatMap((was): readonly SealedAnew[] => {
      const value = was.hosts === null && !wasDone ? this.opened(was) : null;
      return value === null ? [] : [{ was, ...this.seal(was.name, value, store.hostsOf(was.name)) }];
    });
    await journal.commit([{ change: 'secret.reseal', resealed, at: clock.now() }]);
  }

  /** If this fails, the next start does it: vault.db decides which key counts. */
  async #promote(): Promise<void> {
    try {
      await this.#deps.file.promoteNext();
    } catch (error) {
      this.#deps.log.error('vault.key.next could not be moved to vault.key, the next start will', { error });
    }
  }

  async #idIn(file: FileRead): Promise<string | null> {
    const [found] = keysIn(file, 'vault.key.next');
    const { store, crypto } = this.#deps;
    return found ? (await keyFrom(found.text, salted(store), crypto)).keyId : null;
  }

  #tell({ text }: Key): void {
    this.#deps.knownSecrets.learn([text], 'always');
    this.#deps.publish(text);
  }

  #ready(): Extract<KeyState, { state: 'ready' }> {
    if (this.#keyState.state === 'ready') return this.#keyState;
    const { state, why, refusal = refuse.vault_locked({ vault: state }, why) } = this.#keyState;
    throw refusal;
  }
}

const ringKey = ({ keyId }: Key, createdAt: number): RingKey => ({
  keyId,
  createdAt,
  retiredAt: null,
  wrapped: null,
});

/** @throws Error if a key cannot be unwrapped: a rotation would lose it, so nothing is rotated */
function textOf({ keyId, wrapped }: RingKey, current: Key): string {
  const text = wrapped === null ? current.text : current.open({ key: keyId }, wrapped);
  if (text === null) throw refuse.secret_unreadable({ keyId }, say('secrets.key_unreadable', { keyId }));
  return text;
}

function salted(store: VaultStore): Uint8Array {
  const salt = store.salt();
  if (!salt) throw new Error('a vault with a key has no salt');
  return salt;
}

const LEFT_OVER = 'vault.key.next of a rotation that did not happen could not be removed';
const GIVEN_IS_OLD =
  'SVC_VAULT_KEY in the environment is the key from before this rotation: the new one is in vault.key, put it there, too';
