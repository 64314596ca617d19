import {
  createCipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  hkdfSync,
} from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { halfOf, migrationCrypto } from '../../../src/adapters/out/system/migration-crypto.ts';
import { nodeCrypto } from '../../../src/adapters/out/system/node-crypto.ts';
import { bytesOf, hexOf } from '../../../src/core/keeping/migration/bytes.ts';
import {
  boundTo,
  nonceOf,
  opened,
  openedAnswer,
  proofOf,
  sealed,
  sessionKeys,
  tokenKey,
  transcriptHash,
  type MessageKind,
} from '../../../src/core/keeping/migration/session-keys.ts';
import { verifies } from '../../spec/verifies.ts';

interface Vectors {
  readonly targetPrivateKey: string;
  readonly sourcePrivateKey: string;
  readonly token: string;
  readonly manifest: string;
  readonly sessionId: string;
  readonly target: { readonly publicKey: string; readonly nonce: string };
  readonly source: { readonly publicKey: string; readonly nonce: string };
  readonly manifestHash: string;
  readonly transcriptHash: string;
  readonly sharedSecret: string;
  readonly proofKey: string;
  readonly tokenId: string;
  readonly sourceProof: string;
  readonly targetProof: string;
  readonly sourceToTarget: string;
  readonly targetToSource: string;
  readonly messages: readonly {
    readonly kind: MessageKind;
    readonly position: number;
    readonly isLast: boolean;
    readonly plain: string;
    readonly nonce: string;
    readonly additionalData: string;
    readonly sealed: string;
  }[];
  readonly answers: readonly {
    readonly kind: MessageKind;
    readonly position: number;
    readonly nonce: string;
    readonly plain: string;
    readonly sealed: string;
  }[];
}

const v = JSON.parse(
  readFileSync(new URL('../../../config/migration-vectors.json', import.meta.url), 'utf8'),
) as Vectors;

const PKCS8 = Buffer.from('302e020100300506032b656e04220420', 'hex');
const privateKey = (hex: string) =>
  createPrivateKey({ key: Buffer.concat([PKCS8, Buffer.from(hex, 'hex')]), format: 'der', type: 'pkcs8' });
const hex = (text: string) => Buffer.from(text, 'hex');
const hkdf = (key: Buffer, salt: Buffer, info: string) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, 32)).toString('hex');

verifies(
  'migration.vectors',
  'the format is as its description says, computed without our code',
  async () => {
    const [target, source] = [privateKey(v.targetPrivateKey), privateKey(v.sourcePrivateKey)];
    const shared = diffieHellman({ privateKey: source, publicKey: createPublicKey(target) });
    expect(shared.toString('hex')).toBe(v.sharedSecret);
    expect(createHash('sha256').update(v.manifest).digest('hex')).toBe(v.manifestHash);
    const transcript = Buffer.concat([
      Buffer.from('svc migration 1\0'),
      hex(v.sessionId),
      Buffer.from('target\0'),
      hex(v.target.publicKey),
      hex(v.target.nonce),
      Buffer.from('source\0'),
      hex(v.source.publicKey),
      hex(v.source.nonce),
      hex(v.manifestHash),
    ]);
    const hash = createHash('sha256').update(transcript).digest();
    expect(hash.toString('hex')).toBe(v.transcriptHash);
    const none = Buffer.alloc(0);
    expect(hkdf(Buffer.from(v.token), none, 'svc migration 1 proof')).toBe(v.proofKey);
    expect(hkdf(Buffer.from(v.token), none, 'svc migration 1 token id')).toBe(v.tokenId);
    for (const side of ['source', 'target'] as const)
      expect(
        createHmac('sha256', hex(v.proofKey)).update(`svc migration 1 ${side}\0`).update(hash).digest('hex'),
      ).toBe(v[`${side}Proof`]);
    expect(hkdf(shared, hash, 'svc migration 1 source to target')).toBe(v.sourceToTarget);
    expect(hkdf(shared, hash, 'svc migration 1 target to source')).toBe(v.targetToSource);
    const gcm = (key: string, nonce: string, bound: Buffer, plain: string) => {
      const cipher = createCipheriv('aes-256-gcm', hex(key), hex(nonce));
      cipher.setAAD(bound);
      return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString('hex');
    };
    const u64 = (value: number) => {
      const bytes = Buffer.alloc(8);
      bytes.writeBigUInt64BE(BigInt(value));
      return bytes;
    };
    for (const { kind, position, isLast, plain, nonce, additionalData, sealed: text } of v.messages) {
      const number = { manifest: 1, chunk: 2, restore: 3 }[kind];
      expect(Buffer.concat([Buffer.from([number, 0, 0, 0]), u64(position)]).toString('hex')).toBe(nonce);
      const bound = Buffer.concat([
        Buffer.from(`svc migration 1 ${kind}\0`),
        hash,
        u64(position),
        Buffer.from([isLast ? 1 : 0]),
      ]);
      expect(bound.toString('hex')).toBe(additionalData);
      expect(gcm(v.sourceToTarget, nonce, bound, plain)).toBe(text);
    }
    for (const { kind, position, nonce, plain, sealed: text } of v.answers) {
      const bound = Buffer.concat([Buffer.from(`svc migration 1 answer to ${kind}\0`), hash, u64(position)]);
      expect(nonce + gcm(v.targetToSource, nonce, bound, plain)).toBe(text);
    }
  },
);

