import type { Clock } from '../../ports/clock.ts';
import type { Crypto } from '../../ports/crypto.ts';
import type { Acceptance } from './acceptance.ts';
import { bytesOf, hexOf } from './bytes.ts';
import { refuse } from './errors.ts';
import { migrationLimits } from './limits.ts';
import type { KeyHalf, MigrationCrypto } from './port.ts';
import { proofOf, sessionKeys, transcriptHash, type Greeting, type SessionKeys } from './session-keys.ts';

export interface HandshakesDeps {
  readonly crypto: Crypto & MigrationCrypto;
  readonly clock: Clock;
}

/** What the source sends to complete a handshake. All in hexadecimal. */
export interface Completion extends Greeting {
  readonly sessionId: string;
  readonly manifestHash: string;
  readonly proof: string;
}

/** The target's half of a handshake, which anyone may ask for. */
export interface Begun extends Greeting {
  readonly sessionId: string;
}

/** A handshake in which both sides have proven the token. */
export interface Proven {
  readonly sessionId: string;
  readonly manifestHash: string;
  readonly keys: SessionKeys;
  /** Of the target, in hexadecimal. */
  readonly proof: string;
  /** Of the source. */
  readonly shown: string;
}

interface Half extends Begun {
  readonly half: KeyHalf;
  readonly at: number;
}

/** The target's side of handshakes. Nothing is proven before `completed`, and a half is good for one completion. */
export class Handshakes {
  readonly #deps: HandshakesDeps;
  /** The oldest first. */
  readonly #halves = new Map<string, Half>();
  #waiting = 0;

  constructor(deps: HandshakesDeps) {
    this.#deps = deps;
  }

  begin(): Begun {
    const { crypto, clock } = this.#deps;
    const now = clock.monotonic();
    for (const [id, { at }] of this.#halves)
      if (now - at > migrationLimits.begunMs || this.#halves.size >= migrationLimits.begun)
        this.#halves.delete(id);
    const half = crypto.keyHalf();
    const begun = {
      sessionId: hexOf(crypto.random(16)),
      publicKey: hexOf(half.publicKey),
      nonce: hexOf(crypto.random(32)),
    };
    this.#halves.set(begun.sessionId, { ...begun, half, at: now });
    return begun;
  }

  /** @throws Refusal migration_session_unknown, migration_proof_wrong, migration_busy */
  async completed(completion: Completion, acceptance: Acceptance): Promise<Proven> {
    const { crypto, clock } = this.#deps;
    const { sessionId, publicKey, nonce, manifestHash } = completion;
    const found = this.#halves.get(sessionId);
    if (!found || clock.monotonic() - found.at > migrationLimits.begunMs)
      throw refuse.migration_session_unknown();
    this.#halves.delete(sessionId);
    const source = { publicKey, nonce };
    const target = { publicKey: found.publicKey, nonce: found.nonce };
    const hash = transcriptHash({ sessionId, target, source, manifestHash }, crypto);
    const isProven = crypto.isSameText(completion.proof, proofOf('source', hash, acceptance, crypto));
    const shared = isProven ? found.half.agree(bytesOf(publicKey)) : null;
    if (!shared) return await this.#slowly();
    const keys = sessionKeys(shared, hash, crypto);
    const proof = proofOf('target', hash, acceptance, crypto);
    return { sessionId, manifestHash, keys, proof, shown: completion.proof };
  }

  /** Slows guessing down. */
  async #slowly(): Promise<never> {
    if (this.#waiting >= migrationLimits.wrongWaiting) throw refuse.migration_busy();
    this.#waiting += 1;
    try {
      await this.#deps.clock.sleep(migrationLimits.wrongMs);
    } finally {
      this.#waiting -= 1;
    }
    throw refuse.migration_proof_wrong();
  }
}
