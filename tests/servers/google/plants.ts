// State that did not come through the API: what people did in their browsers, and what other programs did.
import type { Account, OAuthClient } from './accounts.ts';
import { contentOf } from './content.ts';
import { FOLDER, type DriveFile, type DriveTree, type SharedDrive } from './drive-tree.ts';
import type { Editor } from './editors.ts';

export interface Planted {
  readonly name: string;
  /** Required unless it lies in a shared drive. */
  readonly owner?: Account;
  readonly drive?: SharedDrive;
  /** The folder it lies in; its owner's root without one. The folder may be another person's. */
  readonly in?: DriveFile;
  readonly mimeType?: string;
  /** Words of a document, lines of a spreadsheet (CSV), or the bytes of a file. */
  readonly content?: string | Uint8Array;
  /** Programs that may use it with `drive.file`. */
  readonly authorized?: readonly OAuthClient[];
  readonly trashed?: boolean;
  readonly sharedWith?: Readonly<Record<string, 'reader' | 'writer'>>;
  readonly modifiedAt?: number;
  /** Fields that the vendor does not tell of it, e.g. `isAppAuthorized`. */
  readonly withheld?: readonly string[];
}

export interface Plants {
  file(planted: Planted): DriveFile;
  folder(planted: Omit<Planted, 'mimeType' | 'content'>): DriveFile;
}

export function plantsOf(
  tree: DriveTree,
  editors: readonly Editor[],
  accounts: ReadonlyMap<string, Account>,
): Plants {
  const file = (planted: Planted): DriveFile => {
    const { name, owner = null, drive = null, mimeType = 'application/octet-stream', content } = planted;
    if (!owner && !drive) throw new Error(`${name} has neither an owner nor a shared drive`);
    const editor = editors.find((each) => each.mimeType === mimeType);
    const shared = Object.entries(planted.sharedWith ?? {}).map(([email, role]) => {
      const account = accounts.get(email);
      if (!account) throw new Error(`no account has the address ${email}`);
      return [account, role] as const;
    });
    const made = tree.add({
      name,
      owner,
      drive,
      mimeType,
      ...(planted.in ? { parents: [planted.in.id] } : {}),
      content: editor || mimeType === FOLDER ? null : contentOf(content ?? ''),
      isTrashed: planted.trashed ?? false,
      authorized: new Set(planted.authorized?.map(({ id }) => id)),
      sharedWith: new Map(shared),
      withheld: new Set(planted.withheld),
      ...(planted.modifiedAt === undefined ? {} : { modifiedAt: planted.modifiedAt }),
    });
    editor?.begin(made, content === undefined ? undefined : Buffer.from(content as string).toString());
    return made;
  };
  return { file, folder: (planted) => file({ ...planted, mimeType: FOLDER }) };
}
