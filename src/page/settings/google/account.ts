import { signal } from '@preact/signals';
import { engine } from '../../engine/client.ts';
import { told } from '../../engine/failure.ts';
import type { Access, Account, Ended } from './standing.ts';

/** Null until it was read. */
export const account = signal<Account | null>(null);
/** Why it could not be read, in words. */
export const unread = signal('');
/** What went wrong with the last thing that was done, in words. */
export const wrong = signal('');
/** A connection is being asked for. */
export const isBeginning = signal(false);
/** Whether backups are deleted in a disconnection that is in progress; null if none is. */
export const ending = signal<{ readonly deletes: boolean } | null>(null);
/** What became of the last disconnection. It stays until its reader closes it. */
export const ended = signal<Ended | null>(null);

/** Never rejects. */
export async function readAccount(): Promise<void> {
  try {
    account.value = await engine['google.status']();
    unread.value = '';
  } catch (error) {
    unread.value = told(error);
  }
}

/** Does it, and says what the engine refused. Never rejects. */
async function tried(work: () => Promise<void>): Promise<boolean> {
  wrong.value = '';
  try {
    await work();
    return true;
  } catch (error) {
    wrong.value = told(error);
    return false;
  }
}

export async function beginConnection(access: Access, inBrowser: boolean): Promise<void> {
  if (isBeginning.peek()) return;
  isBeginning.value = true;
  const isBegun = await tried(async () => {
    await engine['google.auth']({ body: { access, browser: inBrowser } });
  });
  if (isBegun) ended.value = null;
  await readAccount();
  isBeginning.value = false;
}

/** Ends the wait for an answer. */
export const cancelConnection = (): Promise<boolean> =>
  tried(async () => {
    account.value = await engine['google.cancel']();
  });

/** @returns whether the engine has a client now */
export async function reloadClient(): Promise<boolean> {
  account.value = await engine['google.reload']();
  wrong.value = '';
  return account.value.available;
}

export async function endConnection(deletes: boolean): Promise<void> {
  if (ending.peek() !== null) return;
  ending.value = { deletes };
  await tried(async () => {
    ended.value = await engine['google.revoke']({ body: { delete_drive_backups: deletes } });
  });
  await readAccount();
  ending.value = null;
}
