// A file as Drive shows it.
import { chosen, maskOf, type Mask } from './fields.ts';
import { DOCUMENT, FOLDER, SPREADSHEET, type DriveFile, type DriveTree, type Viewer } from './drive-tree.ts';
import { driveRefusal } from './refusals.ts';

const DEFAULT: Mask = { kind: 'all', id: 'all', name: 'all', mimeType: 'all' };

/** Fields that exist, though a given file may lack them. */
const KNOWN: ReadonlySet<string> = new Set(
  `appProperties capabilities contentHints copyRequiresWriterPermission createdTime description driveId
   exportLinks explicitlyTrashed fileExtension folderColorRgb fullFileExtension hasThumbnail headRevisionId
   iconLink id imageMediaMetadata isAppAuthorized kind labelInfo lastModifyingUser linkShareMetadata md5Checksum
   mimeType modifiedByMe modifiedByMeTime modifiedTime name originalFilename ownedByMe owners parents
   permissionIds permissions properties quotaBytesUsed resourceKey sha1Checksum sha256Checksum shared
   sharedWithMeTime sharingUser shortcutDetails size spaces starred teamDriveId thumbnailLink thumbnailVersion
   trashed trashedTime trashingUser version videoMediaMetadata viewedByMe viewedByMeTime viewersCanCopyContent
   webContentLink webViewLink writersCanShare`.split(/\s+/u),
);

const LINKS: Readonly<Record<string, string>> = {
  [DOCUMENT]: 'https://docs.google.com/document/d/',
  [SPREADSHEET]: 'https://docs.google.com/spreadsheets/d/',
  [FOLDER]: 'https://drive.google.com/drive/folders/',
};

const time = (ms: number) => new Date(ms).toISOString();

function whole(file: DriveFile, tree: DriveTree, viewer: Viewer): object {
  const told = Object.entries(everything(file, tree, viewer)).filter(([name]) => !file.withheld.has(name));
  return Object.fromEntries(told);
}

function everything(file: DriveFile, tree: DriveTree, { account, client, ...viewer }: Viewer): object {
  const { content, owner, drive } = file;
  const canEdit = tree.canEdit(file, account);
  const isRoot = file.id === owner?.root || file.id === drive?.id;
  const mayDelete = !isRoot && (drive ? drive.members.has(account) : owner === account);
  const parents = file.parents.filter((id) => {
    const parent = tree.files.get(id);
    return parent && tree.sees(parent, { account, client, ...viewer });
  });
  const ofApp = file.appProperties.get(client.id);
  const link = LINKS[file.mimeType];
  return {
    kind: 'drive#file',
    id: file.id,
    name: file.name,
    mimeType: file.mimeType,
    ...(parents.length > 0 ? { parents } : {}),
    spaces: ['drive'],
    starred: file.isStarred,
    trashed: tree.isTrashed(file),
    explicitlyTrashed: file.isTrashed,
    version: String(file.version),
    createdTime: time(file.createdAt),
    modifiedTime: time(file.modifiedAt),
    ...(file.description === null ? {} : { description: file.description }),
    ...(ofApp && Object.keys(ofApp).length > 0 ? { appProperties: ofApp } : {}),
    ...(Object.keys(file.properties).length > 0 ? { properties: file.properties } : {}),
    isAppAuthorized: file.authorized.has(client.id),
    shared: file.sharedWith.size > 0 || drive !== null,
    // Neither is told of what is in a shared drive.
    ...(owner
      ? {
          ownedByMe: owner === account,
          owners: [
            {
              kind: 'drive#user',
              displayName: owner.name,
              me: owner === account,
              permissionId: owner.id,
              emailAddress: owner.email,
            },
          ],
        }
      : {}),
    ...(drive ? { driveId: drive.id, teamDriveId: drive.id } : {}),
    ...(content
      ? {
          size: String(content.size),
          quotaBytesUsed: String(content.size),
          md5Checksum: content.md5,
          sha256Checksum: content.sha256,
          originalFilename: file.name,
          webContentLink: `https://drive.google.com/uc?id=${file.id}&export=download`,
        }
      : { quotaBytesUsed: '0' }),
    webViewLink: link
      ? `${link}${file.id}${file.mimeType === FOLDER ? '' : '/edit?usp=drivesdk'}`
      : `https://drive.google.com/file/d/${file.id}/view?usp=drivesdk`,
    capabilities: {
      canEdit,
      canRename: canEdit && !isRoot,
      canAddChildren: canEdit && file.mimeType === FOLDER,
      canListChildren: file.mimeType === FOLDER,
      canDelete: mayDelete,
      canTrash: mayDelete,
      canUntrash: mayDelete,
      canDownload: content !== null,
      canShare: canEdit,
    },
  };
}

/** The fields that the call asks for. @throws Refused for a field that does not exist */
export function fileResource(
  file: DriveFile,
  tree: DriveTree,
  viewer: Viewer,
  fields: string | null,
): object {
  const mask = fields === null ? DEFAULT : maskOf(fields);
  return chosen(whole(file, tree, viewer), mask, KNOWN) as object;
}

/** The fields of a list. @throws Refused for a field that does not exist */
export function listResource(
  files: readonly DriveFile[],
  nextPageToken: string | null,
  tree: DriveTree,
  viewer: Viewer,
  fields: string | null,
): object {
  const mask: Mask =
    fields === null
      ? { kind: 'all', incompleteSearch: 'all', nextPageToken: 'all', files: DEFAULT }
      : maskOf(fields);
  const each = mask['files'] ?? ('*' in mask ? 'all' : undefined);
  // A name that does not exist is refused even if no file is found.
  if (each && each !== 'all' && !('*' in each))
    for (const name of Object.keys(each))
      if (!KNOWN.has(name))
        throw driveRefusal(400, 'invalidParameter', `Invalid field selection ${name}`, {
          location: 'fields',
        });
  const list = {
    kind: 'drive#fileList',
    ...(nextPageToken === null ? {} : { nextPageToken }),
    incompleteSearch: false,
  };
  const known = new Set(['kind', 'nextPageToken', 'incompleteSearch', 'files']);
  return {
    ...(chosen(list, mask, known) as object),
    ...(each ? { files: files.map((file) => chosen(whole(file, tree, viewer), each, KNOWN)) } : {}),
  };
}
