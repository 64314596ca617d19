// The state of all Drives, and who may see and change what.
import { randomBytes } from 'node:crypto';
import type { Account, OAuthClient } from './accounts.ts';
import type { Content } from './content.ts';
import type { Access } from './oauth.ts';
import { appNotAuthorized, fileNotFound, filePermissionMissing, scopeMissing } from './refusals.ts';
import { Refused } from './wire.ts';

export const FOLDER = 'application/vnd.google-apps.folder';
export const DOCUMENT = 'application/vnd.google-apps.document';
export const SPREADSHEET = 'application/vnd.google-apps.spreadsheet';

export interface SharedDrive {
  /** Also the id of its root. */
  readonly id: string;
  readonly name: string;
  readonly members: Set<Account>;
}

export interface DriveFile {
  readonly id: string;
  name: string;
  mimeType: string;
  parents: string[];
  /** Put into the bin itself, not with a folder above it. */
  isTrashed: boolean;
  /** Null in a shared drive. */
  readonly owner: Account | null;
  readonly drive: SharedDrive | null;
  content: Content | null;
  readonly createdAt: number;
  modifiedAt: number;
  version: number;
  appProperties: Map<string, Readonly<Record<string, string>>>;
  properties: Readonly<Record<string, string>>;
  description: string | null;
  isStarred: boolean;
  /** The ids of clients that created it or were given it. */
  readonly authorized: Set<string>;
  readonly sharedWith: Map<Account, 'reader' | 'writer'>;
  /** Fields that the vendor does not tell of it, whoever asks. */
  readonly withheld: Set<string>;
}

/** What a file begins with. */
export type NewFile = Partial<Omit<DriveFile, 'id' | 'owner' | 'drive' | 'appProperties'>> &
  Pick<DriveFile, 'name'> & {
    readonly id?: string;
    readonly owner: Account | null;
    readonly drive?: SharedDrive | null;
    readonly appProperties?: Map<string, Readonly<Record<string, string>>>;
  };

/** Who asks, and what its scopes let it do. */
export interface Viewer {
  readonly account: Account;
  readonly client: OAuthClient;
  readonly readsAll: boolean;
  readonly writesAll: boolean;
  /** May at least use the files of its client. */
  readonly ofItsFiles: boolean;
  readonly host: string;
}

/** A file that is gone for good. */
export interface Deletion {
  readonly fileId: string;
  readonly name: string;
  /** Names from the root on. */
  readonly path: string;
  readonly owner: string | null;
  readonly isFolder: boolean;
  /** Who asked, and with which program. */
  readonly by: string;
  readonly clientId: string;
  /** The folder whose deletion took it along; null for a file that was named. */
  readonly withFolder: string | null;
}

export interface DriveTree {
  readonly files: ReadonlyMap<string, DriveFile>;
  readonly drives: ReadonlyMap<string, SharedDrive>;
  readonly deletions: readonly Deletion[];
  addDrive(name: string, members: readonly Account[]): SharedDrive;
  rootOf(account: Account): DriveFile;
  add(file: NewFile): DriveFile;
  /** Ids for files that do not exist yet. */
  newId(): string;
  isTrashed(file: DriveFile): boolean;
  pathOf(file: DriveFile): string;
  usage(account: Account, only?: 'trashed'): number;
  canRead(file: DriveFile, account: Account): boolean;
  canEdit(file: DriveFile, account: Account): boolean;
  /** Whether the viewer sees the file at all. */
  sees(file: DriveFile, viewer: Viewer): boolean;
  /** @throws Refused 404 for a file that does not exist for the viewer */
  read(id: string, viewer: Viewer, more?: { readonly inDrives?: boolean }): DriveFile;
  /** The same, for a change. @throws Refused also 403 */
  edit(id: string, viewer: Viewer, more?: { readonly inDrives?: boolean }): DriveFile;
  /** Deletes it with everything in it that has the same owner. @throws Refused 403 */
  remove(file: DriveFile, viewer: Viewer): void;
}

const SCOPE = 'https://www.googleapis.com/auth/';

/** @param more scopes of the API that is asked; each reads and writes all files of its kind, `.readonly` only reads */
export function viewerOf({ grant }: Access, host: string, ...more: readonly string[]): Viewer {
  const has = (...names: readonly string[]) => names.some((name) => grant.scopes.includes(`${SCOPE}${name}`));
  const writesAll = has('drive', ...more);
  return {
    account: grant.account,
    client: grant.client,
    host,
    writesAll,
    readsAll: writesAll || has('drive.readonly', ...more.map((name) => `${name}.readonly`)),
    ofItsFiles: has('drive.file'),
  };
}

