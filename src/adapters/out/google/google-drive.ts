import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { drive_v3 } from 'googleapis/build/src/apis/drive/v3.js';
import { refuse } from '../../../core/keeping/backups/drive/errors.ts';
import type {
  Drive,
  DriveEntry,
  DrivePage,
  NewFile,
  NewFolder,
} from '../../../core/keeping/backups/drive/port.ts';
import { Calls, type CallDeps, type CallOptions } from './calls.ts';
import { isObject, strangeAnswer, type FailedAnswer } from './failures.ts';
import { lazily } from './lazily.ts';
import { asked, type LibraryOptions, type Loaded } from './library.ts';
import { sendInParts } from './resumable.ts';

const FOLDER = 'application/vnd.google-apps.folder';
const OCTETS = 'application/octet-stream';
/** The mark of the instance that made a folder: only the client that wrote it can read it. */
const MARK = 'svcInstance';
const FIELDS = 'id,name,mimeType,size,md5Checksum,trashed,ownedByMe,isAppAuthorized,driveId,appProperties';
const PAGE = 1_000;

/** How files are cut. */
export interface UploadSizes {
  /** Up to this size a file goes in one request. */
  readonly wholeBytes: number;
  /** A multiple of 256 KiB, as the vendor requires. */
  readonly partBytes: number;
}

const SIZES: UploadSizes = { wholeBytes: 5 * 2 ** 20, partBytes: 8 * 2 ** 20 };

/** More than a page of a listing, or a piece of a file, has. */
const ANSWER_BYTES = 64 * 2 ** 20;
const TRANSFER_MS = 300_000;

const BACKUPS: CallOptions = { scopes: ['drive.file'] };

/** The owner's drive at Google: Drive API v3. */
export class GoogleDrive implements Drive {
  readonly #calls: Calls;
  readonly #sizes: UploadSizes;

  constructor({ sizes = SIZES, ...deps }: CallDeps & { readonly sizes?: UploadSizes }) {
    this.#calls = new Calls(deps);
    this.#sizes = sizes;
  }

