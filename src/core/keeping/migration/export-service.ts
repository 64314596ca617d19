import { quote } from '../../kernel/quoted.ts';
import type { Says } from '../../kernel/says.ts';
import { becauseOf, type Because } from '../../kernel/worded.ts';
import type { Manifest } from '../backups/model.ts';
import type { CopyRequest } from '../backups/port.ts';
import { isPast } from '../../instance/expiry/model.ts';
import type { Expiry } from '../../instance/expiry/service.ts';
import { isRefusal, type Refusal } from '../../kernel/refusal.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Crypto } from '../../ports/crypto.ts';
import type { Log } from '../../ports/log.ts';
import type { MovedCopies } from './copying.ts';
import { refuse } from './errors.ts';
import { Layout } from './layout.ts';
import { migrationLimits } from './limits.ts';
import type { MigrationEnd, MigrationPhase, MigrationPreview, Verification } from './model.ts';
import type {
  ChunkCipher,
  Measuring,
  MigrationCrypto,
  OutgoingFiles,
  SentCopy,
  TargetLink,
  TargetLinks,
} from './port.ts';
import { isToken, NO_MANIFEST, sealedBytes, tokenKey, type TokenKey } from './session-keys.ts';
import { TargetSession } from './target-session.ts';
import { Transfer } from './transfer.ts';
import { say } from './says.ts';

export interface ExportServiceDeps {
  readonly links: TargetLinks;
  readonly copies: MovedCopies;
  readonly outgoing: OutgoingFiles;
  readonly measuring: Measuring;
  readonly plan: CopyRequest['plan'];
  /** The vault key of this id, current or earlier, as its owner stores it; null if the vault does not have it. */
  readonly keyText: (keyId: string) => string | null;
  readonly vault: { readonly state: 'ready' | 'locked' | 'disabled' };
  /** How many secrets the vault has. */
  readonly secrets: () => number;
  readonly isHosted: boolean;
  readonly crypto: Crypto & MigrationCrypto;
  readonly cipher: ChunkCipher;
  readonly expiry: Pick<Expiry, 'past'>;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * The side of a migration that sends. This engine goes on working, and nothing of it changes: a copy of one moment is sent.
 * One transfer is in progress at a time; it goes on when its clients leave, and where an earlier one with the same token ended.
 * The last one that moved everything is told again for an hour, to a client that had left before its end.
 */
export class MigrationExport {
  readonly #deps: ExportServiceDeps;
  #transfer: Transfer | null = null;
  /** The last one that moved everything. `at`: the monotonic clock. */
  #done: { readonly transfer: Transfer; readonly at: number } | null = null;
  #running: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(deps: ExportServiceDeps) {
    this.#deps = deps;
  }

  /** What would move, and how large it is. It is measured beside the engine. @throws Refusal storage_error */
  async preview(signal: AbortSignal): Promise<MigrationPreview> {
    const { measuring, plan, secrets } = this.#deps;
    return { ...(await measuring.measure(plan, signal)), secrets: secrets() };
  }

