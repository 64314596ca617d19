// A file as Drive shows it: the fields that the engine asks for.
import { chosen, maskOf, type Mask } from './fields.ts';
import type { DriveFile, DriveTree, Viewer } from './drive-tree.ts';

const DEFAULT = maskOf('id,name,mimeType');

/** A field that this file lacks is `undefined`. */
function whole(file: DriveFile, tree: DriveTree, viewer: Viewer): object {
  const { content, owner, drive } = file;
  const { account, client } = viewer;
  const parents = file.parents.filter((id) => {
    const parent = tree.files.get(id);
    return parent && tree.sees(parent, viewer);
  });
  const told = {
    id: file.id,
    name: file.name,
    mimeType: file.mimeType,
    parents: parents.length > 0 ? parents : undefined,
    trashed: tree.isTrashed(file),
    modifiedTime: new Date(file.modifiedAt).toISOString(),
    appProperties: file.appProperties.get(client.id),
    isAppAuthorized: file.authorized.has(client.id),
    shared: file.sharedWith.size > 0 || drive !== null,
    // Neither is told of what is in a shared drive.
    ownedByMe: owner ? owner === account : undefined,
    owners: owner ? [{ emailAddress: owner.email }] : undefined,
    driveId: drive?.id,
    size: content ? String(content.size) : undefined,
    md5Checksum: content?.md5,
    // This fake has no shortcuts.
    shortcutDetails: undefined,
  };
  return { ...told, ...Object.fromEntries([...file.withheld].map((name) => [name, undefined])) };
}

/** The fields that the call asks for. @throws Refused for a field that does not exist */
export const fileResource = (
  file: DriveFile,
  tree: DriveTree,
  viewer: Viewer,
  fields: string | null,
): object => chosen(whole(file, tree, viewer), fields === null ? DEFAULT : maskOf(fields)) as object;

/** The fields of a list. @throws Refused for a field that does not exist */
export function listResource(
  files: readonly DriveFile[],
  nextPageToken: string | undefined,
  tree: DriveTree,
  viewer: Viewer,
  fields: string | null,
): object {
  const mask: Mask = fields === null ? { files: DEFAULT } : maskOf(fields);
  const list = { nextPageToken, files: files.map((file) => whole(file, tree, viewer)) };
  return chosen(list, mask) as object;
}