  async newIds(count: number, signal: AbortSignal): Promise<readonly string[]> {
    const { data } = await this.#call(
      (drive, options) => drive.files.generateIds({ count, space: 'drive', type: 'files' }, options),
      BACKUPS,
      signal,
    );
    const ids = isObject(data) && Array.isArray(data['ids']) ? (data['ids'] as unknown[]) : [];
    const known = ids.filter((id): id is string => typeof id === 'string' && /^[\w-]{5,200}$/u.test(id));
    if (known.length < count) throw strangeAnswer('too few ids');
    return known;
  }

  async get(id: string, signal: AbortSignal): Promise<DriveEntry | null> {
    const { status, data } = await this.#call(
      (drive, options) => drive.files.get({ fileId: id, fields: FIELDS }, options),
      { ...BACKUPS, also: [404] },
      signal,
    );
    return status === 404 ? null : entryIn(data);
  }

  async makeFolder({ id, name, parent, instance }: NewFolder, signal: AbortSignal): Promise<void> {
    const requestBody = {
      id,
      name,
      mimeType: FOLDER,
      appProperties: { [MARK]: instance },
      ...(parent === null ? {} : { parents: [parent] }),
    };
    const { status, data } = await this.#call(
      (drive, options) => drive.files.create({ requestBody, fields: FIELDS }, options),
      { ...BACKUPS, also: [409] },
      signal,
    );
    // It was made by a call whose answer was lost.
    const made = status === 409 ? await this.get(id, signal) : entryIn(data);
    if (!made?.isFolder || made.id !== id) throw strangeAnswer('a folder that was not made');
  }

  async foldersNamed(name: string, after: string | null, signal: AbortSignal): Promise<DrivePage> {
    const page = await this.#listed(`name = '${quoted(name)}' and mimeType = '${FOLDER}'`, after, signal);
    // The vendor's search may take no notice of case.
    return { ...page, entries: page.entries.filter((entry) => entry.name === name) };
  }

  childrenOf(folder: string, after: string | null, signal: AbortSignal): Promise<DrivePage> {
    return this.#listed(`'${quoted(folder)}' in parents`, after, signal);
  }

  async put(file: NewFile, sent: (bytes: number) => void, signal: AbortSignal): Promise<void> {
    const { source } = file;
    const { made, md5 } =
      source.sizeBytes <= this.#sizes.wholeBytes
        ? await this.#whole(file, signal)
        : await this.#parts(file, sent, signal);
    const entry = made ?? (await this.get(file.id, signal));
    // Without an answer of its own it was made by a call whose answer was lost, and nothing was sent now.
    const expected = md5 ?? (await source.md5());
    if (entry?.sizeBytes === source.sizeBytes && entry.md5 === expected) return sent(source.sizeBytes);
    if (!entry) throw strangeAnswer('a file that was not made');
    if (entry.md5 === null) throw strangeAnswer('no checksum');
    await this.remove(file.id, signal);
    throw refuse.upload_altered();
  }

  async remove(id: string, signal: AbortSignal): Promise<boolean> {
    const { status } = await this.#call(
      (drive, options) => drive.files.delete({ fileId: id }, options),
      { ...BACKUPS, also: [404] },
      signal,
    );
    return status !== 404;
  }

  async read(id: string, at: number, length: number, signal: AbortSignal): Promise<Uint8Array> {
    const { status, data } = await this.#call(
      (drive, options) =>
        drive.files.get(
          { fileId: id, alt: 'media' },
          { ...options, responseType: 'arraybuffer', headers: { range: `bytes=${at}-${at + length - 1}` } },
        ),
      { ...BACKUPS, ms: TRANSFER_MS, also: [404] },
      signal,
    );
    if (status === 404) throw refuse.drive_file_gone();
    if (!(data instanceof ArrayBuffer)) throw strangeAnswer('no bytes');
    const bytes = new Uint8Array(data);
    // A server that ignores the range sends everything.
    const piece = status === 206 ? bytes : bytes.subarray(at, at + length);
    if (piece.length > length) throw strangeAnswer('more bytes than were asked for');
    return piece;
  }

  async #listed(q: string, after: string | null, signal: AbortSignal): Promise<DrivePage> {
    const { data } = await this.#call(
      (drive, options) =>
        drive.files.list(
          {
            q,
            fields: `nextPageToken,files(${FIELDS})`,
            pageSize: PAGE,
            spaces: 'drive',
            ...(after === null ? {} : { pageToken: after }),
          },
          options,
        ),
      BACKUPS,
      signal,
    );
    if (!isObject(data) || !Array.isArray(data['files'])) throw strangeAnswer('a list without files');
    const next = data['nextPageToken'];
    return {
      entries: (data['files'] as unknown[]).map(entryIn),
      next: typeof next === 'string' && next !== '' ? next : null,
    };
  }

  /** In one request. `made` is null if the id was taken already. */
  async #whole({ source, ...file }: NewFile, signal: AbortSignal): Promise<Sent> {
    const bytes = await source.read(0, source.sizeBytes);
    const { status, data } = await this.#call(
      (drive, options) =>
        drive.files.create(
          {
            requestBody: metadataOf(file),
            media: { mimeType: OCTETS, body: Readable.from([bytes]) },
            fields: FIELDS,
          },
          options,
        ),
      { ...BACKUPS, ms: TRANSFER_MS, also: [409] },
      signal,
    );
    if (status === 409) return { made: null, md5: null };
    return { made: entryIn(data), md5: createHash('md5').update(bytes).digest('hex') };
  }

  async #parts(file: NewFile, sent: (bytes: number) => void, signal: AbortSignal): Promise<Sent> {
    const { source } = file;
    const { data, md5 } = await sendInParts(
      {
        metadata: metadataOf(file),
        fields: FIELDS,
        source,
        sent,
        partBytes: this.#sizes.partBytes,
        ms: TRANSFER_MS,
        ...BACKUPS,
      },
      this.#calls,
      signal,
    );
    return { made: data === null ? null : entryIn(data), md5 };
  }

  async #call(
    call: (drive: drive_v3.Drive, options: LibraryOptions) => Promise<unknown>,
    options: CallOptions,
    signal: AbortSignal,
  ): Promise<FailedAnswer> {
    return await asked(
      this.#calls,
      loadDrive,
      call,
      { ...options, maxBytes: ANSWER_BYTES, tooLarge: () => strangeAnswer('a very long answer') },
      signal,
    );
  }
}

const loadDrive = async (): Promise<Loaded<drive_v3.Drive>> => {
  const { auth, drive } = await lazily.drive();
  return { auth, make: (client) => drive({ version: 'v3', auth: client }) };
};

const metadataOf = ({ id, name, parent, instance }: Omit<NewFile, 'source'>) => ({
  id,
  name,
  parents: [parent],
  appProperties: { [MARK]: instance },
});

interface Sent {
  readonly made: DriveEntry | null;
  readonly md5: string | null;
}

/** In a query, as the vendor documents it. */
export const quoted = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll("'", "\\'");

/** Decimal digits, as the vendor writes it; null where it tells no size, or an impossible one. */
const sizeIn = (value: unknown): number | null => {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && /^\d{1,15}$/u.test(text) ? Number(text) : null;
};

function entryIn(value: unknown): DriveEntry {
  if (!isObject(value) || typeof value['id'] !== 'string' || typeof value['name'] !== 'string')
    throw strangeAnswer('a file without an id');
  const {
    id,
    name,
    mimeType,
    size,
    md5Checksum,
    trashed,
    ownedByMe,
    isAppAuthorized,
    driveId,
    appProperties,
  } = value;
  const isFolder = mimeType === FOLDER;
  const mark = isObject(appProperties) ? appProperties[MARK] : null;
  return {
    id,
    name,
    isFolder,
    sizeBytes: isFolder ? null : sizeIn(size),
    md5: typeof md5Checksum === 'string' ? md5Checksum : null,
    isInBin: trashed === true,
    isOwned: typeof ownedByMe === 'boolean' ? ownedByMe : null,
    isOurs: typeof isAppAuthorized === 'boolean' ? isAppAuthorized : null,
    isShared: typeof driveId === 'string',
    instance: typeof mark === 'string' ? mark : null,
  };
}
