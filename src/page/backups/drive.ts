// Copies of backups in the drive: what is said of them, and what can be done.
import { computed, signal } from '@preact/signals';
import { ProblemError } from '../../contract/client.ts';
import { engine, type Answer } from '../engine/client.ts';
import { told } from '../engine/failure.ts';
import { isHosted, whyRefused, type Account } from '../settings/google/standing.ts';
import { problemsIn } from './problems.ts';
import { googleWords as said } from '#words/google.ts';
import type { DriveState } from './copy-state.ts';
import { doing, readBackups } from './work.ts';

export type DriveBackup = Answer<'google.backups'>['backups'][number];

const account = signal<Account | null>(null);
const isOn = signal(false);

export const driveState = computed<DriveState>(() => ({
  isConnected: account.value?.connected ?? false,
  canUpload: isOn.value && account.value?.driveScope === true && !isHosted(account.value),
}));

/** Backups in the drive; null until they were looked for. */
export const inDrive = signal<readonly DriveBackup[] | null>(null);
export const driveProblem = signal('');
export const isReadingDrive = signal(false);

/** How the drive stands. Never rejects: without an answer the area is as without a drive. */
export async function readDriveState(): Promise<void> {
  try {
    const [status, { config }] = await Promise.all([engine['google.status'](), engine['config.get']()]);
    account.value = status;
    isOn.value = config.backup_clouddrive ?? false;
  } catch {
    account.value = null;
  }
}

/** Looks into the drive, which takes some calls to the vendor. Never rejects. */
export async function readDrive(): Promise<void> {
  if (isReadingDrive.peek()) return;
  isReadingDrive.value = true;
  driveProblem.value = '';
  try {
    inDrive.value = (await engine['google.backups']()).backups;
  } catch (error) {
    driveProblem.value = told(error);
  }
  isReadingDrive.value = false;
}

export const sendBackup = (id: string): Promise<void> =>
  doing(id, said.copies.uploading, async () => {
    try {
      await engine['backups.upload']({ params: { id } });
    } catch (error) {
      const why = error instanceof ProblemError ? whyRefused(error.problem['reasons']) : '';
      if (why === '') throw error;
      return { wrong: said.copies.refused(why) };
    }
    return said.copies.sent;
  });

export const bringHome = async (id: string): Promise<void> => {
  await doing(id, said.drive.fetching, async () => {
    const found = await engine['google.fetch-backup']({ params: { id } });
    return found.ok ? said.drive.fetched : { wrong: problemsIn(found) };
  });
  await readDrive();
};

/** Shows how far an upload is, until it ends or `signal` aborts. Never rejects. */
export async function followUpload(
  id: string,
  show: (bytes: { readonly doneBytes: number; readonly totalBytes: number }) => void,
  signal: AbortSignal,
): Promise<void> {
  try {
    const { events } = await engine['backups.events']({ params: { id }, signal });
    for await (const event of events)
      if (event.type === 'progress' && event.data.phase === 'uploading') show(event.data);
  } catch {
    // The list is read anew and tells what became of it.
  }
  if (!signal.aborted) await readBackups();
}
