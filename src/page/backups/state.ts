import type { Answer } from '../engine/client.ts';

export type Backup = Answer<'backups.list'>['backups'][number];

const DAY_MS = 24 * 60 * 60 * 1000;
const OLD_DAYS = 14;

/** What is known of a backup, the best first. */
export type State = 'running' | 'proven' | 'checked' | 'unchecked' | 'failed';

export function stateOf({
  status,
  lastProvenRestorable,
}: Pick<Backup, 'status' | 'lastProvenRestorable'>): State {
  if (status === 'running' || status === 'failed') return status;
  if (status === 'unverified') return 'unchecked';
  return lastProvenRestorable === null ? 'checked' : 'proven';
}

type Judged = Pick<Backup, 'createdAt' | 'status' | 'lastProvenRestorable' | 'own' | 'encrypted'>;

/**
 * What to warn of: that no backup of the last two weeks is proven to be restorable, and that the newest one is not
 * encrypted. Without any backup the empty list says what to do.
 */
export function warningsAbout(backups: readonly Judged[], now: number): readonly ('old' | 'plain')[] {
  const own = backups.filter((one) => one.own && one.status !== 'running');
  const newest = own.find(({ status }) => status !== 'failed');
  if (own.length === 0) return [];
  const isProven = own.some(
    (one) => stateOf(one) === 'proven' && now - Date.parse(one.createdAt) <= OLD_DAYS * DAY_MS,
  );
  // A new owner has had no time to prove anything.
  const isNew = own.every(({ createdAt }) => now - Date.parse(createdAt) <= OLD_DAYS * DAY_MS);
  return [
    ...(isProven || (isNew && newest !== undefined) ? [] : (['old'] as const)),
    ...(newest?.encrypted === false ? (['plain'] as const) : []),
  ];
}
