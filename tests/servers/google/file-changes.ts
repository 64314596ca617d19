// Creating and updating files: which metadata a client may write, where a file may be put, what it may weigh.
import type { Content } from './content.ts';
import { FOLDER, type DriveFile, type DriveTree, type Viewer } from './drive-tree.ts';
import { isConvertible, type Editor } from './editors.ts';
import { badValue, driveRefusal, fileNotFound, scopeMissing, storageFull } from './refusals.ts';
import { Refused, type Call } from './wire.ts';

export type Metadata = Readonly<Record<string, unknown>>;

export interface Media {
  readonly mimeType: string;
  readonly content: Content;
}

export interface FileChanges {
  /** Ids that clients may give to new files. */
  readonly reserved: Set<string>;
  /** @throws Refused before anything is uploaded, for what is known from the metadata alone */
  check(call: Call, viewer: Viewer, metadata: Metadata, id: string | null, bytes?: number): void;
  create(call: Call, viewer: Viewer, metadata: Metadata, media?: Media): DriveFile;
  update(call: Call, viewer: Viewer, id: string, metadata: Metadata, media?: Media): DriveFile;
}

/** Fields that Drive tells and a client cannot set. */
const TOLD: readonly string[] = [
  'size',
  'md5Checksum',
  'sha256Checksum',
  'ownedByMe',
  'owners',
  'isAppAuthorized',
  'webViewLink',
  'driveId',
  'capabilities',
  'explicitlyTrashed',
  'version',
];