export function startDriveTree(now: () => number): DriveTree {
  const files = new Map<string, DriveFile>();
  const drives = new Map<string, SharedDrive>();
  const deletions: Deletion[] = [];
  const newId = () => `1${randomBytes(24).toString('base64url')}`;
  const parentsOf = (file: DriveFile) => file.parents.flatMap((id) => files.get(id) ?? []);

  const tree: DriveTree = {
    files,
    drives,
    deletions,
    newId,
    addDrive: (name, members) => {
      const drive = {
        id: `0A${randomBytes(13).toString('base64url').slice(0, 14)}PVA`,
        name,
        members: new Set(members),
      };
      drives.set(drive.id, drive);
      tree.add({ id: drive.id, name, mimeType: FOLDER, owner: null, drive });
      return drive;
    },
    rootOf: (account) =>
      files.get(account.root) ??
      tree.add({ id: account.root, name: 'My Drive', mimeType: FOLDER, owner: account }),
    add: ({ id = newId(), owner, drive = null, ...more }) => {
      const file: DriveFile = {
        id,
        mimeType: 'application/octet-stream',
        parents:
          id === owner?.root || id === drive?.id ? [] : [drive?.id ?? tree.rootOf(owner as Account).id],
        isTrashed: false,
        owner,
        drive,
        content: null,
        createdAt: now(),
        modifiedAt: now(),
        version: 1,
        appProperties: new Map(),
        properties: {},
        description: null,
        isStarred: false,
        authorized: new Set(),
        sharedWith: new Map(),
        withheld: new Set(),
        ...more,
      };
      files.set(id, file);
      return file;
    },
    isTrashed: (file) => file.isTrashed || parentsOf(file).some((parent) => tree.isTrashed(parent)),
    pathOf: (file) => {
      const [parent] = parentsOf(file);
      return parent ? `${tree.pathOf(parent)}/${file.name}` : file.name;
    },
    usage: (account, only) => {
      let sum = 0;
      for (const file of files.values())
        if (file.owner === account && (!only || tree.isTrashed(file))) sum += file.content?.size ?? 0;
      return sum;
    },
    canRead: (file, account) =>
      file.drive
        ? file.drive.members.has(account)
        : file.owner === account ||
          file.sharedWith.has(account) ||
          parentsOf(file).some((parent) => tree.canRead(parent, account)),
    canEdit: (file, account) =>
      file.drive
        ? file.drive.members.has(account)
        : file.owner === account ||
          file.sharedWith.get(account) === 'writer' ||
          parentsOf(file).some((parent) => tree.canEdit(parent, account)),
    sees: (file, { account, client, readsAll, ofItsFiles }) =>
      tree.canRead(file, account) &&
      (readsAll || (ofItsFiles && (file.authorized.has(client.id) || file.id === account.root))),
    read: (id, viewer, { inDrives = false } = {}) => {
      if (!viewer.readsAll && !viewer.ofItsFiles) throw new Refused(scopeMissing(viewer.host));
      const file = id === 'root' ? tree.rootOf(viewer.account) : files.get(id);
      if (!file || !tree.sees(file, viewer) || (file.drive && !inDrives)) throw fileNotFound(id);
      return file;
    },
    edit: (id, viewer, more) => {
      if (!viewer.writesAll && !viewer.ofItsFiles) throw new Refused(scopeMissing(viewer.host));
      const file = tree.read(id, viewer, more);
      if (!viewer.writesAll && !file.authorized.has(viewer.client.id))
        throw new Refused(appNotAuthorized(viewer.client.id.split('-')[0] ?? '', id));
      if (!tree.canEdit(file, viewer.account)) throw filePermissionMissing(id);
      return file;
    },
    remove: (file, viewer) => {
      const { account, client } = viewer;
      if (file.id === account.root || file.id === file.drive?.id) throw filePermissionMissing(file.id);
      const mayDelete = file.drive ? file.drive.members.has(account) : file.owner === account;
      if (!mayDelete) throw filePermissionMissing(file.id);
      const gone = (one: DriveFile, withFolder: string | null) => {
        for (const child of files.values()) {
          if (!child.parents.includes(one.id)) continue;
          // What belongs to others is not deleted; it loses its place.
          if (child.owner === file.owner && child.drive === file.drive && child.parents.length === 1)
            gone(child, withFolder ?? one.id);
          else child.parents = child.parents.filter((id) => id !== one.id);
        }
        deletions.push({
          fileId: one.id,
          name: one.name,
          path: tree.pathOf(one),
          owner: one.owner?.email ?? null,
          isFolder: one.mimeType === FOLDER,
          by: account.email,
          clientId: client.id,
          withFolder,
        });
        files.delete(one.id);
      };
      gone(file, null);
    },
  };
  return tree;
}
