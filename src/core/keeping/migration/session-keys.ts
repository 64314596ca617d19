import type { Crypto } from '../../ports/crypto.ts';
import { bytesOf, hexOf, joined, textBytes, u64 } from './bytes.ts';
import { migrationLimits } from './limits.ts';
import type { MigrationCrypto } from './port.ts';

/** One side of a handshake, as the other one gets to know it. */
export interface Greeting {
  /** 32 bytes each, in hexadecimal. */
  readonly publicKey: string;
  readonly nonce: string;
}

/** Everything that both sides have to agree about. All in hexadecimal. */
export interface Transcript {
  /** 16 bytes. */
  readonly sessionId: string;
  readonly target: Greeting;
  readonly source: Greeting;
  /** SHA-256 of the manifest; 32 bytes of 0 where there is none yet, and then no manifest can follow. */
  readonly manifestHash: string;
}

export const NO_MANIFEST = '00'.repeat(32);
export const PROTOCOL = 'svc migration 1';

/** What both sides sign, with everything at a fixed place (config/migration-format.md). @returns its SHA-256, 32 bytes */
export const transcriptHash = (
  { sessionId, target, source, manifestHash }: Transcript,
  crypto: Pick<Crypto, 'sha256'>,
): Uint8Array =>
  bytesOf(
    crypto.sha256(
      joined(
        textBytes(`${PROTOCOL}\0`),
        bytesOf(sessionId),
        textBytes('target\0'),
        bytesOf(target.publicKey),
        bytesOf(target.nonce),
        textBytes('source\0'),
        bytesOf(source.publicKey),
        bytesOf(source.nonce),
        bytesOf(manifestHash),
      ),
    ),
  );

/** What follows from a migration token. It proves the token, and the token does not follow from it. */
export interface TokenKey {
  /** In hexadecimal. It is as secret as the token while the token counts. */
  readonly proofKey: string;
  /** Names the token and proves nothing. */
  readonly tokenId: string;
}

export function tokenKey(token: string, crypto: MigrationCrypto): TokenKey {
  const of = (purpose: string) =>
    hexOf(crypto.deriveSalted(textBytes(token), NO_SALT, `${PROTOCOL} ${purpose}`));
  return { proofKey: of('proof'), tokenId: of('token id') };
}

export const isToken = (text: string): boolean => TOKEN.test(text);
const TOKEN = new RegExp(`^[\\w-]{${migrationLimits.tokenLeast},${migrationLimits.tokenMost}}$`, 'u');

export type Side = 'source' | 'target';

/** The proof of one side that it knows the token and sees the same handshake, in hexadecimal. */
export const proofOf = (
  side: Side,
  hash: Uint8Array,
  { proofKey }: Pick<TokenKey, 'proofKey'>,
  crypto: Pick<Crypto, 'mac'>,
): string => crypto.mac(bytesOf(proofKey), joined(textBytes(`${PROTOCOL} ${side}\0`), hash));

/** The keys of a session, one for each direction, and what all its messages are bound to. */
export interface SessionKeys {
  readonly hash: Uint8Array;
  readonly toTarget: Uint8Array;
  readonly toSource: Uint8Array;
}

export const sessionKeys = (shared: Uint8Array, hash: Uint8Array, crypto: MigrationCrypto): SessionKeys => ({
  hash,
  toTarget: crypto.deriveSalted(shared, hash, `${PROTOCOL} source to target`),
  toSource: crypto.deriveSalted(shared, hash, `${PROTOCOL} target to source`),
});

/** The messages of the source. Each kind and position is sealed once in a session, always with the same content. */
const KINDS = { manifest: 1, chunk: 2, restore: 3 } as const;
export type MessageKind = keyof typeof KINDS;

export interface Message {
  readonly kind: MessageKind;
  /** Of a chunk; 0 for the others. */
  readonly position: number;
  /** Whether it is the last chunk; true for the others. */
  readonly isLast: boolean;
}

const NONCE = 12;
const TAG = 16;

export const sealedBytes = (length: number): number => length + TAG;

export const nonceOf = ({ kind, position }: Message): Uint8Array =>
  joined(Uint8Array.of(KINDS[kind], 0, 0, 0), u64(position));

export const boundTo = (
  { hash }: Pick<SessionKeys, 'hash'>,
  { kind, position, isLast }: Message,
): Uint8Array =>
  joined(textBytes(`${PROTOCOL} ${kind}\0`), hash, u64(position), Uint8Array.of(isLast ? 1 : 0));

/** Seals a short message of the source. */
export function sealed(
  keys: SessionKeys,
  message: Message,
  plain: Uint8Array,
  crypto: MigrationCrypto,
): Uint8Array {
  const buffer = joined(plain, new Uint8Array(TAG));
  crypto.sealInPlace(keys.toTarget, nonceOf(message), boundTo(keys, message), buffer, plain.length);
  return buffer;
}

/** Null if it is not this message of this session. */
export function opened(
  keys: SessionKeys,
  message: Message,
  given: Uint8Array,
  crypto: MigrationCrypto,
): Uint8Array | null {
  if (given.length < TAG) return null;
  const isOne = crypto.openInPlace(
    keys.toTarget,
    nonceOf(message),
    boundTo(keys, message),
    given,
    given.length,
  );
  return isOne ? given.subarray(0, given.length - TAG) : null;
}

type AnswerKeys = Pick<SessionKeys, 'hash' | 'toSource'>;

const answerBound = ({ hash }: AnswerKeys, kind: MessageKind, position: number): Uint8Array =>
  joined(textBytes(`${PROTOCOL} answer to ${kind}\0`), hash, u64(position));

/** An answer of the target to one message, so that no one on the way can give it: a nonce, then the sealed JSON, in hexadecimal. */
export function sealedAnswer(
  keys: AnswerKeys,
  { kind, position }: Pick<Message, 'kind' | 'position'>,
  answer: unknown,
  crypto: MigrationCrypto & Pick<Crypto, 'random'>,
): string {
  const plain = textBytes(JSON.stringify(answer));
  const nonce = crypto.random(NONCE);
  const buffer = joined(plain, new Uint8Array(TAG));
  crypto.sealInPlace(keys.toSource, nonce, answerBound(keys, kind, position), buffer, plain.length);
  return hexOf(joined(nonce, buffer));
}

/** Null if it is not the target's answer to that message. */
export function openedAnswer(
  keys: AnswerKeys,
  { kind, position }: Pick<Message, 'kind' | 'position'>,
  given: string,
  crypto: MigrationCrypto,
): unknown {
  if (!/^(?:[\da-f]{2}){28,}$/u.test(given)) return null;
  const all = bytesOf(given);
  const buffer = all.subarray(NONCE);
  const nonce = all.slice(0, NONCE);
  if (!crypto.openInPlace(keys.toSource, nonce, answerBound(keys, kind, position), buffer, buffer.length))
    return null;
  return JSON.parse(new TextDecoder().decode(buffer.subarray(0, buffer.length - TAG)));
}

const NO_SALT = new Uint8Array(0);
