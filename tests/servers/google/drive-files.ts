// The routes of Drive v3 that carry no upload.
import { randomBytes } from 'node:crypto';
import { queryOf } from './drive-query.ts';
import { mayWrite, viewerOf, type DriveFile, type DriveTree, type Viewer } from './drive-tree.ts';
import type { Editor } from './editors.ts';
import type { FileChanges, Metadata } from './file-changes.ts';
import { chosen, maskOf } from './fields.ts';
import { fileResource, listResource } from './file-resource.ts';
import type { OAuth } from './oauth.ts';
import { badValue, driveRefusal, scopeMissing } from './refusals.ts';
import { json, objectOf, Refused, type Answer, type Call } from './wire.ts';

interface Page {
  /** What must be the same in the request for the next page. */
  readonly q: string;
  readonly ids: readonly string[];
}

export function driveFiles(
  tree: DriveTree,
  oauth: OAuth,
  changes: FileChanges,
  editors: readonly Editor[],
): (call: Call) => Promise<Answer | null> {
  const pages = new Map<string, Page>();
  const editorOf = ({ mimeType }: DriveFile) => editors.find((each) => each.mimeType === mimeType);
  const wordsOf = (file: DriveFile) =>
    editorOf(file)?.wordsOf(file) ??
    (file.mimeType.startsWith('text/') ? (file.content?.bytes?.toString() ?? '') : '');

  const list = ({ query }: Call, viewer: Viewer): Answer => {
    if (!viewer.readsAll && !viewer.ofItsFiles) throw new Refused(scopeMissing());
    const q = query.get('q') ?? '';
    const orderBy = query.get('orderBy') ?? 'modifiedTime desc';
    if (orderBy !== 'modifiedTime desc') throw badValue('orderBy');
    const size = Number(query.get('pageSize') ?? '100');
    if (!Number.isInteger(size) || size < 1 || size > 1_000) throw badValue('pageSize');
    const holds = queryOf(q, tree, viewer, wordsOf);
    const inDrives = query.get('includeItemsFromAllDrives') === 'true';
    const isListed = (file: DriveFile) =>
      file.id !== file.owner?.root && (inDrives || !file.drive) && tree.sees(file, viewer) && holds(file);
    const token = query.get('pageToken');
    const page = token === null ? null : pages.get(token);
    if (token !== null && page?.q !== q) throw badValue('pageToken');
    const found = page
      ? page.ids.flatMap((id) => tree.files.get(id) ?? []).filter(isListed)
      : [...tree.files.values()].filter(isListed).sort((one, other) => other.modifiedAt - one.modifiedAt);
    const next = found.length > size ? `~!!~AI9${randomBytes(30).toString('base64url')}` : undefined;
    if (next !== undefined) pages.set(next, { q, ids: found.slice(size).map(({ id }) => id) });
    return json(listResource(found.slice(0, size), next, tree, viewer, query.get('fields')));
  };

  const download = (call: Call, { id, mimeType, content }: DriveFile): Answer => {
    if (!content) throw driveRefusal(403, 'fileNotDownloadable');
    const { bytes, size } = content;
    if (!bytes) throw new Error(`this fake did not keep the ${size} bytes of ${id}`);
    const headers = { 'content-type': mimeType };
    const [, from, to] = /^bytes=(\d+)-(\d+)$/u.exec(call.headers.range ?? '') ?? [];
    if (from === undefined) return { status: 200, headers, body: bytes };
    const [start, end] = [Number(from), Math.min(size, Number(to) + 1)];
    if (end <= start) throw driveRefusal(416, 'requestedRangeNotSatisfiable');
    return {
      status: 206,
      headers: { ...headers, 'content-range': `bytes ${start}-${end - 1}/${size}` },
      body: bytes.subarray(start, end),
    };
  };

  const exported = (call: Call, file: DriveFile): Answer => {
    const editor = editorOf(file);
    if (!editor) throw driveRefusal(403, 'fileNotExportable');
    const mimeType = call.query.get('mimeType') ?? '';
    const body = editor.exported(file, mimeType);
    if (!body) throw driveRefusal(400, 'badRequest', 'The requested conversion is not supported.');
    if (body.length > 10 * 1024 ** 2) throw driveRefusal(403, 'exportSizeLimitExceeded');
    return { status: 200, headers: { 'content-type': mimeType }, body };
  };

  return async (call) => {
    const { method, query } = call;
    const path = /^\/drive\/v3(\/.*)$/u.exec(call.path)?.[1];
    if (path === undefined) return null;
    const viewer = viewerOf(oauth.accessOf(call));
    const shown = (file: DriveFile) => json(fileResource(file, tree, viewer, query.get('fields')));
    const [, id, action] = /^\/files\/([^/]+)(\/export)?$/u.exec(path) ?? [];
    switch (`${method} ${id === undefined || id === 'generateIds' ? path : `/files/id${action ?? ''}`}`) {
      case 'GET /about': {
        const about = { user: { emailAddress: viewer.account.email } };
        return json(chosen(about, maskOf(query.get('fields') ?? '')) as object);
      }
      case 'GET /files':
        return list(call, viewer);
      case 'POST /files':
        return shown(changes.create(call, viewer, (await objectOf(call)) as Metadata));
      case 'GET /files/generateIds': {
        if (!mayWrite(viewer)) throw new Refused(scopeMissing());
        const ids = Array.from({ length: Number(query.get('count')) }, () => tree.newId());
        for (const each of ids) changes.reserved.add(each);
        return json({ ids });
      }
      case 'GET /files/id': {
        const file = tree.read(id ?? '', viewer);
        return query.get('alt') === 'media' ? download(call, file) : shown(file);
      }
      case 'GET /files/id/export':
        return exported(call, tree.read(id ?? '', viewer));
      case 'DELETE /files/id':
        tree.remove(tree.edit(id ?? '', viewer), viewer);
        call.changes();
        return { status: 204 };
      default:
        return null;
    }
  };
}
