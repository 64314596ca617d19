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
export const PART = 256 * 1024;

const WEEK = 7 * 24 * 3_600_000;

/** An upload in parts that has begun. */
export interface Upload {
  readonly id: string;
  readonly name: string;
  /** Bytes that are kept. */
  readonly received: number;
  readonly state: 'open' | 'done' | 'cancelled' | 404 | 410;
}

export interface Uploads {
  readonly sessions: readonly Upload[];
  /** All uploads in parts that are open end; their sessions answer 404 (or 410) from now on. */
  expire(status?: 404 | 410): void;
  serve(call: Call): Promise<Answer | null>;
}

interface Session {
  readonly id: string;
  readonly call: Call;
  readonly viewer: Viewer;
  readonly fileId: string | null;
  readonly metadata: Metadata;
  readonly mimeType: string;
  readonly expiresAt: number;
  readonly sink: Sink;
  total: number | null;
  state: Upload['state'];
  file: DriveFile | null;
}

export function startUploads(
  tree: DriveTree,
  oauth: OAuth,
  changes: FileChanges,
  now: () => number,
  keptBytes?: number,
): Uploads {
  const sessions = new Map<string, Session>();

  const put = (
    call: Call,
    viewer: Viewer,
    fileId: string | null,
    metadata: Metadata,
    mimeType: string,
    content: ReturnType<typeof contentOf>,
  ): DriveFile => {
    const media = { mimeType, content };
    return fileId === null
      ? changes.create(call, viewer, metadata, media)
      : changes.update(call, viewer, fileId, metadata, media);
  };
  const shown = (file: DriveFile, viewer: Viewer, call: Call) =>
    json(fileResource(file, tree, viewer, call.query.get('fields')));

  const begin = async (call: Call, viewer: Viewer, fileId: string | null): Promise<Answer> => {
    const metadata = await objectOf(call);
    const told = call.headers['x-upload-content-length'];
    const total = told === undefined ? null : Number(told);
    if (total !== null && !(Number.isInteger(total) && total >= 0))
      throw driveRefusal(400, 'badRequest', 'Invalid X-Upload-Content-Length.');
    changes.check(call, viewer, metadata, fileId, total ?? 0);
    const id = `AHVrFx${randomBytes(60).toString('base64url')}`;
    sessions.set(id, {
      id,
      call,
      viewer,
      fileId,
      metadata,
      mimeType: [call.headers['x-upload-content-type']].flat()[0] ?? 'application/octet-stream',
      expiresAt: now() + WEEK,
      sink: startSink(keptBytes),
      total,
      state: 'open',
      file: null,
    });
    const query = new URLSearchParams(call.query);
    query.set('upload_id', id);
    call.changed(`began upload of ${String(metadata['name'] ?? fileId)}`);
    return {
      status: 200,
      headers: {
        location: `https://${call.host}${call.path}?${query.toString()}`,
        'x-guploader-uploadid': id,
      },
    };
  };

  const goOn = async (call: Call, id: string): Promise<Answer> => {
    const session = sessions.get(id);
    if (!session || now() >= session.expiresAt)
      throw driveRefusal(404, 'notFound', 'Upload session not found.', { location: 'upload_id' });
    const { sink, viewer } = session;
    if (session.state === 404 || session.state === 410)
      throw driveRefusal(
        session.state,
        session.state === 404 ? 'notFound' : 'gone',
        'The upload has expired.',
      );
    if (session.state === 'cancelled') return { status: 499 };
    if (call.method === 'DELETE') {
      session.state = 'cancelled';
      return { status: 499 };
    }
    const head = call.headers['content-range'];
    const range = /^bytes (?:(\d+)-(\d+)|\*)\/(\d+|\*)$/u.exec(head ?? '');
    if (head !== undefined && !range)
      throw driveRefusal(400, 'badRequest', 'Failed to parse Content-Range header.');
    const [, from, to, whole = '*'] = range ?? [];
    const length = call.headers['content-length'];
    if (whole !== '*') {
      if (session.total !== null && session.total !== Number(whole))
        throw driveRefusal(
          400,
          'badRequest',
          `The upload was begun with ${session.total} bytes, not ${whole}.`,
        );
      session.total = Number(whole);
    }
    if (session.file) return shown(session.file, viewer, session.call);

    const isStatus = range !== null && from === undefined;
    if (!isStatus) {
      const start = Number(from ?? '0');
      if (start > sink.size)
        throw driveRefusal(
          400,
          'badRequest',
          `The part begins at ${start}, but only ${sink.size} bytes are here.`,
        );
      const planned =
        to === undefined ? (length === undefined ? null : Number(length)) : Number(to) + 1 - start;
      if (to === undefined && planned !== null && session.total === null) session.total = start + planned;
      const isLast = range === null || (session.total !== null && Number(to) + 1 === session.total);
      if (!isLast && planned !== null && planned < PART)
        throw driveRefusal(
          400,
          'badRequest',
          `Invalid request.  The number of bytes uploaded is required to be equal or greater than 262144, except for the final request (it's recommended to be the exact multiple of 262144).  The received request contained ${planned} bytes, which does not meet this requirement.`,
        );
      const taken = await take(call, session, sink.size - start, planned, isLast);
      call.changed(`took ${taken} bytes, has ${sink.size}`);
      // The end of a body without Content-Range is the end of the content.
      if (range === null) session.total ??= sink.size;
    }
    if (session.total !== null && sink.size >= session.total) {
      const file = put(call, viewer, session.fileId, session.metadata, session.mimeType, sink.end());
      session.file = file;
      session.state = 'done';
      return shown(file, viewer, session.call);
    }
    return {
      status: 308,
      headers: {
        ...(sink.size > 0 ? { range: `bytes=0-${sink.size - 1}` } : {}),
        'x-guploader-uploadid': id,
      },
    };
  };

  const media = async (call: Call, viewer: Viewer, fileId: string | null): Promise<Answer> => {
    changes.check(call, viewer, {}, fileId, Number(call.headers['content-length'] ?? '0'));
    const sink = startSink(keptBytes);
    for await (const piece of call.body) sink.add(piece);
    const type = call.headers['content-type'] ?? 'application/octet-stream';
    return shown(put(call, viewer, fileId, {}, type, sink.end()), viewer, call);
  };

  const multipart = async (call: Call, viewer: Viewer, fileId: string | null): Promise<Answer> => {
    const type = call.headers['content-type'] ?? '';
    const boundary = /^multipart\/related\s*;.*boundary="?([^";]+)"?/iu.exec(type)?.[1];
    if (boundary === undefined) throw driveRefusal(400, 'badContent', 'Media type is not supported.');
    const [first, second, ...more] = partsOf(await bytesOf(call), boundary);
    if (!first || !second || more.length > 0)
      throw driveRefusal(400, 'badRequest', 'Malformed multipart body.');
    const metadata = parsed(first.body.toString());
    const content = contentOf(second.body, keptBytes);
    return shown(put(call, viewer, fileId, metadata, second.type, content), viewer, call);
  };

  return {
    get sessions() {
      return [...sessions.values()].map(({ id, metadata, fileId, sink, state }) => ({
        id,
        name: String(metadata['name'] ?? fileId),
        received: sink.size,
        state,
      }));
    },
    expire: (status = 404) => {
      for (const session of sessions.values()) if (session.state === 'open') session.state = status;
    },
    serve: async (call) => {
      const [found, fileId = null] =
        /^(?:\/resumable)?\/upload\/drive\/v3\/files(?:\/([^/]+))?$/u.exec(call.path) ?? [];
      if (found === undefined) return null;
      const session = call.query.get('upload_id');
      // The address of a session is its permission: the vendor asks for no token here.
      if (session !== null) return goOn(call, session);
      if (call.method !== (fileId === null ? 'POST' : 'PATCH')) return null;
      const viewer = viewerOf(oauth.accessOf(call), call.host);
      switch (call.query.get('uploadType')) {
        case 'media':
          return media(call, viewer, fileId);
        case 'multipart':
          return multipart(call, viewer, fileId);
        case 'resumable':
          return begin(call, viewer, fileId);
        default:
          throw driveRefusal(400, 'badRequest', 'Bad Request', { location: 'uploadType' });
      }
    },
  };
}

