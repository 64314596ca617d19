/** What keeps things secret at rest. Keys are 32 bytes; nothing here is kept between calls. */
export interface Crypto {
  /** Unguessable bytes. */
  random(length: number): Uint8Array;

  /** A key for one purpose out of another key (HKDF-SHA256, no salt); never the same one for two purposes. */
  derive(key: Uint8Array, purpose: string): Uint8Array;

  /** A key out of words that a person may have chosen (scrypt): slow on purpose, the same for the same salt. */
  stretch(words: string, salt: Uint8Array): Promise<Uint8Array>;

  /** AES-256-GCM with a new nonce each time, bound to `context`: 12 bytes of nonce, 16 of tag, then the ciphertext. */
  seal(key: Uint8Array, plain: Uint8Array, context: string): Uint8Array;

  /** What was sealed; null when the key or the context is another one, or a single bit was changed. */
  open(key: Uint8Array, sealed: Uint8Array, context: string): Uint8Array | null;
}
