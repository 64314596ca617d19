import type { PersonId } from '../../kernel/ids.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import type { FolderEntry, Workspace, WorkspacePath } from '../../ports/workspace.ts';
import { entriesOf } from './entries-of.ts';
import type { Places } from './places.ts';

/** A file or a folder of the workspace. */
interface OwnFile {
  /** After `workspace/`, from its top. */
  readonly path: string;
  readonly kind: 'file' | 'folder';
  readonly sizeBytes: number;
  readonly mode: null;
  readonly modifiedAt: number;
  read(): AsyncIterable<Uint8Array>;
}

/** The files of somebody, wherever the workspace is. */
export interface OwnFiles {
  readonly files: readonly OwnFile[];
  /** Grows while the files are read: one may be gone by then, and is empty in the zip. */
  readonly skipped: { readonly path: string; readonly reason: string }[];
}

/**
 * A member has what is in their folder, and the owner what is neither shared nor in the folder of a member. Files are not held: each
 * is read as it is when its turn comes.
 * @throws Refusal storage_error
 */
export async function ownFiles(
  person: PersonId,
  { workspace, places }: { readonly workspace: Workspace; readonly places: Places },
): Promise<OwnFiles> {
  const place = places.of(person);
  const found: OwnFiles & { readonly files: OwnFile[] } = { files: [], skipped: [] };
  await within(place.folder === '' ? [] : place.folder.split('/'));
  return found;

  async function within(folder: WorkspacePath): Promise<void> {
    try {
      for await (const entry of entriesOf(workspace, folder)) if (place.isOwn(entry.path)) await add(entry);
    } catch (error) {
      if (!isRefusal(error) || folder.length === 0) throw error;
      found.skipped.push({ path: pathOf(folder), reason: 'unreadable' });
    }
  }

  async function add({ path, type, sizeBytes, modifiedAt }: FolderEntry): Promise<void> {
    if (type === 'link' || type === 'other') {
      found.skipped.push({ path: pathOf(path), reason: type === 'link' ? 'link' : 'special' });
      return;
    }
    found.files.push({
      path: pathOf(path),
      kind: type,
      sizeBytes: sizeBytes ?? 0,
      mode: null,
      modifiedAt,
      read: () => contentOf(path),
    });
    if (type === 'folder') await within(path);
  }

  async function* contentOf(path: WorkspacePath): AsyncGenerator<Uint8Array> {
    try {
      yield* (await workspace.find(path)).content();
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const reason = error.code === 'file_not_found' ? 'gone' : 'unreadable';
      found.skipped.push({ path: pathOf(path), reason });
    }
  }
}

const pathOf = (path: WorkspacePath): string => ['workspace', ...path].join('/');
