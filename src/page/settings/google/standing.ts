// What is said of the connection to the cloud account. Nothing here touches the document or the engine.
import type { Answer } from '../../engine/client.ts';
import { googleWords as said } from '#words/google.ts';

export type Account = Answer<'google.status'>;
export type Access = Account['offers'][number]['access'];
export type Ended = Answer<'google.revoke'>;
type Copied = Pick<Answer<'backups.list'>['backups'][number], 'createdAt' | 'kind' | 'upload'>;

/**
 * - `locked`: without the vault nothing can be kept.
 * - `hosted`, `hostedOff`: the host of the machine connects the account, or does not.
 * - `noClient`: there is nothing to connect with.
 * - `ready`: a connection can begin.
 * - `waiting`: one waits for its owner; another one may be there.
 * - `connected`.
 */
export type Standing = 'locked' | 'hosted' | 'hostedOff' | 'noClient' | 'ready' | 'waiting' | 'connected';

export const isHosted = ({ mode }: Pick<Account, 'mode'>): boolean => mode === 'hosted';

export function standingOf(
  account: Pick<Account, 'available' | 'connected' | 'mode' | 'pending' | 'problem'>,
): Standing {
  if (account.problem?.code === 'vault_locked') return 'locked';
  if (account.pending) return 'waiting';
  if (account.connected) return 'connected';
  if (isHosted(account)) return account.available ? 'hosted' : 'hostedOff';
  return account.available ? 'ready' : 'noClient';
}

/** The least of the levels that has all that is granted; null if none has. */
export const levelOf = ({ scopes, offers }: Pick<Account, 'scopes' | 'offers'>): Access | null =>
  scopes.length === 0
    ? null
    : (offers.find(({ asks }) => scopes.every((scope) => asks.some((ask) => ask.scope === scope)))?.access ??
      null);

/** How the owner answers: with a code that is typed, or in the browser of the engine's machine. */
export const answersIn = (
  { access, mode }: Pick<Account['offers'][number], 'access' | 'mode'>,
  isBrowserChosen: boolean,
): 'code' | 'browser' =>
  mode === 'device' && !(access === 'backups' && isBrowserChosen) ? 'code' : 'browser';

/** Minutes and seconds until then, like 14:59; never below zero. */
export function timeLeft(expiresAt: string, now: number): string {
  const seconds = Math.max(0, Math.ceil((Date.parse(expiresAt) - now) / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Of the copies in the drive, the newest first: the last that is there, and what kept the newest one from it. */
export function lastCopies<Backup extends Copied>(
  backups: readonly Backup[],
): { readonly uploaded: Backup | null; readonly failed: Backup | null; readonly skipped: Backup | null } {
  const meant = backups.filter(({ kind }) => kind === 'manual' || kind === 'scheduled');
  const [newest] = meant;
  return {
    uploaded: meant.find(({ upload }) => upload.status === 'complete') ?? null,
    failed: meant.find(({ upload }) => upload.status === 'failed') ?? null,
    skipped: newest?.upload.status === 'skipped' && !newest.upload.reasons.includes('off') ? newest : null,
  };
}

type Reason = Copied['upload']['reasons'][number];

/** Why there is no copy, in sentences. */
export const whyNot = (reasons: readonly Reason[]): string =>
  reasons.map((reason) => said.reasons[reason]).join(' ');

const isReason = (reason: unknown): reason is Reason =>
  typeof reason === 'string' && Object.hasOwn(said.reasons, reason);

/** The reasons that a refusal carries, in sentences; '' if it carries none. */
export const whyRefused = (reasons: unknown): string =>
  Array.isArray(reasons) ? whyNot((reasons as unknown[]).filter(isReason)) : '';

/** What became of the backups in the drive, in sentences. */
export function deletionWords({ drive_backups: { status, deleted, foldersKept } }: Ended): string {
  const words = said.disconnect;
  if (status === 'skipped') return words.kept;
  if (status === 'none') return words.none;
  if (status === 'unchecked') return words.unchecked;
  return `${words.deleted(deleted)} ${words.folders(foldersKept)}`.trim();
}
