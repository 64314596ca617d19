import type { Crypto } from '../../ports/crypto.ts';

/** One key of a vault, and what it seals and opens. */
export interface Key {
  /** As its owner stores it. */
  readonly text: string;
  /** Derived from the key without revealing it: identifies a wrong key before anything is decrypted. */
  readonly keyId: string;
  seal(what: Sealable, plain: string): Uint8Array;
  /** Null if it was sealed with another key or for another name, or was changed. */
  open(what: Sealable, sealed: Uint8Array): string | null;
  /** Another key, for one purpose outside the vault. */
  derive(purpose: string): Uint8Array;
}

/**
 * What a sealed value belongs to. It is part of the seal: under another name, or for other hosts, the value does not open.
 * `hosts` as in `SealedSecret`.
 */
export type Sealable =
  | { readonly secret: string; readonly hosts: readonly string[] | null }
  | { readonly key: string };

/** At least 32 random bytes in hex or base64: such keys need no stretching. */
const RANDOM = /^(?:[A-Za-z0-9+/_-]{43,}={0,2}|[\da-fA-F]{64,})$/u;

/** Slow for a text that a person has chosen. */
export async function keyFrom(text: string, salt: Uint8Array, crypto: Crypto): Promise<Key> {
  const base = RANDOM.test(text) ? new TextEncoder().encode(text) : await crypto.stretch(text, salt);
  const sealing = crypto.derive(base, 'svc vault');
  const contextOf = (what: Sealable): string =>
    'key' in what
      ? `svc vault key ${what.key}`
      : `svc secret ${what.secret}${what.hosts === null ? '' : ` for ${JSON.stringify(what.hosts)}`}`;
  return {
    text,
    keyId: hex(crypto.derive(base, 'svc vault key id').subarray(0, 8)),
    seal: (what, plain) => crypto.seal(sealing, new TextEncoder().encode(plain), contextOf(what)),
    open: (what, sealed) => {
      const plain = crypto.open(sealing, sealed, contextOf(what));
      return plain && new TextDecoder('utf-8', { ignoreBOM: true }).decode(plain);
    },
    derive: (purpose) => crypto.derive(base, purpose),
  };
}

/** A new key, in base64url. */
export const newKeyText = (crypto: Crypto): string => base64url(crypto.random(32));

export const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

function base64url(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(at, at + 3);
    const bits = (a << 16) | (b << 8) | c;
    const letters = [18, 12, 6, 0].map((shift) => ALPHABET.charAt((bits >> shift) & 63)).join('');
    text += letters.slice(0, Math.min(3, bytes.length - at) + 1);
  }
  return text;
}
