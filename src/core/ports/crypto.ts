/** Hashes, and encryption at rest. Keys are 32 bytes; no call keeps state. */
export interface Crypto {
  /** The SHA-256 of the bytes in hexadecimal. */
  sha256(bytes: Uint8Array): string;

  /** Whether two texts are the same, in a time that does not depend on where they differ. */
  isSameText(a: string, b: string): boolean;

  /** HMAC-SHA256 of the bytes in hexadecimal. */
  mac(key: Uint8Array, bytes: Uint8Array): string;

  /** The same of bytes that come in pieces. Rejects as they do. */
  macOf(key: Uint8Array, pieces: AsyncIterable<Uint8Array>): Promise<string>;

  /** Cryptographically random bytes. */
  random(length: number): Uint8Array;

  /** Derives a key for one purpose from another key (HKDF-SHA256, no salt); each purpose gets another key. */
  derive(key: Uint8Array, purpose: string): Uint8Array;

  /** Derives a key from a passphrase (scrypt): slow on purpose, deterministic for a salt. */
  stretch(words: string, salt: Uint8Array): Promise<Uint8Array>;

  /** AES-256-GCM with a new nonce each time, bound to `context`: 12 bytes of nonce, 16 of tag, then the ciphertext. */
  seal(key: Uint8Array, plain: Uint8Array, context: string): Uint8Array;

  /** The decrypted bytes; null if the key or the context differs, or any bit was changed. */
  open(key: Uint8Array, sealed: Uint8Array, context: string): Uint8Array | null;
}
