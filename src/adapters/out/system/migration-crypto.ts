import {
  createCipheriv,
  createDecipheriv,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';
import type { MigrationCrypto } from '../../../core/keeping/migration/port.ts';

const ALGORITHM = 'aes-256-gcm';
const TAG = 16;
const KEY = 32;
/** What is ciphered at once: small enough that its result is soon collected, in whose place the next one goes. */
const STEP = 256 * 1024;
/** The frame of an X25519 public key in DER (RFC 8410); the 32 bytes of the key follow. */
const SPKI = Buffer.from('302a300506032b656e032100', 'hex');

export const migrationCrypto: MigrationCrypto = {
  keyHalf: () => {
    const { publicKey, privateKey } = generateKeyPairSync('x25519');
    return halfOf(privateKey, publicKey);
  },

  deriveSalted: (key, salt, purpose) => new Uint8Array(hkdfSync('sha256', key, salt, purpose, KEY)),

  sealInPlace: (key, nonce, bound, buffer, length) => {
    const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG });
    cipher.setAAD(bound);
    for (let at = 0; at < length; at += STEP)
      buffer.set(cipher.update(buffer.subarray(at, Math.min(at + STEP, length))), at);
    cipher.final();
    buffer.set(cipher.getAuthTag(), length);
  },

  openInPlace: (key, nonce, bound, buffer, sealedLength) => {
    const length = sealedLength - TAG;
    if (length < 0) return false;
    const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG });
    decipher.setAAD(bound);
    decipher.setAuthTag(buffer.subarray(length, sealedLength));
    try {
      for (let at = 0; at < length; at += STEP)
        buffer.set(decipher.update(buffer.subarray(at, Math.min(at + STEP, length))), at);
      // GCM has no final block: this only checks the tag.
      decipher.final();
      return true;
    } catch {
      return false;
    }
  },
};

/** `privateKey` is given in test vectors only. */
export function halfOf(privateKey: KeyObject, publicKey: KeyObject = createPublicKey(privateKey)) {
  const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(SPKI.length);
  return {
    publicKey: new Uint8Array(raw),
    agree: (given: Uint8Array): Uint8Array | null => {
      try {
        const der = Buffer.concat([SPKI, given]);
        const other = createPublicKey({ key: der, format: 'der', type: 'spki' });
        const shared = diffieHellman({ privateKey, publicKey: other });
        // A key of low order gives the same secret to everyone (RFC 7748 §6.1).
        return shared.every((byte) => byte === 0) ? null : new Uint8Array(shared);
      } catch {
        return null;
      }
    },
  };
}
