import type { Crypto } from '../../ports/crypto.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import type { Log } from '../../ports/log.ts';
import type { Words } from '../../ports/words.ts';
import type { Clock } from '../../ports/clock.ts';
import { isOpen, type Acceptance, type Acceptances } from './acceptance.ts';
import { whileOn, type Arriving, type Session } from './arriving-session.ts';
import { bytesOf, hexOf } from './bytes.ts';
import { refuse } from './errors.ts';
import type { Begun, Completion, Handshakes } from './handshakes.ts';
import { Layout } from './layout.ts';
import { migrationLimits } from './limits.ts';
import { allOf, readInto } from './message-body.ts';
import type { Accepted, RestoreState } from './model.ts';
import type { ArrivedRestores, ChunkCipher, IncomingFiles, MigrationCrypto, Operations } from './port.ts';
import { CHECKING, keyIn, stateOf, verificationOf } from './restore-state.ts';
import {
  boundTo,
  nonceOf,
  opened,
  sealedAnswer,
  sealedBytes,
  tokenKey,
  type Message,
} from './session-keys.ts';
import { usableManifest, type ManifestDeps } from './usable-manifest.ts';

export interface ImportServiceDeps extends ManifestDeps {
  readonly acceptances: Acceptances;
  readonly handshakes: Handshakes;
  readonly incoming: IncomingFiles;
  /** Restores what has arrived. */
  readonly restores: Pick<ArrivedRestores, 'restore'>;
  readonly operations: Pick<Operations, 'on'>;
  /** Whether the engine has nothing of an owner yet. */
  readonly isEmpty: () => Promise<boolean>;
  readonly isHosted: boolean;
  /** How other machines reach this engine. */
  readonly reach: () => Pick<Accepted, 'port' | 'isOpen' | 'addresses'>;
  readonly crypto: Crypto & MigrationCrypto;
  readonly cipher: ChunkCipher;
  readonly words: Words;
  readonly clock: Clock;
  readonly log: Log;
}

interface Answer {
  /** Sealed, in hexadecimal. */
  readonly sealed: string;
}

/**
 * The side of a migration that receives. It lands beside the data, and is restored as a backup is: nothing of the engine
 * changes before all of it was checked. There is one session at a time: that of the last client that proved the token.
 */
export class MigrationImport {
  readonly #deps: ImportServiceDeps;
  #session: Session | null = null;
  /** Messages of the session are taken one at a time. */
  #turn: Promise<unknown> = Promise.resolve();
  #restore: { readonly backupId: string; failed: string | null } | null = null;
  #isStopped = false;

  constructor(deps: ImportServiceDeps) {
    this.#deps = deps;
  }

  /**
   * Opens this engine for one migration, and closes an earlier acceptance.
   * @throws Refusal migration_hosted, migration_key_unusable, disk_full, storage_error
   */
  async accept({ replace }: { readonly replace: boolean }): Promise<Accepted> {
    const { isHosted, hasKey, isEmpty, acceptances, crypto, clock, reach } = this.#deps;
    if (isHosted) throw refuse.migration_hosted();
    if (!hasKey()) throw refuse.migration_key_unusable();
    if (!replace && !(await isEmpty())) throw refuse.migration_not_empty();
    const token = hexOf(crypto.random(32));
    const expiresAt = clock.now() + migrationLimits.acceptMs;
    await this.#ended();
    await acceptances.open(tokenKey(token, crypto), { expiresAt, replace });
    return { token, expiresAt, replace, ...reach() };
  }

  /** Accepts nothing any more, and removes what has arrived. Repeatable. @throws Refusal disk_full, storage_error */
  async close(): Promise<void> {
    this.#session?.over.abort();
    await this.#inTurn(async () => {
      await this.#ended();
      await this.#deps.acceptances.close();
      if (!(await this.#isRestoring())) await this.#deps.incoming.clear();
    });
  }

  /** Anyone may begin: nothing is told but a fresh public key. @throws Refusal migration_not_accepted */
  async begin(): Promise<Begun> {
    await this.#acceptance();
    return this.#deps.handshakes.begin();
  }

