/** A vault key, or what follows from it for one purpose. */
export interface PurposeKey {
  /** Identifies the vault key without revealing it. */
  readonly keyId: string;
  derive(purpose: string): Uint8Array;
}

/** What a backup is encrypted and authenticated with. Both keys come from one vault key, each for one purpose. */
export interface BackupKey {
  readonly keyId: string;
  /** Of the vault, in hex. */
  readonly salt: string;
  /** For file contents: each file has its own key, derived from this one (config/backup-format.md). */
  readonly files: Uint8Array;
  /** Authenticates the manifest. */
  readonly manifest: Uint8Array;
}

const backupKeyFrom = (key: PurposeKey, salt: string): BackupKey => ({
  keyId: key.keyId,
  salt,
  files: key.derive('svc backup files'),
  manifest: key.derive('svc backup manifest'),
});

/** The keys that this engine has for backups, from its vault. */
export interface BackupKeys {
  /** With the current vault key; null if there is no usable one. */
  current(): BackupKey | null;
  /**
   * With the current or an earlier vault key of this id, as it is with this salt (in hex; null: with the vault's own);
   * null if the vault does not have it.
   */
  withId(keyId: string, salt: string | null): Promise<BackupKey | null>;
  /** The current or an earlier vault key of this id, as its owner stores it; null if the vault does not have it. */
  text(keyId: string): string | null;
  /** Whether the vault has ever had a key. */
  readonly isKeyed: boolean;
  /** With a key that the owner gives, and the salt of the vault that it belonged to, in hex. */
  given(text: string, salt: string): Promise<BackupKey>;
}

/** What keys for backups need of the vault. */
export interface KeySource {
  /** Null while there is no usable key. */
  outside(): { readonly key: PurposeKey & { readonly text: string }; readonly salt: Uint8Array } | null;
  /** Whether there has ever been a key. */
  readonly isKeyed: boolean;
  /** The text of an earlier key; null if there was no such key. @throws Refusal vault_locked */
  retired(keyId: string): string | null;
  keyOf(text: string, salt: Uint8Array): Promise<PurposeKey>;
}

/** The keys of the vault, for backups. */
export class VaultBackupKeys implements BackupKeys {
  readonly #vault: KeySource;

  constructor(vault: KeySource) {
    this.#vault = vault;
  }

  current(): BackupKey | null {
    const found = this.#vault.outside();
    return found && backupKeyFrom(found.key, hexOf(found.salt));
  }

  text(keyId: string): string | null {
    const found = this.#vault.outside();
    if (!found) return null;
    return found.key.keyId === keyId ? found.key.text : this.#vault.retired(keyId);
  }

  get isKeyed(): boolean {
    return this.#vault.isKeyed;
  }

  async withId(keyId: string, salt: string | null): Promise<BackupKey | null> {
    const found = this.#vault.outside();
    if (!found) return null;
    const own = hexOf(found.salt);
    if (found.key.keyId === keyId) return backupKeyFrom(found.key, own);
    // A key that a person chose has another id with the salt of another vault.
    const text = this.#vault.retired(keyId) ?? found.key.text;
    const key = await this.given(text, salt ?? own);
    return key.keyId === keyId ? key : null;
  }

  async given(text: string, salt: string): Promise<BackupKey> {
    return backupKeyFrom(await this.#vault.keyOf(text, bytesOf(salt)), salt);
  }
}

const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../gu) ?? [], (pair) => Number.parseInt(pair, 16));
