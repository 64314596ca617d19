import type { Crypto } from '../../ports/crypto.ts';
import { bytesOf, hexOf } from './bytes.ts';
import { isTargetCode, refuse } from './errors.ts';
import { migrationLimits } from './limits.ts';
import type { RestoreState } from './model.ts';
import { stateIn } from './restore-state.ts';
import type { ChunkCipher, MigrationCrypto, TargetLink, TargetReply } from './port.ts';
import {
  boundTo,
  nonceOf,
  openedAnswer,
  proofOf,
  sealed,
  sealedBytes,
  sessionKeys,
  transcriptHash,
  type Message,
  type SessionKeys,
  type TokenKey,
} from './session-keys.ts';
import { say } from './says.ts';

const PATH = '/api/migration';
const SESSION_HEADER = 'svc-migration-session';
const CHUNK_HEADER = 'svc-migration-chunk';

type Cryptography = Crypto & MigrationCrypto;

/**
 * The source's side of one session: a handshake in which the target has proven the token, and messages that only the
 * target can open and answer. Each call may be repeated after a lost answer; it sends the same bytes again.
 */
export class TargetSession {
  readonly #link: TargetLink;
  readonly #crypto: Cryptography;
  readonly #sessionId: string;
  readonly #keys: SessionKeys;

  private constructor(link: TargetLink, crypto: Cryptography, sessionId: string, keys: SessionKeys) {
    this.#link = link;
    this.#crypto = crypto;
    this.#sessionId = sessionId;
    this.#keys = keys;
  }

  /**
   * @throws Refusal what the target refuses with, migration_target_unproven, migration_target_away
   */
  static async begin(
    link: TargetLink,
    { key, manifestHash }: { readonly key: TokenKey; readonly manifestHash: string },
    crypto: Cryptography,
    signal: AbortSignal,
  ): Promise<TargetSession> {
    const begun = await asked(link, { method: 'GET', path: `${PATH}/handshake`, ms: ANSWER_MS }, signal);
    const { sessionId, publicKey, nonce } = begun as Readonly<Record<string, unknown>>;
    if (!isHex(sessionId, 32) || !isHex(publicKey, 64) || !isHex(nonce, 64)) throw unproven();
    const half = crypto.keyHalf();
    const source = { publicKey: hexOf(half.publicKey), nonce: hexOf(crypto.random(32)) };
    const hash = transcriptHash({ sessionId, target: { publicKey, nonce }, source, manifestHash }, crypto);
    const shared = half.agree(bytesOf(publicKey));
    if (!shared) throw unproven();
    const proof = proofOf('source', hash, key, crypto);
    const body = JSON.stringify({ sessionId, ...source, manifestHash, proof });
    const request = {
      method: 'POST',
      path: `${PATH}/handshake`,
      body,
      headers: JSON_BODY,
      ms: ANSWER_MS,
    } as const;
    const completed = await asked(link, request, signal);
    const { proof: theirs } = completed as Readonly<Record<string, unknown>>;
    const isProven = isHex(theirs, 64) && crypto.isSameText(theirs, proofOf('target', hash, key, crypto));
    if (!isProven) throw unproven();
    return new TargetSession(link, crypto, sessionId, sessionKeys(shared, hash, crypto));
  }

