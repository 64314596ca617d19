import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';
import { promisify } from 'node:util';
import type { Crypto } from '../../../core/ports/crypto.ts';

const ALGORITHM = 'aes-256-gcm';
const KEY = 32;
const NONCE = 12;
const TAG = 16;

/** Needs 64 MB: more than the minimum that scrypt's author recommends for a login. */
const COST = { N: 2 ** 16, r: 8, p: 1, maxmem: 128 * 1024 * 1024 };

const stretched = promisify<string, Uint8Array, number, typeof COST, Buffer>(scrypt);

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

export const nodeCrypto: Crypto = {
  sha256: (bytes) => createHash('sha256').update(bytes).digest('hex'),

  // Digests have one length.
  isSameText: (a, b) => timingSafeEqual(digestOf(a), digestOf(b)),

  mac: (key, bytes) => createHmac('sha256', key).update(bytes).digest('hex'),

  macOf: async (key, pieces) => {
    const mac = createHmac('sha256', key);
    for await (const piece of pieces) mac.update(piece);
    return mac.digest('hex');
  },

  random: (length) => randomBytes(length),

  derive: (key, purpose) => new Uint8Array(hkdfSync('sha256', key, new Uint8Array(0), purpose, KEY)),

  stretch: async (words, salt) => await stretched(words, salt, KEY, COST),

  seal: (key, plain, context) => {
    const nonce = randomBytes(NONCE);
    const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG });
    cipher.setAAD(Buffer.from(context));
    const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
  },

  open: (key, sealed, context) => {
    if (sealed.length < NONCE + TAG) return null;
    const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, NONCE), { authTagLength: TAG });
    decipher.setAAD(Buffer.from(context));
    decipher.setAuthTag(sealed.subarray(NONCE, NONCE + TAG));
    try {
      const plain = decipher.update(sealed.subarray(NONCE + TAG));
      // GCM has no final block: this only checks the tag.
      decipher.final();
      return plain;
    } catch {
      return null;
    }
  },
};
