// What Drive needs of the editors (Docs, Sheets), whose files have no bytes.
import type { DriveFile, DriveTree, Viewer } from './drive-tree.ts';
import { cloudRefusal } from './refusals.ts';

export interface Editor {
  readonly mimeType: string;
  /** Begins a file, empty or converted from a text. */
  begin(file: DriveFile, text?: string): void;
  /** Null for a type that it does not export to. */
  exported(file: DriveFile, mimeType: string): Buffer | null;
  /** For searches. */
  wordsOf(file: DriveFile): string;
}

/**
 * A file for an editor's API, whose refusals have another shape than Drive's.
 *
 * @throws Refused 403, 404
 */
export function opened(
  tree: DriveTree,
  viewer: Viewer,
  id: string,
  { mimeType }: Pick<Editor, 'mimeType'>,
  way: 'read' | 'edit',
): DriveFile {
  const file = tree.files.get(id);
  if (!file || !tree.sees(file, viewer)) throw cloudRefusal(404, 'NOT_FOUND');
  if (file.mimeType !== mimeType) throw cloudRefusal(400, 'FAILED_PRECONDITION');
  const mayEdit =
    tree.canEdit(file, viewer.account) && (viewer.writesAll || file.authorized.has(viewer.client.id));
  if (way === 'edit' && !mayEdit) throw cloudRefusal(403, 'PERMISSION_DENIED');
  return file;
}