export const inDrives = ({ query }: Pick<Call, 'query'>) => ({
  inDrives: query.get('supportsAllDrives') === 'true' || query.get('supportsTeamDrives') === 'true',
});

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function startFileChanges(
  tree: DriveTree,
  editors: readonly Editor[],
  now: () => number,
): FileChanges {
  const reserved = new Set<string>();

  const text = (metadata: Metadata, name: string): string | undefined => {
    const value = metadata[name];
    if (value === undefined || value === null) return undefined;
    if (typeof value !== 'string') throw badValue(name);
    return value;
  };
  const timeOf = (metadata: Metadata, name: string): number | undefined => {
    const told = text(metadata, name);
    if (told === undefined) return undefined;
    const ms = Date.parse(told);
    if (Number.isNaN(ms)) throw badValue(name);
    return ms;
  };
  const properties = (old: Readonly<Record<string, string>>, told: unknown) => {
    if (told === undefined || told === null) return old;
    if (!isRecord(told)) throw badValue('properties');
    const merged = { ...old };
    for (const [key, value] of Object.entries(told)) {
      if (value === null) delete merged[key];
      else if (Buffer.byteLength(key + String(value)) > 124)
        throw driveRefusal(400, 'invalid', 'The property is longer than 124 bytes.');
      else merged[key] = String(value);
    }
    return merged;
  };
  const writable = (metadata: Metadata) => {
    const told = TOLD.find((name) => name in metadata);
    if (told !== undefined)
      throw driveRefusal(
        403,
        'fieldNotWritable',
        'The resource body includes fields which are not directly writable.',
      );
  };
  const mayCreate = (viewer: Viewer) => {
    if (!viewer.writesAll && !viewer.ofItsFiles) throw new Refused(scopeMissing(viewer.host));
  };
  const folder = (call: Call, viewer: Viewer, id: string): DriveFile => {
    const parent = tree.read(id, viewer, inDrives(call));
    if (parent.mimeType !== FOLDER)
      throw driveRefusal(403, 'parentNotAFolder', 'The specified parent is not a folder.');
    if (!tree.canEdit(parent, viewer.account))
      throw driveRefusal(
        403,
        'insufficientParentPermissions',
        'Insufficient permissions for the specified parent.',
      );
    return parent;
  };
  const parentOf = (call: Call, viewer: Viewer, metadata: Metadata): DriveFile => {
    const told = metadata['parents'];
    if (told === undefined || told === null) return tree.rootOf(viewer.account);
    if (!Array.isArray(told) || told.some((id) => typeof id !== 'string')) throw badValue('parents');
    const [id, ...more] = told as readonly string[];
    if (more.length > 0)
      throw driveRefusal(403, 'multipleParentsNotSupported', 'A file cannot have more than one parent.');
    return id === undefined ? tree.rootOf(viewer.account) : folder(call, viewer, id);
  };
  const room = (viewer: Viewer, bytes: number, replaced = 0) => {
    const { limitBytes } = viewer.account;
    if (limitBytes !== null && bytes > 0 && tree.usage(viewer.account) - replaced + bytes > limitBytes)
      throw new Refused(storageFull());
  };
  const idFor = (metadata: Metadata): string | undefined => {
    const id = text(metadata, 'id');
    if (id === undefined) return undefined;
    if (tree.files.has(id))
      throw driveRefusal(409, 'fileIdInUse', 'A file already exists with the provided ID.');
    if (!reserved.has(id)) throw badValue('file.id', 'The provided file ID is not usable.');
    return id;
  };

  return {
    reserved,
    check: (call, viewer, metadata, id, bytes = 0) => {
      writable(metadata);
      mayCreate(viewer);
      if (id !== null) {
        const file = tree.edit(id, viewer, inDrives(call));
        return room(viewer, bytes, file.content?.size);
      }
      idFor(metadata);
      parentOf(call, viewer, metadata);
      room(viewer, bytes);
    },
    create: (call, viewer, metadata, media) => {
      writable(metadata);
      mayCreate(viewer);
      const id = idFor(metadata);
      const parent = parentOf(call, viewer, metadata);
      const mimeType = text(metadata, 'mimeType') ?? media?.mimeType ?? 'application/octet-stream';
      const editor = editors.find((each) => each.mimeType === mimeType);
      if (editor && id !== undefined)
        throw badValue('file.id', 'Generated IDs are not supported for Docs Editors formats.');
      if (editor && media && !isConvertible(media.mimeType))
        throw driveRefusal(400, 'badRequest', 'Bad Request');
      if (mimeType === FOLDER && media && media.content.size > 0)
        throw driveRefusal(400, 'badRequest', 'Bad Request');
      const hasBytes = !editor && !mimeType.startsWith('application/vnd.google-apps.');
      // A file without media has an empty content, as at the vendor's.
      const content = hasBytes ? (media?.content ?? EMPTY) : null;
      room(viewer, content?.size ?? 0);
      const createdAt = timeOf(metadata, 'createdTime') ?? now();
      const file = tree.add({
        ...(id === undefined ? {} : { id }),
        name: text(metadata, 'name') ?? 'Untitled',
        mimeType,
        parents: [parent.id],
        owner: parent.drive ? null : viewer.account,
        drive: parent.drive,
        content,
        createdAt,
        modifiedAt: timeOf(metadata, 'modifiedTime') ?? createdAt,
        description: text(metadata, 'description') ?? null,
        properties: properties({}, metadata['properties']),
        appProperties: new Map([[viewer.client.id, properties({}, metadata['appProperties'])]]),
        isStarred: metadata['starred'] === true,
        authorized: new Set([viewer.client.id]),
      });
      editor?.begin(
        file,
        media && { mimeType: media.mimeType, text: (media.content.bytes ?? Buffer.alloc(0)).toString() },
      );
      call.changed(`created ${file.id} ${tree.pathOf(file)}`);
      return file;
    },
    update: (call, viewer, id, metadata, media) => {
      if ('parents' in metadata)
        throw driveRefusal(
          403,
          'fieldNotWritable',
          'The parents field is not directly writable in update requests. Use the addParents and removeParents parameters instead.',
        );
      writable(metadata);
      const file = tree.edit(id, viewer, inDrives(call));
      const editor = editors.find((each) => each.mimeType === file.mimeType);
      if (media && !editor) room(viewer, media.content.size, file.content?.size);
      const name = text(metadata, 'name');
      const mimeType = text(metadata, 'mimeType');
      const modifiedAt = timeOf(metadata, 'modifiedTime');
      const trashed = metadata['trashed'];
      if (typeof trashed === 'boolean') {
        const mayTrash = file.drive?.members.has(viewer.account) ?? file.owner === viewer.account;
        if (!mayTrash || file.id === viewer.account.root)
          throw driveRefusal(
            403,
            'insufficientFilePermissions',
            'The user does not have sufficient permissions for this file.',
          );
      }
      const add = (call.query.get('addParents') ?? '').split(',').filter((each) => each !== '');
      const remove = (call.query.get('removeParents') ?? '').split(',').filter((each) => each !== '');
      if (add.length > 1)
        throw driveRefusal(403, 'multipleParentsNotSupported', 'A file cannot have more than one parent.');
      const [to] = add.map((each) => folder(call, viewer, each));
      for (const each of remove) if (!tree.files.has(each) && each !== 'root') throw fileNotFound(each);
      for (let above = to; above; above = tree.files.get(above.parents[0] ?? ''))
        if (above === file) throw driveRefusal(403, 'cannotMoveIntoDescendant', 'The move makes a circle.');

      const told: string[] = [];
      const was = tree.pathOf(file);
      // Everything has been checked: from here on nothing refuses.
      if (name !== undefined) file.name = name;
      if (mimeType !== undefined && !editor && file.mimeType !== FOLDER) file.mimeType = mimeType;
      if (to) file.parents = [to.id];
      else if (remove.includes('root') || remove.some((each) => file.parents.includes(each)))
        file.parents = [file.drive?.id ?? tree.rootOf(file.owner ?? viewer.account).id];
      if (typeof trashed === 'boolean' && trashed !== file.isTrashed) {
        file.isTrashed = trashed;
        told.push(trashed ? 'trashed' : 'untrashed');
      }
      if (text(metadata, 'description') !== undefined)
        file.description = text(metadata, 'description') ?? null;
      if (typeof metadata['starred'] === 'boolean') file.isStarred = metadata['starred'];
      file.properties = properties(file.properties, metadata['properties']);
      const ofApp = file.appProperties.get(viewer.client.id) ?? {};
      file.appProperties.set(viewer.client.id, properties(ofApp, metadata['appProperties']));
      if (media && editor)
        editor.begin(file, {
          mimeType: media.mimeType,
          text: (media.content.bytes ?? Buffer.alloc(0)).toString(),
        });
      else if (media) {
        file.content = media.content;
        if (mimeType === undefined) file.mimeType = media.mimeType;
      }
      if (modifiedAt !== undefined || name !== undefined || media) file.modifiedAt = modifiedAt ?? now();
      file.version += 1;
      if (tree.pathOf(file) !== was) told.push(`moved from ${was}`);
      if (media) told.push('content');
      call.changed(`updated ${file.id} ${tree.pathOf(file)}${told.map((each) => ` (${each})`).join('')}`);
      return file;
    },
  };
}

const EMPTY: Content = {
  size: 0,
  md5: 'd41d8cd98f00b204e9800998ecf8427e',
  sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  bytes: Buffer.alloc(0),
};
