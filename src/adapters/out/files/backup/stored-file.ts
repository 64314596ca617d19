import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import type { FileCipher } from '../../../../core/keeping/backups/port.ts';
import {
  headerBytes,
  newPartCipher,
  PART_BYTES,
  partsOf,
  SEALED_PART_BYTES,
  sealedBytes,
  storedPartCipher,
  type PartCipher,
  type Place,
} from './format.ts';

export interface Stored {
  readonly sizeBytes: number;
  readonly contentBytes: number;
  readonly sha256: string | null;
}

type OnBytes = (bytes: number) => void;

const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
/** Does not wait for a FIFO. */
const READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Stores the content of an open file at `target`, which must not exist, encrypted where there is a cipher. It is durable
 * when this resolves. `onBytes` is told of the content that was stored since the last call.
 */
export async function storeFile(
  source: FileHandle,
  target: string,
  place: Place,
  cipher: FileCipher | null,
  onBytes: OnBytes = () => undefined,
): Promise<Stored> {
  const file = await open(target, NEW_FILE, 0o600);
  const output = new WrittenBehind(file);
  try {
    const parts = cipher && newPartCipher(cipher, place);
    const hash = cipher ? null : createHash('sha256');
    if (parts) await output.write(parts.header);
    let contentBytes = 0;
    // Three parts at once: one is read, one is sealed, one is written.
    const memory = new InTurn(3);
    let part = await readPart(source, memory.next(), PART_BYTES);
    for (let index = 0; ; index += 1) {
      // A part is sealed as the last one or not, so the next one is read first.
      const next = part.length < PART_BYTES ? null : await readPart(source, memory.next(), PART_BYTES);
      const isLast = next === null || next.length === 0;
      const content = contentOf(part);
      hash?.update(content);
      await output.write(parts ? parts.seal(part.memory, part.length, index, isLast) : content);
      contentBytes += part.length;
      onBytes(part.length);
      if (isLast) break;
      part = next;
    }
    await output.end();
    await file.sync();
    const sizeBytes = cipher ? sealedBytes(place, contentBytes) : contentBytes;
    return { sizeBytes, contentBytes, sha256: hash?.digest('hex') ?? null };
  } finally {
    await output.end().catch(() => undefined);
    await file.close();
  }
}

/**
 * Reads a stored file and writes its content to `target` (null: only checks it), which must not exist. `isKept` makes it
 * durable.
 * @returns whether everything in it is as the manifest says; if not, nothing is left at `target` that anyone may use
 */
export async function unstoreFile(
  source: string,
  target: string | null,
  place: Place,
  expected: Stored,
  cipher: FileCipher | null,
  onBytes: OnBytes = () => undefined,
  isKept = true,
): Promise<boolean> {
  const file = await open(source, READ);
  try {
    const stats = await file.stat();
    if (!stats.isFile() || stats.nlink !== 1 || stats.size !== expected.sizeBytes) return false;
    const opened = target === null ? null : await open(target, NEW_FILE, 0o600);
    const output = opened && new WrittenBehind(opened);
    try {
      const onPart = async (part: Uint8Array) => {
        await output?.write(part);
        onBytes(part.length);
      };
      const isWhole = cipher
        ? await openParts(file, place, expected, cipher, onPart)
        : await hashParts(file, expected, onPart);
      await output?.end();
      if (isWhole && isKept) await opened?.sync();
      return isWhole;
    } finally {
      await output?.end().catch(() => undefined);
      await opened?.close();
    }
  } finally {
    await file.close();
  }
}

type OnPart = (part: Uint8Array) => Promise<void>;

async function openParts(
  file: FileHandle,
  place: Place,
  { contentBytes, sizeBytes }: Stored,
  cipher: FileCipher,
  onPart: OnPart,
): Promise<boolean> {
  if (sizeBytes !== sealedBytes(place, contentBytes)) return false;
  // One is written while the next one is read and opened.
  const memory = new InTurn(2);
  const header = contentOf(await readPart(file, memory.next(), headerBytes(place)));
  const parts: PartCipher | null = storedPartCipher(header, cipher, place);
  if (!parts) return false;
  const count = partsOf(contentBytes);
  for (let index = 0; index < count; index += 1) {
    const sealed = contentOf(await readPart(file, memory.next(), SEALED_PART_BYTES));
    const part = parts.open(sealed, index, index === count - 1);
    if (!part) return false;
    await onPart(part);
  }
  return true;
}

async function hashParts(file: FileHandle, expected: Stored, onPart: OnPart): Promise<boolean> {
  const hash = createHash('sha256');
  const memory = new InTurn(2);
  let length = 0;
  for (;;) {
    const part = contentOf(await readPart(file, memory.next(), PART_BYTES));
    if (part.length === 0) break;
    length += part.length;
    hash.update(part);
    await onPart(part);
  }
  return length === expected.contentBytes && hash.digest('hex') === expected.sha256;
}

/** The first bytes of some memory, which has room for a tag behind them. */
interface Part {
  readonly memory: Buffer;
  readonly length: number;
}

const contentOf = ({ memory, length }: Part): Buffer => memory.subarray(0, length);

/** Up to `length` bytes from the position of the file; fewer only at its end. */
async function readPart(file: FileHandle, memory: Buffer, length: number): Promise<Part> {
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(memory, filled, length - filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return { memory, length: filled };
}

/** Memory for a few sealed parts, used in turn: new memory for each would cost more than the cipher. */
class InTurn {
  readonly #count: number;
  readonly #all: Buffer[] = [];
  #taken = 0;

  constructor(count: number) {
    this.#count = count;
  }

  next(): Buffer {
    const memory = (this.#all[this.#taken % this.#count] ??= Buffer.allocUnsafeSlow(SEALED_PART_BYTES));
    this.#taken += 1;
    return memory;
  }
}

/** Writes one piece while the next one is being made. */
class WrittenBehind {
  readonly #file: FileHandle;
  #writing: Promise<void> = Promise.resolve();

  constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Resolves once the pieces before this one are written. @throws what writing one of them threw */
  async write(bytes: Uint8Array): Promise<void> {
    await this.#writing;
    this.#writing = this.#all(bytes);
    // The next caller that waits is told of the error.
    this.#writing.catch(() => undefined);
  }

  /** Resolves once all pieces are written. @throws what writing one of them threw */
  async end(): Promise<void> {
    await this.#writing;
  }

  async #all(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length;) at += (await this.#file.write(bytes, at)).bytesWritten;
  }
}