  /**
   * @returns the proof that this engine knows the token, too
   * @throws Refusal migration_not_accepted, migration_session_unknown, migration_proof_wrong, migration_busy,
   *   migration_not_empty, migration_key_unusable
   */
  async complete(completion: Completion): Promise<{ readonly proof: string }> {
    const { sessionId, manifestHash } = completion;
    const acceptance = await this.#acceptance(manifestHash);
    const known = this.#session;
    // The answer was lost on the way, and this is the same request again: it is answered as before.
    if (known?.sessionId === sessionId && this.#deps.crypto.isSameText(known.shown, completion.proof))
      return { proof: known.proof };
    const proven = await this.#deps.handshakes.completed(completion, acceptance);
    // Only the owner is told.
    if (isOpen(acceptance)) await this.#confirmPlace(acceptance);
    this.#session?.over.abort();
    return await this.#inTurn(async () => {
      await this.#ended();
      this.#session = { ...proven, altered: 0, arriving: null, buffers: [], over: new AbortController() };
      return { proof: proven.proof };
    });
  }

  /**
   * Takes the manifest. Repeatable.
   * @returns sealed: `next`, the number of the first chunk that is missing
   * @throws Refusal migration_not_accepted, migration_session_unknown, migration_altered, migration_unusable, migration_key_unusable,
   *   migration_space, disk_full, storage_error
   */
  async manifest(sessionId: string, body: AsyncIterable<Uint8Array>): Promise<Answer> {
    return await this.#inTurn(async () => {
      const session = await this.#sessionOf(sessionId);
      const given = await whileOn(session, allOf(body, sealedBytes(migrationLimits.manifestBytes)));
      const plain = this.#open(session, MANIFEST, given);
      const text = new TextDecoder().decode(plain);
      if (this.#deps.crypto.sha256(plain) !== session.manifestHash) throw refuse.migration_altered();
      const known = session.arriving;
      if (known) return this.#answer(session, MANIFEST, { next: known.next });
      const manifest = await usableManifest(text, this.#deps);
      const layout = new Layout(manifest);
      const last = await this.#deps.acceptances.now();
      const isDone = last !== null && !isOpen(last) && last.restoring?.manifestHash === session.manifestHash;
      const next = isDone
        ? layout.chunkCount
        : await this.#deps.incoming.begin({
            hash: session.manifestHash,
            text,
            folders: manifest.files.flatMap(({ path, kind }) => (kind === 'folder' ? path : [])),
            files: manifest.files.filter(({ kind }) => kind !== 'folder'),
            totalBytes: layout.totalBytes,
            slicesOf: (chunk) => (chunk < layout.chunkCount ? layout.slicesOf(chunk) : []),
          });
      session.arriving = {
        manifest,
        layout,
        next,
        unsynced: 0,
        syncing: Promise.resolve(),
        receiving: new Map(),
      };
      return this.#answer(session, MANIFEST, { next });
    });
  }

  /**
   * Takes a chunk. One that is here already is not read again.
   * @returns sealed: `next`, as above
   * @throws Refusal migration_session_unknown, migration_incomplete, migration_out_of_order, migration_altered,
   *   disk_full, storage_error
   */
  async chunk(sessionId: string, position: number, body: AsyncIterable<Uint8Array>): Promise<Answer> {
    const session = await this.#sessionOf(sessionId);
    const { arriving } = session;
    if (!arriving) throw refuse.migration_incomplete();
    const { layout, receiving } = arriving;
    const message = { kind: 'chunk', position, isLast: position === layout.chunkCount - 1 } as const;
    // The same chunk may be on its way twice.
    while (receiving.has(position)) await receiving.get(position);
    if (position < arriving.next) return this.#answer(session, message, { next: arriving.next });
    if (position >= layout.chunkCount) throw refuse.migration_altered();
    if (position - arriving.next >= migrationLimits.ahead)
      throw refuse.migration_out_of_order({ next: arriving.next });
    const received = this.#received(session, arriving, message, body);
    const settled = received.then(
      () => undefined,
      () => undefined,
    );
    receiving.set(position, settled);
    try {
      await received;
    } finally {
      receiving.delete(position);
    }
    return this.#answer(session, message, { next: arriving.next });
  }

  /** While a chunk is written, the next one may arrive; it waits for the one before. */
  async #received(
    session: Session,
    arriving: Arriving,
    message: Message,
    body: AsyncIterable<Uint8Array>,
  ): Promise<void> {
    const { layout, receiving } = arriving;
    const { position } = message;
    const length = layout.sizeOf(position);
    const buffer = (session.buffers[position % migrationLimits.ahead] ??= this.#deps.cipher.buffer(
      sealedBytes(migrationLimits.chunkBytes),
    ));
    const got = await whileOn(session, readInto(buffer.subarray(0, sealedBytes(length)), body));
    const { keys } = session;
    const isOne =
      got === sealedBytes(length) &&
      (await this.#deps.cipher.open(keys.toTarget, nonceOf(message), boundTo(keys, message), buffer, got));
    if (!isOne) throw this.#alteredIn(session);
    await receiving.get(position - 1);
    await this.#inTurn(async () => {
      if (this.#session !== session) throw refuse.migration_session_unknown();
      if (position !== arriving.next) throw refuse.migration_out_of_order({ next: arriving.next });
      await this.#deps.incoming.write(layout.slicesOf(position), buffer.subarray(0, length));
      arriving.next = position + 1;
      arriving.unsynced += length;
      const isLast = arriving.next === layout.chunkCount;
      if (isLast || arriving.unsynced >= migrationLimits.syncBytes) await this.#sync(arriving, isLast);
    });
  }

  /**
   * Begins the restore once everything is here, and tells how far it is; ask until it has ended. The answer comes from
   * what is on disk where the session began it before this engine restarted.
   * @returns sealed: `RestoreState`
   * @throws Refusal migration_session_unknown, migration_incomplete, migration_altered, migration_not_empty
   */
  async restore(sessionId: string, body: AsyncIterable<Uint8Array>): Promise<Answer> {
    return await this.#inTurn(async () => {
      const last = await this.#deps.acceptances.lastRestore();
      if (this.#session?.sessionId !== sessionId && last?.sessionId === sessionId && last.outcome) {
        const keys = { hash: bytesOf(last.hash), toSource: bytesOf(last.toSource) };
        return { sealed: sealedAnswer(keys, RESTORE, stateOf(last, this.#deps.words), this.#deps.crypto) };
      }
      const session = await this.#sessionOf(sessionId);
      const { arriving } = session;
      if (!arriving || arriving.next < arriving.layout.chunkCount) throw refuse.migration_incomplete();
      const given = await whileOn(session, allOf(body, sealedBytes(migrationLimits.restoreBytes)));
      const plain = this.#open(session, RESTORE, given);
      const { backupId } = arriving.manifest;
      const outcome = last?.manifestHash === session.manifestHash ? last.outcome : null;
      if (this.#restore?.backupId === backupId) {
        if (last && outcome) return this.#answer(session, RESTORE, stateOf(last, this.#deps.words));
        const { failed } = this.#restore;
        if (failed === null)
          return this.#answer(session, RESTORE, this.#progressOf(backupId, arriving.layout.totalBytes));
        this.#restore = null;
        return this.#answer(session, RESTORE, { ...CHECKING, status: 'failed', problems: [failed] });
      }
      if (last && (outcome?.status === 'completed' || outcome?.status === 'running'))
        return this.#answer(session, RESTORE, stateOf(last, this.#deps.words));
      await this.#begin(session, arriving, keyIn(plain));
      return this.#answer(session, RESTORE, { ...CHECKING, totalBytes: arriving.layout.totalBytes });
    });
  }

  /** Once an engine has started on restored data: what had arrived is removed. Never rejects. */
  async settle(): Promise<void> {
    const { acceptances, incoming, log } = this.#deps;
    try {
      const last = await acceptances.lastRestore();
      const isUsed = last?.outcome?.status === 'completed';
      const acceptance = await acceptances.now();
      if ((isUsed || acceptance === null) && !(await this.#isRestoring())) await incoming.clear();
    } catch (error) {
      log.warn(LEFT, { error });
    }
  }

  /** Takes nothing any more, and makes durable what is here. A restore that was begun goes on. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#session?.over.abort();
    await this.#turn.catch(() => undefined);
    await this.#ended();
  }

  async #begin(session: Session, { manifest, layout }: Arriving, key: string | null): Promise<void> {
    const { acceptances, restores, incoming, clock, log } = this.#deps;
    const acceptance = await this.#acceptance(session.manifestHash);
    await this.#confirmPlace(acceptance);
    await incoming.close();
    await this.#deps.cipher.close();
    const { backupId } = manifest;
    await acceptances.restoring({
      tokenId: acceptance.tokenId,
      sessionId: session.sessionId,
      manifestHash: session.manifestHash,
      backupId,
      startedAt: clock.now(),
      hash: hexOf(session.keys.hash),
      toSource: hexOf(session.keys.toSource),
      verification: verificationOf(manifest, layout),
    });
    const restore = { backupId, failed: null as string | null };
    this.#restore = restore;
    log.info('[svc:migration] everything has arrived and is being checked', { backupId });
    const wishes = { allowForeign: true, allowUnauthenticated: true, ...(key === null ? {} : { key }) };
    restores.restore(backupId, wishes).then(
      () => undefined,
      async (error: unknown) => {
        // What is not as the manifest says has to be sent again.
        if (isRefusal(error) && error.code === 'backup_unusable')
          await incoming.clear().catch((failure: unknown) => log.warn(LEFT, { error: failure }));
        restore.failed = isRefusal(error)
          ? this.#deps.words.inEnglish(error.says)
          : 'The restore failed. The log of the engine that receives says why.';
      },
    );
  }

  #progressOf(backupId: string, totalBytes: number): RestoreState {
    const operation = this.#deps.operations.on(backupId);
    if (!operation) return { ...CHECKING, status: 'restoring', doneBytes: totalBytes, totalBytes };
    const { doneBytes } = operation.progress;
    return { ...CHECKING, doneBytes: Math.min(doneBytes, totalBytes), totalBytes };
  }

  /** @throws Refusal migration_not_accepted */
  async #acceptance(manifestHash?: string): Promise<Acceptance> {
    const found = this.#isStopped ? null : await this.#deps.acceptances.now();
    // The sender of what was restored may still ask what became of it.
    const isOfUsed = manifestHash !== undefined && found?.restoring?.manifestHash === manifestHash;
    if (!found || (!isOpen(found) && manifestHash !== undefined && !isOfUsed))
      throw refuse.migration_not_accepted();
    return found;
  }

  async #isRestoring(): Promise<boolean> {
    const last = await this.#deps.acceptances.lastRestore();
    const isAtWork = this.#restore !== null && this.#restore.failed === null;
    return isAtWork || last?.outcome?.status === 'running';
  }

  /** @throws Refusal migration_not_empty, migration_key_unusable */
  async #confirmPlace({ replace }: Acceptance): Promise<void> {
    if (!replace && !(await this.#deps.isEmpty())) throw refuse.migration_not_empty();
  }

  /** @throws Refusal migration_session_unknown, migration_not_accepted */
  async #sessionOf(sessionId: string): Promise<Session> {
    if (this.#session?.sessionId === sessionId) return this.#session;
    await this.#acceptance();
    throw refuse.migration_session_unknown();
  }

  #open(session: Session, message: Message, given: Uint8Array | null): Uint8Array {
    const plain = given && opened(session.keys, message, given, this.#deps.crypto);
    if (!plain) throw this.#alteredIn(session);
    return plain;
  }

  #alteredIn(session: Session): Error {
    session.altered += 1;
    if (session.altered >= migrationLimits.altered) {
      session.over.abort();
      if (this.#session === session) this.#session = null;
    }
    return refuse.migration_altered();
  }

  #answer(session: Session, { kind, position }: Message, answer: unknown): Answer {
    return { sealed: sealedAnswer(session.keys, { kind, position }, answer, this.#deps.crypto) };
  }

  /** One sync goes on while the next chunks arrive. */
  async #sync(arriving: Arriving, isLast: boolean): Promise<void> {
    await arriving.syncing;
    const { next } = arriving;
    arriving.unsynced = 0;
    arriving.syncing = this.#deps.incoming.sync(next);
    arriving.syncing.catch(() => undefined);
    if (isLast) await arriving.syncing;
  }

  /** The session is over, and what it brought is durable. What is being read of it is given up. */
  async #ended(): Promise<void> {
    const arriving = this.#session?.arriving;
    this.#session?.over.abort();
    this.#session = null;
    if (!arriving) return;
    try {
      await arriving.syncing;
      if (arriving.unsynced > 0) await this.#deps.incoming.sync(arriving.next);
    } catch (error) {
      this.#deps.log.warn('the last part of a migration could not be kept, and comes again', { error });
    } finally {
      await this.#deps.incoming.close();
      await this.#deps.cipher.close();
    }
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#turn.then(work, work);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }
}

const LEFT = 'what has arrived of a migration could not be removed';

const MANIFEST: Message = { kind: 'manifest', position: 0, isLast: true };
const RESTORE: Message = { kind: 'restore', position: 0, isLast: true };
