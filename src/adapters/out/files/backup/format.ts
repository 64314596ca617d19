import {
  createCipheriv,
  createDecipheriv,
  hkdfSync,
  randomBytes,
  type Cipheriv,
  type Decipheriv,
} from 'node:crypto';
import type { FileCipher } from '../../../../core/keeping/backups/port.ts';

/**
 * An encrypted file of a backup: a header, then parts of equal size, of which the last may be shorter or empty. Each part
 * is sealed with AES-256-GCM; config/backup-format.md has the layout and test vectors.
 */
const MAGIC = Buffer.from('SVCB');
const VERSION = 1;
const AES_256_GCM = 1;
const SALT = 16;
const NONCE_START = 7;
const TAG = 16;
const KEY_ID = 8;
const FIXED = MAGIC.length + 4 + 4 + KEY_ID + SALT + NONCE_START + 1;

/** The content of a part, before the tag is added. */
export const PART_BYTES = 2 ** 20;
export const SEALED_PART_BYTES = PART_BYTES + TAG;

/** Where a sealed file belongs: under another path or in another backup it does not open. */
export interface Place {
  readonly backupId: string;
  readonly path: string;
}

/** The length of a header for backups with ids of this length. */
export const headerBytes = ({ backupId }: Place): number => FIXED + Buffer.byteLength(backupId);

/** The size of a sealed file with a content of this size. */
export const sealedBytes = (place: Place, contentBytes: number): number =>
  headerBytes(place) + contentBytes + TAG * partsOf(contentBytes);

/** An empty file has one empty part, so that it is authenticated, too. */
export const partsOf = (contentBytes: number): number => Math.max(1, Math.ceil(contentBytes / PART_BYTES));

/** Seals or opens the parts of one file, in order, each where it is in memory. */
export interface PartCipher {
  readonly header: Buffer;
  /** Seals the first `length` bytes; the tag takes the 16 bytes after them. @returns both, in the same memory */
  seal(memory: Buffer, length: number, index: number, isLast: boolean): Buffer;
  /** @returns the content, in the same memory; null if anything about it is not as it was sealed */
  open(sealed: Buffer, index: number, isLast: boolean): Buffer | null;
}

/** For a new file: with a key and nonces of its own. `random` is given in test vectors only. */
export function newPartCipher(
  { keyId, key }: FileCipher,
  place: Place,
  random: Buffer = randomBytes(SALT + NONCE_START),
): PartCipher {
  const id = Buffer.from(place.backupId);
  const sizes = Buffer.alloc(8);
  sizes.set([VERSION, AES_256_GCM, 0, 0]);
  sizes.writeUInt32BE(PART_BYTES, 4);
  const header = Buffer.concat([
    MAGIC,
    sizes,
    Buffer.from(keyId, 'hex'),
    random,
    Buffer.from([id.length]),
    id,
  ]);
  return partCipher(header, key, place);
}

/** For a stored file; null if the header is not one of this format, key and backup. */
export function storedPartCipher(header: Buffer, cipher: FileCipher, place: Place): PartCipher | null {
  const random = header.subarray(MAGIC.length + 8 + KEY_ID, FIXED - 1);
  const expected = newPartCipher(cipher, place, Buffer.from(random));
  return expected.header.equals(header) ? expected : null;
}

/** Above this, malloc asks the system for new pages for each result, and clearing them takes longer than the cipher. */
const STEP_BYTES = 64 * 1024;

/** GCM has no final block: `final` only checks the tag. @throws Error if it is wrong */
function through(cipher: Cipheriv | Decipheriv, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; at += STEP_BYTES) {
    const result = cipher.update(bytes.subarray(at, at + STEP_BYTES));
    bytes.set(result, at);
    // Its memory is given back at once where Node can do that, so that the next result takes the same.
    const { buffer } = result;
    if (buffer instanceof ArrayBuffer && buffer.byteLength === result.length) buffer.transfer?.(0);
  }
  cipher.final();
}

function partCipher(header: Buffer, key: Uint8Array, { path }: Place): PartCipher {
  const salt = header.subarray(MAGIC.length + 8 + KEY_ID, MAGIC.length + 8 + KEY_ID + SALT);
  const nonceStart = header.subarray(FIXED - 1 - NONCE_START, FIXED - 1);
  const fileKey = Buffer.from(hkdfSync('sha256', key, salt, 'svc backup file', 32));
  const name = Buffer.from(path);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(name.length);
  const bound = Buffer.concat([header, length, name]);
  const nonceOf = (index: number, isLast: boolean) => {
    const nonce = Buffer.alloc(12);
    nonce.set(nonceStart);
    nonce.writeUInt32BE(index, NONCE_START);
    nonce[11] = isLast ? 1 : 0;
    return nonce;
  };
  return {
    header,
    seal: (memory, length, index, isLast) => {
      const cipher = createCipheriv('aes-256-gcm', fileKey, nonceOf(index, isLast), { authTagLength: TAG });
      cipher.setAAD(bound);
      through(cipher, memory.subarray(0, length));
      memory.set(cipher.getAuthTag(), length);
      return memory.subarray(0, length + TAG);
    },
    open: (sealed, index, isLast) => {
      if (sealed.length < TAG) return null;
      const decipher = createDecipheriv('aes-256-gcm', fileKey, nonceOf(index, isLast), {
        authTagLength: TAG,
      });
      decipher.setAAD(bound);
      const part = sealed.subarray(0, sealed.length - TAG);
      decipher.setAuthTag(sealed.subarray(part.length));
      try {
        through(decipher, part);
        return part;
      } catch {
        return null;
      }
    },
  };
}
