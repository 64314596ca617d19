// What Drive needs of the editors (Docs, Sheets), whose files have no bytes.
import type { DriveFile, DriveTree, Viewer } from './drive-tree.ts';
import { cloudRefusal, scopeMissing } from './refusals.ts';
import { Refused, type Call } from './wire.ts';

export interface Editor {
  readonly mimeType: string;
  /** Begins a file, empty or converted from a text. */
  begin(file: DriveFile, source?: { readonly mimeType: string; readonly text: string }): void;
  /** A copy of what another file has. */
  copy(from: DriveFile, to: DriveFile): void;
  /** Null for a type that it does not export to. */
  exported(file: DriveFile, mimeType: string): Buffer | null;
  /** For searches. */
  wordsOf(file: DriveFile): string;
}

/** The text formats that an upload may be converted from. */
export const isConvertible = (mimeType: string): boolean => mimeType.startsWith('text/');

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
  const isScoped = viewer.ofItsFiles || (way === 'edit' ? viewer.writesAll : viewer.readsAll);
  if (!isScoped) throw new Refused(scopeMissing(viewer.host));
  const file = tree.files.get(id);
  if (!file || !tree.sees(file, viewer))
    throw cloudRefusal(404, 'NOT_FOUND', 'Requested entity was not found.');
  if (file.mimeType !== mimeType)
    throw cloudRefusal(400, 'FAILED_PRECONDITION', 'This operation is not supported for this document');
  const mayEdit =
    tree.canEdit(file, viewer.account) && (viewer.writesAll || file.authorized.has(viewer.client.id));
  if (way === 'edit' && !mayEdit)
    throw cloudRefusal(403, 'PERMISSION_DENIED', 'The caller does not have permission');
  return file;
}

/** A new file in the root of the viewer's Drive. @throws Refused 403 */
export function begun(tree: DriveTree, viewer: Viewer, editor: Editor, title: string, call: Call): DriveFile {
  if (!viewer.writesAll && !viewer.ofItsFiles) throw new Refused(scopeMissing(viewer.host));
  const file = tree.add({
    name: title,
    mimeType: editor.mimeType,
    owner: viewer.account,
    authorized: new Set([viewer.client.id]),
  });
  editor.begin(file);
  call.changed(`created ${file.id} ${tree.pathOf(file)}`);
  return file;
}
