// The state of all Drives, and who may see and change what.
import { randomBytes } from 'node:crypto';
import type { Account, OAuthClient } from './accounts.ts';
import type { Content } from './content.ts';
import type { Access } from './oauth.ts';
import { driveRefusal, fileNotFound, scopeMissing } from './refusals.ts';
import { Refused } from './wire.ts';

export const FOLDER = 'application/vnd.google-apps.folder';
export const DOCUMENT = 'application/vnd.google-apps.document';
export const SPREADSHEET = 'application/vnd.google-apps.spreadsheet';

export interface SharedDrive {
  /** Also the id of its root. */
  readonly id: string;
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
  /** By the id of the client that wrote them. */
  appProperties: Map<string, Readonly<Record<string, string>>>;
  /** The ids of clients that created it or were given it. */
  readonly authorized: Set<string>;
  readonly sharedWith: Map<Account, 'reader' | 'writer'>;
  /** Fields that the vendor does not tell of it, whoever asks. */
  readonly withheld: Set<string>;
}

/** What a file begins with. */
export type NewFile = Partial<Omit<DriveFile, 'owner'>> & Pick<DriveFile, 'name' | 'owner'>;

/** Who asks, and what its scopes let it do. */
export interface Viewer {
  readonly account: Account;
  readonly client: OAuthClient;
  readonly readsAll: boolean;
  readonly writesAll: boolean;
  /** May at least use the files of its client. */
  readonly ofItsFiles: boolean;
}

/** A file that is gone for good. */
export interface Deletion {
  readonly name: string;
  readonly isFolder: boolean;
}

export interface DriveTree {
  readonly files: ReadonlyMap<string, DriveFile>;
  readonly deletions: readonly Deletion[];
  addDrive(members: readonly Account[]): SharedDrive;
  rootOf(account: Account): DriveFile;
  add(file: NewFile): DriveFile;
  /** Ids for files that do not exist yet. */
  newId(): string;
  isTrashed(file: DriveFile): boolean;
  pathOf(file: DriveFile): string;
  canEdit(file: DriveFile, account: Account): boolean;
  /** Whether the viewer sees the file at all. */
  sees(file: DriveFile, viewer: Viewer): boolean;
  /** @throws Refused 404 for a file that does not exist for the viewer */
  read(id: string, viewer: Viewer): DriveFile;
  /** The same, for a change. @throws Refused also 403 */
  edit(id: string, viewer: Viewer): DriveFile;
  /** Deletes it with everything in it that has the same owner. @throws Refused 403 */
  remove(file: DriveFile, viewer: Viewer): void;
}

const SCOPE = 'https://www.googleapis.com/auth/';

/** @param more scopes of the API that is asked; each reads and writes all files of its kind, `.readonly` only reads */
export function viewerOf({ grant }: Access, ...more: readonly string[]): Viewer {
  const has = (...names: readonly string[]) => names.some((name) => grant.scopes.includes(`${SCOPE}${name}`));
  const writesAll = has('drive', ...more);
  return {
    account: grant.account,
    client: grant.client,
    writesAll,
    readsAll: writesAll || has('drive.readonly', ...more.map((name) => `${name}.readonly`)),
    ofItsFiles: has('drive.file'),
  };
}

export const mayWrite = ({ writesAll, ofItsFiles }: Viewer): boolean => writesAll || ofItsFiles;

const filePermissionMissing = () => driveRefusal(403, 'insufficientFilePermissions');

export function startDriveTree(now: () => number): DriveTree {
  const files = new Map<string, DriveFile>();
  const deletions: Deletion[] = [];
  const newId = () => `1${randomBytes(24).toString('base64url')}`;
  const parentsOf = (file: DriveFile) => file.parents.flatMap((id) => files.get(id) ?? []);
  const isShared = (file: DriveFile, account: Account, roles: readonly string[]): boolean =>
    file.owner === account ||
    roles.includes(file.sharedWith.get(account) ?? '') ||
    parentsOf(file).some((parent) => isShared(parent, account, roles));

  const tree: DriveTree = {
    files,
    deletions,
    newId,
    addDrive: (members) => {
      const drive = { id: newId(), members: new Set(members) };
      tree.add({ id: drive.id, name: 'A shared drive', mimeType: FOLDER, owner: null, drive, parents: [] });
      return drive;
    },
    rootOf: (account) =>
      files.get(account.root) ??
      tree.add({ id: account.root, name: 'My Drive', mimeType: FOLDER, owner: account, parents: [] }),
    add: ({ owner, drive = null, parents, ...more }) => {
      const file: DriveFile = {
        id: newId(),
        mimeType: 'application/octet-stream',
        parents: parents ?? [drive?.id ?? tree.rootOf(owner as Account).id],
        isTrashed: false,
        owner,
        drive,
        content: null,
        createdAt: now(),
        modifiedAt: now(),
        appProperties: new Map(),
        authorized: new Set(),
        sharedWith: new Map(),
        withheld: new Set(),
        ...more,
      };
      files.set(file.id, file);
      return file;
    },
    isTrashed: (file) => file.isTrashed || parentsOf(file).some((parent) => tree.isTrashed(parent)),
    pathOf: (file) => {
      const [parent] = parentsOf(file);
      return parent ? `${tree.pathOf(parent)}/${file.name}` : file.name;
    },
    canEdit: (file, account) => file.drive?.members.has(account) ?? isShared(file, account, ['writer']),
    sees: (file, { account, client, readsAll, ofItsFiles }) =>
      (file.drive?.members.has(account) ?? isShared(file, account, ['writer', 'reader'])) &&
      (readsAll || (ofItsFiles && (file.authorized.has(client.id) || file.id === account.root))),
    read: (id, viewer) => {
      if (!viewer.readsAll && !viewer.ofItsFiles) throw new Refused(scopeMissing());
      const file = id === 'root' ? tree.rootOf(viewer.account) : files.get(id);
      if (!file || !tree.sees(file, viewer)) throw fileNotFound(id);
      return file;
    },
    edit: (id, viewer) => {
      if (!mayWrite(viewer)) throw new Refused(scopeMissing());
      const file = tree.read(id, viewer);
      if (!viewer.writesAll && !file.authorized.has(viewer.client.id))
        throw driveRefusal(403, 'appNotAuthorizedToFile');
      if (!tree.canEdit(file, viewer.account)) throw filePermissionMissing();
      return file;
    },
    remove: (file, { account }) => {
      const mayDelete = file.drive?.members.has(account) ?? file.owner === account;
      if (!mayDelete || file.id === account.root) throw filePermissionMissing();
      const gone = (one: DriveFile) => {
        for (const child of files.values()) {
          if (!child.parents.includes(one.id)) continue;
          // What belongs to others is not deleted; it loses its place.
          if (child.owner === file.owner) gone(child);
          else child.parents = child.parents.filter((id) => id !== one.id);
        }
        deletions.push({ name: one.name, isFolder: one.mimeType === FOLDER });
        files.delete(one.id);
      };
      gone(file);
    },
  };
  return tree;
}