/**
 * Takes the body of one part. Of a part that breaks off, or that is not the last, whole multiples of 256 KiB are kept.
 * @param overlap bytes at its beginning that are here already
 * @returns how many bytes were taken
 */
async function take(
  call: Call,
  { sink, total }: Session,
  overlap: number,
  planned: number | null,
  isLast: boolean,
): Promise<number> {
  const before = sink.size;
  let skip = overlap;
  let arrived = 0;
  let tail: Buffer[] = [];
  let tailSize = 0;
  const settle = (everything: boolean) => {
    const bytes = Buffer.concat(tail);
    const keep = everything ? bytes.length : bytes.length - ((sink.size + bytes.length) % PART);
    if (keep > 0) sink.add(bytes.subarray(0, keep));
    tail = [bytes.subarray(keep)];
    tailSize = bytes.length - keep;
  };
  try {
    for await (const piece of call.body) {
      arrived += piece.length;
      const rest = Buffer.from(piece.subarray(Math.min(skip, piece.length)));
      skip -= piece.length - rest.length;
      tail.push(rest);
      tailSize += rest.length;
      if (tailSize >= PART) settle(false);
    }
  } catch (error) {
    if (error instanceof Interrupted) settle(false);
    throw error;
  }
  if (planned !== null && arrived !== planned)
    throw driveRefusal(400, 'badRequest', `The part has ${arrived} bytes, not ${planned}.`);
  if (total !== null && sink.size + tailSize > total)
    throw driveRefusal(400, 'badRequest', `The upload has more than ${total} bytes.`);
  settle(isLast);
  return sink.size - before;
}

interface Part {
  readonly type: string;
  readonly body: Buffer;
}

function partsOf(bytes: Buffer, boundary: string): readonly Part[] {
  const parts: Part[] = [];
  const line = Buffer.from(`--${boundary}`);
  let at = bytes.indexOf(line);
  while (at >= 0) {
    const start = at + line.length;
    if (bytes.subarray(start, start + 2).toString() === '--') return parts;
    const next = bytes.indexOf(Buffer.from(`\r\n--${boundary}`), start);
    if (next < 0) return [];
    const headEnd = bytes.indexOf('\r\n\r\n', start);
    if (headEnd < 0 || headEnd > next) return [];
    const head = bytes.subarray(start, headEnd).toString();
    const type = /^content-type:\s*(\S.*)$/imu.exec(head)?.[1]?.trim() ?? 'application/octet-stream';
    parts.push({ type, body: bytes.subarray(headEnd + 4, next) });
    at = next + 2;
  }
  return [];
}