verifies('migration.vectors', 'our code makes and opens the vectors', async () => {
  const crypto = { ...nodeCrypto, ...migrationCrypto };
  const target = halfOf(privateKey(v.targetPrivateKey));
  const source = halfOf(privateKey(v.sourcePrivateKey));
  expect([hexOf(target.publicKey), hexOf(source.publicKey)]).toEqual([
    v.target.publicKey,
    v.source.publicKey,
  ]);
  const hash = transcriptHash(v, crypto);
  const key = tokenKey(v.token, migrationCrypto);
  expect([hexOf(hash), key]).toEqual([v.transcriptHash, { proofKey: v.proofKey, tokenId: v.tokenId }]);
  expect(proofOf('source', hash, key, crypto)).toBe(v.sourceProof);
  expect(proofOf('target', hash, key, crypto)).toBe(v.targetProof);
  for (const shared of [source.agree(target.publicKey), target.agree(source.publicKey)])
    expect(hexOf(shared!)).toBe(v.sharedSecret);
  const keys = sessionKeys(bytesOf(v.sharedSecret), hash, migrationCrypto);
  for (const message of v.messages) {
    expect(hexOf(nonceOf(message))).toBe(message.nonce);
    expect(hexOf(boundTo(keys, message))).toBe(message.additionalData);
    expect(hexOf(sealed(keys, message, new TextEncoder().encode(message.plain), migrationCrypto))).toBe(
      message.sealed,
    );
    expect(new TextDecoder().decode(opened(keys, message, bytesOf(message.sealed), migrationCrypto)!)).toBe(
      message.plain,
    );
    // In no other place, and not as the end.
    for (const other of [
      { ...message, position: message.position + 1 },
      { ...message, isLast: !message.isLast },
      { ...message, kind: message.kind === 'chunk' ? ('restore' as const) : ('chunk' as const) },
    ])
      expect(opened(keys, other, bytesOf(message.sealed), migrationCrypto)).toBe(null);
  }
  for (const { kind, position, plain, sealed: text } of v.answers) {
    expect(openedAnswer(keys, { kind, position }, text, migrationCrypto)).toEqual(JSON.parse(plain));
    expect(openedAnswer(keys, { kind, position: position + 1 }, text, migrationCrypto)).toBe(null);
    expect(
      openedAnswer({ ...keys, toSource: keys.toTarget }, { kind, position }, text, migrationCrypto),
    ).toBe(null);
  }
});

test('public keys of low order give no secret', () => {
  const half = migrationCrypto.keyHalf();
  for (const low of [
    '0'.repeat(64),
    `01${'0'.repeat(62)}`,
    'e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800',
    '5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157',
    `ec${'ff'.repeat(30)}7f`,
  ])
    expect(half.agree(bytesOf(low))).toBe(null);
  expect(half.agree(new Uint8Array(31))).toBe(null);
});