  /**
   * Begins a transfer, which goes on after this resolves. The same request again follows the one in progress, and within
   * an hour after it has moved everything it tells that end: the token is used up, so nothing else could come of it.
   * @throws Refusal migration_hosted, migration_url, migration_address, migration_token_invalid, migration_in_progress,
   *   migration_vault_locked
   */
  async begin({
    targetUrl,
    migrationToken,
  }: {
    readonly targetUrl: string;
    readonly migrationToken: string;
  }): Promise<Transfer> {
    const { isHosted, vault, links, crypto, clock } = this.#deps;
    if (isHosted) throw refuse.migration_hosted();
    const token = migrationToken.trim();
    if (!isToken(token)) throw refuse.migration_token_invalid();
    if (vault.state === 'locked') throw refuse.migration_vault_locked();
    const key = tokenKey(token, crypto);
    const link = await links.to(targetUrl);
    const current = this.#transfer;
    if (this.#isStopped || (current && !isSame(current, link, key))) {
      link.close();
      throw refuse.migration_in_progress();
    }
    if (current) {
      link.close();
      return current;
    }
    if (this.#done && clock.monotonic() - this.#done.at > migrationLimits.doneToldMs) this.#done = null;
    if (this.#done && isSame(this.#done.transfer, link, key)) {
      link.close();
      return this.#done.transfer;
    }
    const transfer = new Transfer({ targetUrl: link.origin, tokenId: key.tokenId });
    this.#transfer = transfer;
    this.#running = this.#run(transfer, link, key).then((end) => {
      link.close();
      // A client that is told of the end may begin again at once.
      this.#transfer = null;
      if (end.ended === 'done') this.#done = { transfer, at: clock.monotonic() };
      transfer.ended(end);
    });
    return transfer;
  }

  /** Ends the transfer in progress, removes the copy that was made for it, and forgets how the last one ended. Repeatable. */
  async cancel(): Promise<void> {
    this.#transfer?.stop();
    await this.#running;
    this.#done = null;
    await this.#deps.outgoing.clear();
  }

  /** At the start: removes a copy that no transfer has taken to its end. A failure is told, not thrown. */
  async settle(): Promise<void> {
    const { outgoing, expiry, log } = this.#deps;
    try {
      const found = await outgoing.found();
      const isOld = !found || isPast(expiry.past(migrationLimits.copyKeptMs), found.createdAt);
      if (isOld && !this.#transfer) await outgoing.clear();
    } catch (error) {
      log.warn('the copy for a migration could not be removed', { error });
    }
  }

  /** The engine stops: a transfer ends, and can go on later. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#transfer?.stop();
    await this.#running;
  }

  /** Never rejects. */
  async #run(transfer: Transfer, link: TargetLink, key: TokenKey): Promise<MigrationEnd> {
    const { log, outgoing } = this.#deps;
    // Something of an earlier transfer for the same token may have arrived.
    let found: SentCopy | null = null;
    try {
      found = await this.#deps.copies.found(key.tokenId);
      const copy = found ?? (await this.#copied(transfer, link, key));
      const verification = await this.#sent(transfer, link, key, copy);
      await outgoing.clear().catch((error: unknown) => log.warn(LEFT, { error }));
      log.info('[svc:migration] everything has moved', { to: link.origin });
      return { ended: 'done', verification, next: nextSteps(verification) };
    } catch (error) {
      const why = !transfer.signal.aborted
        ? awayOr(error, found !== null || HAS_SENT.has(transfer.progress.phase))
        : this.#isStopped
          ? refuse.migration_interrupted()
          : refuse.migration_stopped();
      if (isRefusal(why)) log.info('[svc:migration] a migration ended', { code: why.code });
      else log.error('[svc:migration] a migration failed', { error: why });
      return { ended: 'failed', ...(isRefusal(why) ? becauseOf(why) : FAULT) };
    } finally {
      for (const open of [outgoing, this.#deps.cipher])
        await open
          .close()
          .catch((error: unknown) => log.warn('a part of a migration did not end', { error }));
    }
  }

  /** The token is proven before anything is copied. */
  async #copied(transfer: Transfer, link: TargetLink, key: TokenKey): Promise<SentCopy> {
    await this.#patiently(transfer, async () => {
      const probe = { key, manifestHash: NO_MANIFEST };
      await TargetSession.begin(link, probe, this.#deps.crypto, transfer.signal);
    });
    transfer.tell({ phase: 'copying' });
    return await this.#deps.copies.made(transfer);
  }

  async #sent(transfer: Transfer, link: TargetLink, key: TokenKey, copy: SentCopy): Promise<Verification> {
    const { crypto } = this.#deps;
    const manifest = JSON.parse(copy.manifest) as Manifest;
    const layout = new Layout(manifest);
    const manifestHash = crypto.sha256(new TextEncoder().encode(copy.manifest));
    const vaultKey = manifest.keyId === null ? null : this.#deps.keyText(manifest.keyId);
    // It was rotated away since, and is in no place any more.
    if (manifest.keyId !== null && vaultKey === null) throw refuse.migration_vault_locked();
    return await this.#patiently(transfer, async (met) => {
      const { signal } = transfer;
      const session = await TargetSession.begin(link, { key, manifestHash }, crypto, signal);
      const next = await session.manifest(copy.manifest, signal);
      if (next > layout.chunkCount) throw refuse.migration_altered();
      met(next);
      await this.#sendChunks(transfer, session, layout, next, met);
      transfer.tell({ phase: 'restoring', name: link.origin, sentBytes: 0, totalBytes: layout.totalBytes });
      return await this.#restored(transfer, session, vaultKey);
    });
  }

  /** While some chunks are on their way, the next one is read and sealed. */
  async #sendChunks(
    transfer: Transfer,
    session: TargetSession,
    layout: Layout,
    from: number,
    met: (chunks: number) => void,
  ): Promise<void> {
    const { outgoing, cipher } = this.#deps;
    const { signal } = transfer;
    const { ahead, chunkBytes } = migrationLimits;
    const buffers = Array.from({ length: ahead + 1 }, () => cipher.buffer(sealedBytes(chunkBytes)));
    const send = async (position: number, body: Uint8Array): Promise<void> => {
      const next = await session.chunk(position, body, signal);
      if (next <= position) throw refuse.migration_out_of_order();
      met(position + 1);
    };
    const sending: Promise<void>[] = [];
    try {
      for (let position = from; position < layout.chunkCount; position += 1) {
        const slices = layout.slicesOf(position);
        // The last chunk that used this buffer has arrived, so it is free again.
        const buffer = buffers[position % buffers.length]!;
        await outgoing.read(slices, buffer);
        const isLast = position === layout.chunkCount - 1;
        const body = await session.seal(cipher, position, isLast, buffer, layout.sizeOf(position));
        if (sending.length === ahead) await sending.shift();
        signal.throwIfAborted();
        transfer.tell({
          phase: 'sending',
          name: slices[0]?.path ?? '',
          sentBytes: position * chunkBytes,
          totalBytes: layout.totalBytes,
        });
        const one = send(position, body);
        one.catch(() => undefined);
        sending.push(one);
      }
      while (sending.length > 0) await sending.shift();
    } finally {
      // They still use their buffers.
      await Promise.allSettled(sending);
    }
  }

  async #restored(
    transfer: Transfer,
    session: TargetSession,
    vaultKey: string | null,
  ): Promise<Verification> {
    const { clock } = this.#deps;
    const { signal } = transfer;
    // It restarts meanwhile, and may be away for a while.
    let answeredAt = clock.monotonic();
    for (;;) {
      try {
        const { status, problems, doneBytes, totalBytes, verification } = await session.restore(
          vaultKey,
          signal,
        );
        answeredAt = clock.monotonic();
        if (status === 'completed' && verification) return verification;
        if (status === 'undone')
          throw refuse.migration_undone({ problems }, [
            say('migration.migration_undone'),
            ...problems.map((words) => say('migration.other_says', { words: quote(words) })),
          ]);
        if (status === 'failed')
          throw refuse.migration_unusable({ problems }, [
            say('migration.cannot_use'),
            ...problems.map((words) => say('migration.other_says', { words: quote(words) })),
          ]);
        transfer.tell({ sentBytes: doneBytes, totalBytes });
      } catch (error) {
        const isAway = isRefusal(error) && error.code === 'migration_target_away';
        if (!isAway || clock.monotonic() - answeredAt > migrationLimits.patienceMs) throw error;
      }
      signal.throwIfAborted();
      await clock.sleep(migrationLimits.pollMs, signal);
      signal.throwIfAborted();
    }
  }

  /**
   * Tries again what a lost link, or something on the way, has ended; each time `work` finds out where to go on. A refusal
   * of the other engine counts when it comes twice in a row: once it may have been made by something between. `met` is
   * told how many chunks the other engine has.
   */
  async #patiently<Result>(
    { signal }: Transfer,
    work: (met: (chunks: number) => void) => Promise<Result>,
  ): Promise<Result> {
    const { clock, log } = this.#deps;
    let progressedAt = clock.monotonic();
    let most = 0;
    // A wrong address is told soon.
    let patienceMs: number = migrationLimits.firstPatienceMs;
    let last: { readonly code: string; times: number } = { code: '', times: 0 };
    for (;;) {
      try {
        return await work((chunks) => {
          ({ patienceMs } = migrationLimits);
          if (chunks <= most) return;
          most = chunks;
          progressedAt = clock.monotonic();
          last = { code: '', times: 0 };
        });
      } catch (error) {
        signal.throwIfAborted();
        if (!isRefusal(error) || ENDS.has(error.code) || isAsConfigured(error)) throw error;
        last = { code: error.code, times: last.code === error.code ? last.times + 1 : 1 };
        const isTired = clock.monotonic() - progressedAt > patienceMs;
        if (isTired || last.times >= triesOf(error)) throw error;
        log.info('[svc:migration] a migration tries again', { code: error.code, times: last.times });
        const pause = Math.min(
          migrationLimits.mostPauseMs,
          FIRST_PAUSE_MS * 2 ** Math.min(last.times - 1, 10),
        );
        await clock.sleep(pause, signal);
        signal.throwIfAborted();
      }
    }
  }
}

