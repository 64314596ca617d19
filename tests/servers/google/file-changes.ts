// Creating files and replacing their contents: which ids a client may give, and where a file may be put.
import { contentOf, type Content } from './content.ts';
import { FOLDER, mayWrite, type DriveFile, type DriveTree, type Viewer } from './drive-tree.ts';
import type { Editor } from './editors.ts';
import { badValue, driveRefusal, scopeMissing } from './refusals.ts';
import { Refused, type Call } from './wire.ts';

/** What the engine tells of a new file. */
export interface Metadata {
  readonly id?: string;
  readonly name?: string;
  readonly mimeType?: string;
  readonly parents?: readonly string[];
  readonly appProperties?: Readonly<Record<string, string>>;
}

export interface Media {
  readonly mimeType: string;
  readonly content: Content;
}

export interface FileChanges {
  /** Ids that clients may give to new files. */
  readonly reserved: Set<string>;
  /** @throws Refused before anything is uploaded, for what is known from the metadata alone */
  check(viewer: Viewer, metadata: Metadata): void;
  create(call: Call, viewer: Viewer, metadata: Metadata, media?: Media): DriveFile;
  update(call: Call, viewer: Viewer, id: string, media: Media): DriveFile;
}

export function startFileChanges(
  tree: DriveTree,
  editors: readonly Editor[],
  now: () => number,
): FileChanges {
  const reserved = new Set<string>();

  const parentOf = (viewer: Viewer, { parents: [id] = [] }: Metadata): DriveFile => {
    if (id === undefined) return tree.rootOf(viewer.account);
    const parent = tree.read(id, viewer);
    if (parent.mimeType !== FOLDER) throw driveRefusal(403, 'parentNotAFolder');
    if (!tree.canEdit(parent, viewer.account)) throw driveRefusal(403, 'insufficientParentPermissions');
    return parent;
  };
  const check = (viewer: Viewer, metadata: Metadata) => {
    if (!mayWrite(viewer)) throw new Refused(scopeMissing());
    if (metadata.id !== undefined) {
      if (tree.files.has(metadata.id)) throw driveRefusal(409, 'fileIdInUse');
      if (!reserved.has(metadata.id)) throw badValue('file.id');
    }
    parentOf(viewer, metadata);
  };

  return {
    reserved,
    check,
    create: (call, viewer, metadata, media) => {
      check(viewer, metadata);
      const { name = 'Untitled', mimeType = media?.mimeType ?? 'application/octet-stream' } = metadata;
      const editor = editors.find((each) => each.mimeType === mimeType);
      const hasBytes = !mimeType.startsWith('application/vnd.google-apps.');
      const file = tree.add({
        ...(metadata.id === undefined ? {} : { id: metadata.id }),
        name,
        mimeType,
        parents: [parentOf(viewer, metadata).id],
        owner: viewer.account,
        // A file without media has an empty content, as at the vendor's.
        content: hasBytes ? (media?.content ?? contentOf('')) : null,
        appProperties: new Map([[viewer.client.id, metadata.appProperties ?? {}]]),
        authorized: new Set([viewer.client.id]),
      });
      editor?.begin(file, media?.content.bytes?.toString());
      call.changes();
      return file;
    },
    update: (call, viewer, id, { content, mimeType }) => {
      const file = tree.edit(id, viewer);
      Object.assign(file, { content, mimeType, modifiedAt: now() });
      call.changes();
      return file;
    },
  };
}
