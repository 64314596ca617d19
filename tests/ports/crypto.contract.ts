import { describe, expect, it } from '@jest/globals';
import type { Crypto } from '../../src/core/ports/crypto.ts';
import { verifies } from '../spec/verifies.ts';

const bytes = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../gu) ?? [], (byte) => parseInt(byte, 16));
const hex = (all: Uint8Array): string =>
  Array.from(all, (byte) => byte.toString(16).padStart(2, '0')).join('');
const text = (words: string): Uint8Array => new TextEncoder().encode(words);

export function cryptoContract(name: string, crypto: Crypto): void {
  describe(`Crypto contract: ${name}`, () => {
    const key = crypto.random(32);

    it('makes different random bytes each time', () => {
      const made = Array.from({ length: 50 }, () => hex(crypto.random(16)));
      expect(new Set(made).size).toBe(50);
      expect(made.every((one) => one.length === 32)).toBe(true);
    });

    verifies('mcp.auth.constant-time', 'compares texts of any length, by their bytes', () => {
      expect(crypto.isSameText('a secret', 'a secret')).toBe(true);
      expect(crypto.isSameText('', '')).toBe(true);
      for (const other of ['', 'a secre', 'a secret ', 'A secret', 'a secret\u0000', 'a s\u00e9cret'])
        expect([other, crypto.isSameText('a secret', other)]).toEqual([other, false]);
      expect(crypto.isSameText('\u00e9', 'e\u0301')).toBe(false);
    });

    it('derives as RFC 5869 does (test case 3: no salt, no info)', () => {
      expect(hex(crypto.derive(bytes('0b'.repeat(22)), ''))).toBe(
        '8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d',
      );
      expect(hex(crypto.derive(key, 'a'))).not.toBe(hex(crypto.derive(key, 'b')));
    });

    it('stretches passphrases: the same salt gives the same key, any other a different one', async () => {
      const salt = crypto.random(16);
      const [one, same, other] = await Promise.all([
        crypto.stretch('correct horse', salt),
        crypto.stretch('correct horse', salt),
        crypto.stretch('correct horse', crypto.random(16)),
      ]);
      expect(hex(one)).toBe(hex(same));
      expect(hex(one)).not.toBe(hex(other));
      expect(one).toHaveLength(32);
    });

    it('opens data sealed by the GCM specification (test case 14)', () => {
      const zeros = new Uint8Array(16);
      const tag = 'd0d1c8a799996bf0265b98b5d48ab919';
      const sealed = bytes(`${'00'.repeat(12)}${tag}cea7403d4d606b6e074ec5d3baf39d18`);
      expect(crypto.open(new Uint8Array(32), sealed, '')).toEqual(zeros);
    });

    it('opens what it sealed, under the same key and context, and seals differently each time', () => {
      for (const plain of ['', 'a', 'grüße 🎉', 'x'.repeat(100_000)]) {
        const [one, again] = [crypto.seal(key, text(plain), 'here'), crypto.seal(key, text(plain), 'here')];
        expect(hex(one)).not.toBe(hex(again));
        expect(one).toHaveLength(28 + text(plain).length);
        for (const sealed of [one, again])
          expect(hex(crypto.open(key, sealed, 'here') ?? text('null'))).toBe(hex(text(plain)));
      }
    });

    it('refuses everything else: another key, another context, any changed bit, any length', () => {
      const sealed = crypto.seal(key, text('a secret'), 'here');
      expect(crypto.open(crypto.random(32), sealed, 'here')).toBeNull();
      expect(crypto.open(key, sealed, 'there')).toBeNull();
      for (let at = 0; at < sealed.length; at++) {
        const changed = Uint8Array.from(sealed);
        changed[at] = (changed[at] ?? 0) ^ 1;
        expect(crypto.open(key, changed, 'here')).toBeNull();
        expect(crypto.open(key, sealed.subarray(0, at), 'here')).toBeNull();
      }
    });
  });
}
