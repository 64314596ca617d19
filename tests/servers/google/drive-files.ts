// The routes of Drive v3 that carry no upload.
import { randomBytes } from 'node:crypto';
import { orderOf, queryOf } from './drive-query.ts';
import { FOLDER, viewerOf, type DriveFile, type DriveTree, type Viewer } from './drive-tree.ts';
import { isConvertible, type Editor } from './editors.ts';
import { inDrives, type FileChanges } from './file-changes.ts';
import { chosen, maskOf } from './fields.ts';
import { fileResource, listResource } from './file-resource.ts';
import type { OAuth } from './oauth.ts';
import { badValue, driveRefusal, scopeMissing } from './refusals.ts';
import { json, NOTHING, objectOf, Refused, type Answer, type Call } from './wire.ts';

interface Page {
  /** What must be the same in the request for the next page. */
  readonly of: string;
  readonly ids: readonly string[];
}

export interface DriveFiles {
  serve(call: Call): Promise<Answer | null>;
  /** Files that begin from now on are not found by lists, as when the vendor's index is late; by their id they are. */
  freezeSearch(): void;
  thawSearch(): void;
}

export function driveFiles(
  tree: DriveTree,
  oauth: OAuth,
  changes: FileChanges,
  editors: readonly Editor[],
): DriveFiles {
  const pages = new Map<string, Page>();
  let indexed: ReadonlySet<string> | null = null;
  const editorOf = ({ mimeType }: DriveFile) => editors.find((each) => each.mimeType === mimeType);
  const wordsOf = (file: DriveFile) =>
    editorOf(file)?.wordsOf(file) ??
    (isConvertible(file.mimeType) ? (file.content?.bytes?.toString() ?? '') : '');

  const list = (call: Call, viewer: Viewer): Answer => {
    const { query } = call;
    if (!viewer.readsAll && !viewer.ofItsFiles) throw new Refused(scopeMissing(call.host));
    const size = Number(query.get('pageSize') ?? '100');
    if (!Number.isInteger(size) || size < 1 || size > 1_000) throw badValue('pageSize');
    const spaces = (query.get('spaces') ?? 'drive').split(',');
    if (spaces.some((space) => !['drive', 'appDataFolder', 'photos'].includes(space)))
      throw badValue('spaces');
    const corpora = query.get('corpora') ?? 'user';
    if (!['user', 'drive', 'allDrives', 'domain'].includes(corpora)) throw badValue('corpora');
    const includes =
      (query.get('includeItemsFromAllDrives') ?? query.get('includeTeamDriveItems')) === 'true';
    if (includes && !inDrives(call).inDrives)
      throw badValue('supportsAllDrives', 'includeItemsFromAllDrives needs supportsAllDrives.');
    const driveId = query.get('driveId');
    if ((corpora === 'drive') !== (driveId !== null) || (driveId !== null && !includes))
      throw badValue('corpora', 'corpora=drive, driveId and includeItemsFromAllDrives go together.');
    if (driveId !== null && !tree.drives.get(driveId)?.members.has(viewer.account))
      throw driveRefusal(404, 'notFound', `Shared drive not found: ${driveId}`, { location: 'driveId' });

    const q = query.get('q');
    const orderBy = query.get('orderBy');
    const of = JSON.stringify([viewer.account.id, viewer.client.id, q, orderBy, corpora, driveId, includes]);
    const holds = q === null || q.trim() === '' ? () => true : queryOf(q, tree, viewer, wordsOf);
    const isListed = (file: DriveFile) =>
      spaces.includes('drive') &&
      (indexed?.has(file.id) ?? true) &&
      file.id !== file.owner?.root &&
      file.id !== file.drive?.id &&
      (driveId === null ? includes || !file.drive : file.drive?.id === driveId) &&
      tree.sees(file, viewer) &&
      holds(file);
    const token = query.get('pageToken');
    const page = token === null ? null : pages.get(token);
    if (token !== null && page?.of !== of) throw badValue('pageToken');
    let found: DriveFile[];
    if (page) found = page.ids.flatMap((id) => tree.files.get(id) ?? []).filter(isListed);
    else {
      found = [...tree.files.values()].filter(isListed);
      found.sort(orderBy === null ? (one, other) => other.modifiedAt - one.modifiedAt : orderOf(orderBy));
    }
    let next: string | null = null;
    if (found.length > size) {
      next = `~!!~AI9${randomBytes(30).toString('base64url')}`;
      pages.set(next, { of, ids: found.slice(size).map(({ id }) => id) });
    }
    return json(listResource(found.slice(0, size), next, tree, viewer, query.get('fields')));
  };

  const download = (call: Call, file: DriveFile): Answer => {
    if (!file.content)
      throw driveRefusal(
        403,
        'fileNotDownloadable',
        'Only files with binary content can be downloaded. Use Export with Docs Editors files.',
        { location: 'alt' },
      );
    const { bytes, size } = file.content;
    if (!bytes)
      throw driveRefusal(500, 'internalError', `This fake did not keep the ${size} bytes of ${file.id}.`);
    const headers = { 'content-type': file.mimeType };
    const range = /^bytes=(\d*)-(\d*)$/u.exec(call.headers.range ?? '');
    if (!range) return { status: 200, headers, body: bytes };
    const [, from = '', to = ''] = range;
    const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
    const end = from === '' || to === '' ? size : Math.min(size, Number(to) + 1);
    if (start >= size || end <= start)
      return {
        ...driveRefusal(416, 'requestedRangeNotSatisfiable', 'Request range not satisfiable', {
          location: 'Range',
          locationType: 'header',
        }).answer,
        headers: { 'content-range': `bytes */${size}` },
      };
    return {
      status: 206,
      headers: { ...headers, 'content-range': `bytes ${start}-${end - 1}/${size}` },
      body: bytes.subarray(start, end),
    };
  };

  const exported = (call: Call, file: DriveFile): Answer => {
    const editor = editorOf(file);
    const mimeType = call.query.get('mimeType');
    if (mimeType === null)
      throw driveRefusal(400, 'required', 'Required parameter: mimeType', { location: 'mimeType' });
    if (!editor)
      throw driveRefusal(403, 'fileNotExportable', 'Export only supports Docs Editors files.', {
        location: 'fileId',
      });
    const bytes = editor.exported(file, mimeType);
    if (!bytes)
      throw driveRefusal(400, 'badRequest', 'The requested conversion is not supported.', {
        location: 'convertTo',
      });
    if (bytes.length > 10 * 1024 ** 2)
      throw driveRefusal(403, 'exportSizeLimitExceeded', 'This file is too large to be exported.');
    return { status: 200, headers: { 'content-type': mimeType }, body: bytes };
  };

  const about = (call: Call, viewer: Viewer): Answer => {
    const fields = call.query.get('fields');
    if (fields === null)
      throw driveRefusal(400, 'required', "The 'fields' parameter is required for this method.", {
        location: 'fields',
      });
    const { account } = viewer;
    const used = String(tree.usage(account));
    const all = {
      kind: 'drive#about',
      user: {
        kind: 'drive#user',
        displayName: account.name,
        me: true,
        permissionId: account.id,
        emailAddress: account.email,
      },
      storageQuota: {
        ...(account.limitBytes === null ? {} : { limit: String(account.limitBytes) }),
        usage: used,
        usageInDrive: used,
        usageInDriveTrash: String(tree.usage(account, 'trashed')),
      },
      canCreateDrives: false,
      maxUploadSize: '5242880000000',
    };
    return json(chosen(all, maskOf(fields)) as object);
  };

  const one = async (call: Call, viewer: Viewer, id: string): Promise<Answer | null> => {
    const { method, query } = call;
    const shown = (file: DriveFile) => json(fileResource(file, tree, viewer, query.get('fields')));
    if (method === 'GET') {
      const file = tree.read(id, viewer, inDrives(call));
      return query.get('alt') === 'media' ? download(call, file) : shown(file);
    }
    if (method === 'PATCH') return shown(changes.update(call, viewer, id, await objectOf(call)));
    if (method !== 'DELETE') return null;
    if (id === 'trash') {
      if (!viewer.writesAll) throw new Refused(scopeMissing(call.host));
      for (const file of tree.files.values()) {
        if (file.owner !== viewer.account || !file.isTrashed) continue;
        tree.remove(file, viewer);
        call.changed(`deleted ${file.id}`);
      }
      return NOTHING;
    }
    const file = tree.edit(id, viewer, inDrives(call));
    const path = tree.pathOf(file);
    tree.remove(file, viewer);
    call.changed(`deleted ${file.id} ${path}`);
    return NOTHING;
  };

  const copy = async (call: Call, viewer: Viewer, id: string): Promise<Answer> => {
    const from = tree.read(id, viewer, inDrives(call));
    if (from.mimeType === FOLDER)
      throw driveRefusal(403, 'fileNotCopyable', 'This file cannot be copied by the user.');
    const metadata = { name: `Copy of ${from.name}`, mimeType: from.mimeType, ...(await objectOf(call)) };
    const media = from.content ? { mimeType: from.mimeType, content: from.content } : undefined;
    const file = changes.create(call, viewer, metadata, media);
    editorOf(file)?.copy(from, file);
    return json(fileResource(file, tree, viewer, call.query.get('fields')));
  };

  const serve: DriveFiles['serve'] = async (call) => {
    const path = /^\/drive\/v3(\/.*)$/u.exec(call.path)?.[1];
    if (path === undefined) return null;
    const viewer = viewerOf(oauth.accessOf(call), call.host);
    if (path === '/about' && call.method === 'GET') return about(call, viewer);
    if (path === '/files' && call.method === 'GET') return list(call, viewer);
    if (path === '/files' && call.method === 'POST')
      return json(
        fileResource(
          changes.create(call, viewer, await objectOf(call)),
          tree,
          viewer,
          call.query.get('fields'),
        ),
      );
    if (path === '/files/generateIds' && call.method === 'GET') {
      if (!viewer.writesAll && !viewer.ofItsFiles) throw new Refused(scopeMissing(call.host));
      const count = Number(call.query.get('count') ?? '10');
      if (!Number.isInteger(count) || count < 1 || count > 1_000) throw badValue('count');
      const ids = Array.from({ length: count }, () => tree.newId());
      for (const id of ids) changes.reserved.add(id);
      return json({ kind: 'drive#generatedIds', space: 'drive', ids });
    }
    if (path === '/drives' && call.method === 'GET') {
      if (!viewer.readsAll) throw new Refused(scopeMissing(call.host));
      const drives = [...tree.drives.values()].filter(({ members }) => members.has(viewer.account));
      return json({
        kind: 'drive#driveList',
        drives: drives.map(({ id, name }) => ({ kind: 'drive#drive', id, name })),
      });
    }
    const [, id, action] = /^\/files\/([^/]+)(?:\/([a-z]+))?$/u.exec(path) ?? [];
    if (id === undefined) return null;
    if (action === undefined) return one(call, viewer, id);
    if (action === 'export' && call.method === 'GET')
      return exported(call, tree.read(id, viewer, inDrives(call)));
    if (action === 'copy' && call.method === 'POST') return copy(call, viewer, id);
    return null;
  };
  return {
    serve,
    freezeSearch: () => {
      indexed = new Set(tree.files.keys());
    },
    thawSearch: () => {
      indexed = null;
    },
  };
}
