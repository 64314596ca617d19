import type { BackupProgress, RestoreOutcome, RestoreWishes } from '../backups/model.ts';
import type { CopyRequest } from '../backups/port.ts';
import type { Slice } from './layout.ts';
import type { MigrationPreview } from './model.ts';

/** Half of a key exchange (X25519), for one session. */
export interface KeyHalf {
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
  /** The shared secret; null for a public key that gives none. */
  agree(publicKey: Uint8Array): Uint8Array | null;
}

/** What a migration needs beyond `Crypto`. No call keeps state. */
export interface MigrationCrypto {
  keyHalf(): KeyHalf;
  /** HKDF-SHA256, 32 bytes. */
  deriveSalted(key: Uint8Array, salt: Uint8Array, purpose: string): Uint8Array;
  /**
   * AES-256-GCM in the place of the plain bytes: the first `length` bytes of `buffer` are sealed, and the tag of 16 bytes
   * is put behind them. A key and nonce seal one plain text only.
   */
  sealInPlace(
    key: Uint8Array,
    nonce: Uint8Array,
    bound: Uint8Array,
    buffer: Uint8Array,
    length: number,
  ): void;
  /** Opens `length` bytes of `buffer`, tag included, in their place. False if any bit is not as it was sealed. */
  openInPlace(
    key: Uint8Array,
    nonce: Uint8Array,
    bound: Uint8Array,
    buffer: Uint8Array,
    length: number,
  ): boolean;
}

/** Seals and opens chunks beside the event loop: the same as `sealInPlace` and `openInPlace`. */
export interface ChunkCipher {
  /** A buffer that it can work in. */
  buffer(length: number): Uint8Array;
  seal(
    key: Uint8Array,
    nonce: Uint8Array,
    bound: Uint8Array,
    buffer: Uint8Array,
    length: number,
  ): Promise<void>;
  open(
    key: Uint8Array,
    nonce: Uint8Array,
    bound: Uint8Array,
    buffer: Uint8Array,
    length: number,
  ): Promise<boolean>;
  /** It may be used again after that. Repeatable. */
  close(): Promise<void>;
}

/** One backup, check, restore or copy for a migration is in progress at a time. */
export interface Operations {
  /** @throws Refusal operation_in_progress */
  begin(phase: 'copying'): Operation;
  /** Repeatable. */
  end(operation: Operation): void;
  /** The operation on this copy; null if there is none. */
  on(backupId: string): Operation | null;
}

interface Operation {
  /** Names the copy. */
  readonly backupId: string;
  readonly progress: BackupProgress;
  /** Aborts when the engine stops. */
  readonly signal: AbortSignal;
  readonly report: (progress: Omit<BackupProgress, 'phase'>) => void;
  abort(): void;
}

/** Restores what has arrived, as a backup is restored. */
export interface ArrivedRestores {
  /** Resolves when it is on disk that the restore happens. @throws Refusal */
  restore(backupId: string, wishes: RestoreWishes): Promise<string>;
  /** What became of the last restore of this copy; null if there was none. */
  outcomeFor(backupId: string): Promise<RestoreOutcome | null>;
}

/** A copy that is being sent. It stays until all of it has arrived, so that a transfer can go on. */
export interface SentCopy {
  readonly manifest: string;
  /** The one with this token may go on with it. */
  readonly tokenId: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

/** `migration-outgoing` in the data directory: at most one copy. */
export interface OutgoingFiles {
  /** The copy that is whole; null if there is none. */
  found(): Promise<SentCopy | null>;
  /** Removes what is there, and makes an empty folder. @returns its path */
  begin(): Promise<string>;
  /** The copy is whole and durable from here on. @throws Refusal disk_full, storage_error */
  publish(copy: SentCopy): Promise<void>;
  /** Reads these slices to their places in `into`. @throws Refusal storage_error if one is not there as the manifest says */
  read(slices: readonly Slice[], into: Uint8Array): Promise<void>;
  /** Closes what is open. Repeatable. Nothing may be reading. */
  close(): Promise<void>;
  /** Removes everything. Repeatable. Nothing may be reading. */
  clear(): Promise<void>;
}

/** `migration-incoming` in the data directory: what has arrived of one migration. */
export interface IncomingFiles {
  /**
   * Makes ready for the files of this manifest, and keeps what has arrived of it before. Files of another migration are
   * removed. @returns the number of chunks that are here and durable
   * @throws Refusal migration_space, disk_full, storage_error
   */
  begin(manifest: IncomingManifest): Promise<number>;
  /** Puts the content of a chunk where it belongs. Chunks come in order. @throws Refusal disk_full, storage_error */
  write(slices: readonly Slice[], chunk: Uint8Array): Promise<void>;
  /** Makes durable what was written, and that the first `chunks` chunks are here. @throws Refusal disk_full, storage_error */
  sync(chunks: number): Promise<void>;
  /** Closes what is open. Repeatable. */
  close(): Promise<void>;
  /** The text of the manifest; null if nothing is here. */
  manifest(): Promise<string | null>;
  /** Removes everything. Repeatable. */
  clear(): Promise<void>;
}

export interface IncomingManifest {
  /** Of the text, in hexadecimal. */
  readonly hash: string;
  readonly text: string;
  readonly folders: readonly string[];
  readonly files: readonly { readonly path: string; readonly contentBytes: number }[];
  readonly totalBytes: number;
  /** The slices of the chunks from the first one on: to find where the transfer goes on. */
  slicesOf(chunk: number): readonly Slice[];
}

/** `migration.json`: whether a migration is accepted, and what became of it. */
export interface MigrationFile {
  read(): Promise<string | null>;
  /** Durable when this resolves. @throws Refusal disk_full, storage_error */
  replace(text: string): Promise<void>;
}

export interface TargetRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
  readonly ms: number;
}

export interface TargetReply {
  readonly status: number;
  /** At most as much as any answer has. */
  readonly text: string;
}

/** The way to the other engine. */
export interface TargetLink {
  /** The origin, for people. */
  readonly origin: string;
  /**
   * Connections go to judged addresses only, and no redirect is followed.
   * @throws Refusal migration_target_away if there is no answer, migration_address
   */
  ask(request: TargetRequest, signal: AbortSignal): Promise<TargetReply>;
  close(): void;
}

export interface TargetLinks {
  /**
   * The engine at an address that the owner typed: https, or plain http to an address of a private network.
   * @throws Refusal migration_url, migration_address
   */
  to(url: string): Promise<TargetLink>;
}

/** Sizes and counts of what a plan names, found out beside the engine. */
export interface Measuring {
  measure(
    plan: CopyRequest['plan'],
    signal: AbortSignal,
  ): Promise<Pick<MigrationPreview, 'databases' | 'files' | 'totalBytes'>>;
}