/** Says that something may have arrived at the other engine only if anything was sent. */
const awayOr = (error: unknown, hasSent: boolean): unknown =>
  isRefusal(error) && error.code === 'migration_target_away'
    ? refuse.migration_target_away(
        error.facts,
        [...error.says, say(hasSent ? 'migration.kept' : 'migration.nothing_sent')],
        error,
      )
    : error;

const HAS_SENT: ReadonlySet<MigrationPhase> = new Set(['sending', 'restoring']);

const isSame = ({ targetUrl, tokenId }: Transfer, link: TargetLink, key: TokenKey): boolean =>
  targetUrl === link.origin && tokenId === key.tokenId;

const FIRST_PAUSE_MS = 250;

/** Refusals that end the migration at once: trying again would change nothing. */
const ENDS: ReadonlySet<string> = new Set([
  'migration_undone',
  'migration_unusable',
  'migration_not_empty',
  'migration_key_unusable',
  'migration_vault_locked',
  'migration_address',
  'migration_space',
  'disk_full',
  'storage_error',
  'backup_space',
  'operation_in_progress',
]);

/** It answers, but not as it was asked: that is so until somebody changes it. */
const isAsConfigured = ({ says }: Refusal): boolean =>
  says.some(({ code }) => code === 'migration.untrusted' || code === 'migration.no_https');

/** How often in a row a refusal may come before it counts. */
function triesOf({ code }: Refusal): number {
  if (code === 'migration_target_away') return Infinity;
  if (
    code === 'migration_session_unknown' ||
    code === 'migration_altered' ||
    code === 'migration_out_of_order'
  )
    return LOST_TRIES;
  return migrationLimits.refusedTries;
}

/** Tries for a session that something between the engines keeps breaking. */
const LOST_TRIES = 5;

const LEFT = 'the copy for a migration could not be removed';

const FAULT: Because = { code: 'internal', says: [say('migration.fault')] };

function nextSteps({ workspace, skipped, safetyBackupId }: Verification): readonly Says[] {
  return [
    say('migration.moved'),
    say('migration.twice'),
    ...(workspace === 'elsewhere' ? [say('migration.workspace_stays')] : []),
    ...(skipped > 0 ? [say('migration.skipped', { count: skipped })] : []),
    say('migration.before', { backupId: safetyBackupId }),
  ];
}
