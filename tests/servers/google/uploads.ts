// The three ways to upload: media alone, media with metadata, and in parts that survive a broken connection.
import { randomBytes } from 'node:crypto';
import { contentOf, startSink, type Sink } from './content.ts';
import { viewerOf, type DriveFile, type DriveTree, type Viewer } from './drive-tree.ts';
import type { FileChanges, Metadata } from './file-changes.ts';
import { fileResource } from './file-resource.ts';
import type { OAuth } from './oauth.ts';
import { driveRefusal } from './refusals.ts';
import { bytesOf, Interrupted, json, objectOf, parsed, type Answer, type Call } from './wire.ts';

/** Parts are multiples of it, except the last one; what the vendor keeps of a broken one, too. */
const PART = 256 * 1024;

/** An upload in parts that has begun. */
interface Session {
  readonly fields: string | null;
  readonly viewer: Viewer;
  readonly metadata: Metadata;
  readonly mimeType: string;
  readonly total: number;
  readonly sink: Sink;
  file: DriveFile | null;
}

export function startUploads(
  tree: DriveTree,
  oauth: OAuth,
  changes: FileChanges,
  keptBytes?: number,
): (call: Call) => Promise<Answer | null> {
  const sessions = new Map<string, Session>();
  const shown = (file: DriveFile, viewer: Viewer, fields: string | null) =>
    json(fileResource(file, tree, viewer, fields));

  const begin = async (call: Call, viewer: Viewer): Promise<Answer> => {
    const metadata = (await objectOf(call)) as Metadata;
    changes.check(viewer, metadata);
    const id = `AHVrFx${randomBytes(60).toString('base64url')}`;
    sessions.set(id, {
      fields: call.query.get('fields'),
      viewer,
      metadata,
      mimeType: String(call.headers['x-upload-content-type']),
      total: Number(call.headers['x-upload-content-length']),
      sink: startSink(keptBytes),
      file: null,
    });
    call.changes();
    return {
      status: 200,
      headers: { location: `https://${call.host}${call.path}?uploadType=resumable&upload_id=${id}` },
    };
  };

  const goOn = async (call: Call, id: string): Promise<Answer> => {
    const session = sessions.get(id);
    if (!session) throw driveRefusal(404, 'notFound', 'Upload session not found.');
    const { sink, viewer, total, fields, metadata, mimeType } = session;
    const range = /^bytes (?:(\d+)-(\d+)|\*)\/(\d+)$/u.exec(call.headers['content-range'] ?? '');
    if (Number(range?.[3]) !== total) throw driveRefusal(400, 'badRequest', 'Unexpected Content-Range.');
    if (session.file) return shown(session.file, viewer, fields);
    if (range?.[1] !== undefined) {
      const [start, planned] = [Number(range[1]), Number(range[2]) + 1 - Number(range[1])];
      if (start > sink.size) throw driveRefusal(400, 'badRequest', `Only ${sink.size} bytes are here.`);
      const isLast = start + planned === total;
      if (!isLast && planned % PART !== 0) throw driveRefusal(400, 'badRequest', `${planned} bytes.`);
      await take(call, sink, { skip: sink.size - start, planned, isLast });
      call.changes();
    }
    if (sink.size >= total) {
      session.file = changes.create(call, viewer, metadata, { mimeType, content: sink.end() });
      return shown(session.file, viewer, fields);
    }
    return { status: 308, headers: sink.size > 0 ? { range: `bytes=0-${sink.size - 1}` } : {} };
  };

  const media = async (call: Call, viewer: Viewer, fileId: string): Promise<Answer> => {
    const content = contentOf(await bytesOf(call), keptBytes);
    const mimeType = String(call.headers['content-type']);
    const file = changes.update(call, viewer, fileId, { mimeType, content });
    return shown(file, viewer, call.query.get('fields'));
  };

  const multipart = async (call: Call, viewer: Viewer): Promise<Answer> => {
    const boundary = /boundary="?([^";]+)"?/iu.exec(call.headers['content-type'] ?? '')?.[1] ?? '';
    const [first, second] = partsOf(await bytesOf(call), boundary);
    if (!first || !second) throw driveRefusal(400, 'badRequest', 'Malformed multipart body.');
    const content = contentOf(second.body, keptBytes);
    const metadata = parsed(first.body.toString()) as Metadata;
    const file = changes.create(call, viewer, metadata, { mimeType: second.type, content });
    return shown(file, viewer, call.query.get('fields'));
  };

  return async (call) => {
    const [found, fileId] = /^\/upload\/drive\/v3\/files(?:\/([^/]+))?$/u.exec(call.path) ?? [];
    if (found === undefined) return null;
    const session = call.query.get('upload_id');
    // The address of a session is its permission: the vendor asks for no token here.
    if (session !== null) return goOn(call, session);
    const viewer = viewerOf(oauth.accessOf(call));
    const type = call.query.get('uploadType');
    if (fileId !== undefined)
      return call.method === 'PATCH' && type === 'media' ? media(call, viewer, fileId) : null;
    if (call.method !== 'POST') return null;
    if (type === 'multipart') return multipart(call, viewer);
    return type === 'resumable' ? begin(call, viewer) : null;
  };
}

/** Takes the body of one part. Of a part that breaks off, whole multiples of 256 KiB are kept. */
async function take(
  call: Call,
  sink: Sink,
  { skip, planned, isLast }: { readonly skip: number; readonly planned: number; readonly isLast: boolean },
): Promise<void> {
  let left = skip;
  let arrived = 0;
  let tail = Buffer.alloc(0);
  const settle = (everything: boolean) => {
    const keep = everything ? tail.length : tail.length - ((sink.size + tail.length) % PART);
    if (keep > 0) sink.add(tail.subarray(0, keep));
    tail = tail.subarray(Math.max(0, keep));
  };
  try {
    for await (const piece of call.body) {
      arrived += piece.length;
      const rest = piece.subarray(Math.min(left, piece.length));
      left -= piece.length - rest.length;
      tail = Buffer.concat([tail, rest]);
      if (tail.length >= PART) settle(false);
    }
  } catch (error) {
    if (error instanceof Interrupted) settle(false);
    throw error;
  }
  if (arrived !== planned) throw driveRefusal(400, 'badRequest', `${arrived} bytes, not ${planned}.`);
  settle(isLast);
}

interface Part {
  readonly type: string;
  readonly body: Buffer;
}

function partsOf(bytes: Buffer, boundary: string): readonly Part[] {
  const parts: Part[] = [];
  const line = Buffer.from(`--${boundary}`);
  for (let at = bytes.indexOf(line); at >= 0;) {
    const start = at + line.length;
    const headEnd = bytes.indexOf('\r\n\r\n', start);
    const next = bytes.indexOf(`\r\n--${boundary}`, start);
    if (headEnd < 0 || next < 0) break;
    const head = bytes.subarray(start, headEnd).toString();
    const type = /^content-type:\s*(\S.*)$/imu.exec(head)?.[1]?.trim() ?? 'application/octet-stream';
    parts.push({ type, body: bytes.subarray(headEnd + 4, next) });
    at = next + 2;
  }
  return parts;
}
