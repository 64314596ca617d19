import { signal } from '@preact/signals';
import { engine, type Answer, type Thread } from '../engine/client.ts';
import { refreshThreads } from './thread-list.ts';

/** The folders that there are. */
export const folders = signal<Answer<'folders.list'>['folders']>([]);

export async function readFolders(): Promise<void> {
  folders.value = (await engine['folders.list']()).folders;
}

/** Pins threads or moves them; null: into no folder. @throws what the engine refuses; then all are where they were */
export async function placeThreads(
  which: readonly Thread[],
  where: { readonly pinned: boolean } | { readonly folder: string | null },
): Promise<void> {
  const threadIds = which.map(({ threadId }) => threadId);
  await engine['folders.place']({ body: { threadIds, ...where } });
  await Promise.all([refreshThreads(), readFolders()]);
}