  /** @returns the number of the first chunk that the target does not have */
  async manifest(text: string, signal: AbortSignal): Promise<number> {
    const body = sealed(this.#keys, MANIFEST, new TextEncoder().encode(text), this.#crypto);
    return nextIn(await this.#sent(MANIFEST, body, {}, migrationLimits.chunkMs, signal));
  }

  /** Seals the first `length` bytes of `buffer` in their place. The result is sent as often as needed. */
  async seal(
    cipher: Pick<ChunkCipher, 'seal'>,
    position: number,
    isLast: boolean,
    buffer: Uint8Array,
    length: number,
  ): Promise<Uint8Array> {
    const message = { kind: 'chunk', position, isLast } as const;
    const { toTarget } = this.#keys;
    await cipher.seal(toTarget, nonceOf(message), boundTo(this.#keys, message), buffer, length);
    return buffer.subarray(0, sealedBytes(length));
  }

  /** @returns the number of the first chunk that the target does not have */
  async chunk(position: number, body: Uint8Array, signal: AbortSignal): Promise<number> {
    const message = { kind: 'chunk', position, isLast: false } as const;
    const headers = { [CHUNK_HEADER]: String(position) };
    return nextIn(await this.#sent(message, body, headers, migrationLimits.chunkMs, signal));
  }

  /** Begins the restore, or asks how far it is. `key`: the vault key of the source; null if it has none. */
  async restore(key: string | null, signal: AbortSignal): Promise<RestoreState> {
    const plain = new TextEncoder().encode(JSON.stringify({ key }));
    const body = sealed(this.#keys, RESTORE, plain, this.#crypto);
    return stateIn(await this.#sent(RESTORE, body, {}, ANSWER_MS, signal));
  }

  async #sent(
    message: Message,
    body: Uint8Array,
    more: Readonly<Record<string, string>>,
    ms: number,
    signal: AbortSignal,
  ): Promise<unknown> {
    const headers = { ...BYTES_BODY, [SESSION_HEADER]: this.#sessionId, ...more };
    const path = `${PATH}/${message.kind}`;
    const answer = await asked(this.#link, { method: 'POST', path, headers, body, ms }, signal);
    const { sealed: given } = answer as { readonly sealed?: unknown };
    const opened = typeof given === 'string' ? openedAnswer(this.#keys, message, given, this.#crypto) : null;
    // Someone on the way has changed it, or answers in the target's place.
    if (opened === null || typeof opened !== 'object') throw refuse.migration_altered();
    return opened;
  }
}

const ANSWER_MS = migrationLimits.answerMs;
const MANIFEST: Message = { kind: 'manifest', position: 0, isLast: true };
const RESTORE: Message = { kind: 'restore', position: 0, isLast: true };
const JSON_BODY = { 'content-type': 'application/json' } as const;
const BYTES_BODY = { 'content-type': 'application/octet-stream' } as const;

const unproven = () => refuse.migration_target_unproven();

const isHex = (value: unknown, length: number): value is string =>
  typeof value === 'string' && value.length === length && /^[\da-f]*$/u.test(value);

/** @throws Refusal the one that the target gives, in our words; migration_target_away for what passes */
async function asked(
  link: TargetLink,
  request: Parameters<TargetLink['ask']>[0],
  signal: AbortSignal,
): Promise<unknown> {
  const reply = await link.ask(request, signal);
  const answer = answerIn(reply);
  if (reply.status === 200 || reply.status === 202) return answer ?? {};
  const code = (answer as { readonly code?: unknown } | null)?.code;
  // The other engine's message is replaced by our own sentence, because it may have been changed on the way.
  if (isTargetCode(code)) throw refuse[code]();
  if (code === 'disk_full') throw refuse.migration_space();
  if (code === 'storage_error' || code === 'internal') throw refuse.migration_target_failed();
  // It restarts, or something between is out of order.
  if (reply.status >= 500 || reply.status === 429 || code === 'not_ready')
    throw refuse.migration_target_away();
  throw refuse.migration_target_refused(
    { status: reply.status },
    reply.status === 403 && code === 'host_not_allowed'
      ? say('migration.unknown_name')
      : say('migration.no_engine', { status: reply.status }),
  );
}

function answerIn({ text }: TargetReply): unknown {
  try {
    const answer = JSON.parse(text) as unknown;
    return typeof answer === 'object' ? answer : null;
  } catch {
    return null;
  }
}

function nextIn(answer: unknown): number {
  const { next } = answer as { readonly next?: unknown };
  if (!Number.isSafeInteger(next) || (next as number) < 0) throw refuse.migration_altered();
  return next as number;
}
