import { engine } from '../../engine/client.ts';
import { told } from '../../engine/failure.ts';
import { watchSending } from '../../engine/watched-body.ts';
import { isReadable } from '../../parts/dropping.ts';
import { conversationWords } from '#words/conversation.ts';
import type { Attached } from './attached.ts';
import { FilesOfDraft, type DraftFilesDeps } from './files-of-draft.ts';

const said = conversationWords.files;

const deps: DraftFilesDeps = {
  upload: async ({ name, content }, onSent) => {
    // The same file may be added twice: each upload is watched on its own.
    const body = content.slice();
    watchSending(body, onSent);
    return await engine['attachments.upload']({
      query: { name: name.slice(-MAX_NAME) || said.noName },
      body,
    });
  },
  discard: async ({ path }) => {
    // What cannot be deleted stays in the workspace, where its owner sees it.
    await engine['files.delete']({ query: { path } }).catch(() => undefined);
  },
  words: {
    tooLarge: said.tooLarge,
    tooMany: said.tooMany,
    failed: async (error, content) => ((await isReadable(content)) ? told(error) : said.unreadable),
  },
};

/** A file for a task that is no draft, as for another version of one that was sent. */
export const uploadFile = async (name: string, content: Blob): Promise<Attached> =>
  await deps.upload({ name, content }, () => undefined);
/** Deletes one that no task was sent with. Never rejects. */
export const { discard: discardFile } = deps;

const MAX_NAME = 1_000;

const all = new Map<string | null, FilesOfDraft>();

/** The files of the task that is being typed in this thread; null is the thread that is not made yet. */
export function filesOf(threadId: string | null): FilesOfDraft {
  const known = all.get(threadId) ?? new FilesOfDraft(threadId, deps);
  all.set(threadId, known);
  return known;
}

/** The new thread was made. */
export function moveNewFiles(threadId: string): void {
  const files = filesOf(null);
  files.moveTo(threadId);
  all.set(threadId, files);
  all.delete(null);
}
