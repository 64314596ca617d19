import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { drive_v3 } from 'googleapis/build/src/apis/drive/v3.js';
import type { Scope } from '../../../core/outside/cloud-account/model.ts';
import { refuse } from '../../../core/workspace/cloud-files/errors.ts';
import { cloudFileLimits } from '../../../core/workspace/cloud-files/limits.ts';
import {
  DOCUMENT,
  FOLDER,
  isId,
  SPREADSHEET,
  type CloudFile,
  type FileType,
} from '../../../core/workspace/cloud-files/model.ts';
import type {
  CloudFiles,
  CloudPage,
  CloudSearch,
  NewCloudFile,
} from '../../../core/workspace/cloud-files/port.ts';
import { MIB } from '../../../core/kernel/bytes.ts';
import { Calls, type CallDeps } from './calls.ts';
import { isObject, strangeAnswer, wordIn, type FailedAnswer } from './failures.ts';
import { quoted } from './google-drive.ts';
import { lazily } from './lazily.ts';
import { asked, type AskOptions, type LibraryOptions } from './library.ts';

const FIELDS =
  'id,name,mimeType,size,md5Checksum,modifiedTime,trashed,ownedByMe,owners(emailAddress),shared,parents,appProperties,shortcutDetails(targetId)';
/** The mark of an instance's backups: see `GoogleDrive`. */
const MARK = 'svcInstance';
const METADATA_BYTES = 4 * MIB;
const TRANSFER_MS = 100_000;
/** What is not of a client's own making is seen with these alone. */
const READING: readonly Scope[] = ['drive.readonly', 'drive'];
const WRITING: readonly Scope[] = ['drive', 'drive.file'];

const TYPES: Readonly<Record<FileType, string>> = {
  folder: `mimeType = '${FOLDER}'`,
  document: `mimeType = '${DOCUMENT}'`,
  spreadsheet: `mimeType = '${SPREADSHEET}'`,
  presentation: "mimeType = 'application/vnd.google-apps.presentation'",
  pdf: "mimeType = 'application/pdf'",
  image: "mimeType contains 'image/'",
  text: "mimeType contains 'text/'",
};

const load = async () => {
  const { auth, drive } = await lazily.drive();
  return { auth, make: (client: InstanceType<typeof auth.OAuth2>) => drive({ version: 'v3', auth: client }) };
};

/** The owner's files at Google, for tools: Drive API v3. */
export class GoogleFiles implements CloudFiles {
  readonly #calls: Calls;

  constructor(deps: CallDeps) {
    this.#calls = new Calls(deps);
  }

  async find(search: CloudSearch, after: string | null, signal: AbortSignal): Promise<CloudPage> {
    const { data } = await this.#call(
      (drive, options) =>
        drive.files.list(
          {
            q: queryOf(search),
            fields: `nextPageToken,files(${FIELDS})`,
            pageSize: cloudFileLimits.page,
            spaces: 'drive',
            // The vendor refuses an order of its own for a search in contents: it sorts those by relevance.
            ...(search.words === null ? { orderBy: 'modifiedTime desc' } : {}),
            ...(after === null ? {} : { pageToken: after }),
          },
          options,
        ),
      { scopes: READING, maxBytes: METADATA_BYTES },
      signal,
    );
    if (!isObject(data) || !Array.isArray(data['files'])) throw strangeAnswer('a list without files');
    const next = data['nextPageToken'];
    return {
      files: (data['files'] as unknown[]).map(fileIn),
      next: typeof next === 'string' && next !== '' ? next : null,
    };
  }

  async get(id: string, signal: AbortSignal): Promise<CloudFile | null> {
    const { status, data } = await this.#call(
      (drive, options) => drive.files.get({ fileId: checked(id), fields: FIELDS }, options),
      { scopes: READING, maxBytes: METADATA_BYTES, also: [404] },
      signal,
    );
    return status === 404 ? null : fileIn(data);
  }

  async content(id: string, maxBytes: number, signal: AbortSignal): Promise<Uint8Array> {
    const answer = await this.#call(
      (drive, options) =>
        drive.files.get(
          { fileId: checked(id), alt: 'media' },
          { ...options, responseType: 'arraybuffer', headers: { accept: '*/*' } },
        ),
      { scopes: READING, maxBytes, ms: TRANSFER_MS, also: [404] },
      signal,
    );
    return bytesIn(answer);
  }

  async exported(id: string, mimeType: string, maxBytes: number, signal: AbortSignal): Promise<Uint8Array> {
    const answer = await this.#call(
      (drive, options) =>
        drive.files.export(
          { fileId: checked(id), mimeType },
          { ...options, responseType: 'arraybuffer', headers: { accept: '*/*' } },
        ),
      { scopes: READING, maxBytes, ms: TRANSFER_MS, also: [403, 404] },
      signal,
    );
    if (answer.status === 403 && wordIn(answer.data) === 'exportSizeLimitExceeded')
      throw refuse.cloud_file_too_large();
    if (answer.status === 403) throw refuse.cloud_file_not_permitted({ status: 403 });
    return bytesIn(answer);
  }

  async create({ name, folder, mimeType, content }: NewCloudFile, signal: AbortSignal): Promise<CloudFile> {
    const requestBody = { name, mimeType, ...(folder === null ? {} : { parents: [checked(folder)] }) };
    const { status, data } = await this.#call(
      (drive, options) =>
        drive.files.create(
          {
            requestBody,
            fields: FIELDS,
            ...(content === null
              ? {}
              : { media: { mimeType: content.mimeType, body: Readable.from([content.bytes]) } }),
          },
          options,
        ),
      { scopes: WRITING, maxBytes: METADATA_BYTES, ms: TRANSFER_MS, also: [404] },
      signal,
    );
    if (status === 404) throw refuse.cloud_file_not_found();
    return written(fileIn(data), mimeType === content?.mimeType ? content.bytes : null);
  }

  async replace(id: string, content: Uint8Array, mimeType: string, signal: AbortSignal): Promise<CloudFile> {
    const { status, data } = await this.#call(
      (drive, options) =>
        drive.files.update(
          { fileId: checked(id), media: { mimeType, body: Readable.from([content]) }, fields: FIELDS },
          options,
        ),
      { scopes: WRITING, maxBytes: METADATA_BYTES, ms: TRANSFER_MS, also: [404] },
      signal,
    );
    if (status === 404) throw refuse.cloud_file_not_found();
    return written(fileIn(data), content);
  }

  async #call(
    call: (drive: drive_v3.Drive, options: LibraryOptions) => Promise<unknown>,
    options: AskOptions,
    signal: AbortSignal,
  ): Promise<FailedAnswer> {
    return await asked(this.#calls, load, call, options, signal);
  }
}

/** The model's texts are literals of the query, whatever they hold. */
function queryOf({ words, name, type, folder }: CloudSearch): string {
  const literal = (text: string) => `'${quoted(text.replaceAll(/[\p{Cc}"]/gu, ' '))}'`;
  return [
    'trashed = false',
    ...(words === null ? [] : [`fullText contains ${literal(words)}`]),
    ...(name === null ? [] : [`name contains ${literal(name)}`]),
    ...(type === null ? [] : [TYPES[type]]),
    ...(folder === null ? [] : [`'${folder === 'root' ? folder : checked(folder)}' in parents`]),
  ].join(' and ');
}

/** Ids become part of an address. */
export function checked(id: string): string {
  if (!isId(id)) throw refuse.cloud_id_invalid();
  return id;
}

function bytesIn({ status, data }: FailedAnswer): Uint8Array {
  if (status === 404) throw refuse.cloud_file_not_found();
  if (!(data instanceof ArrayBuffer)) throw strangeAnswer('no bytes');
  return new Uint8Array(data);
}

/** The drive must have the bytes that were sent. That is not known of a content that the vendor converts. */
function written(file: CloudFile, sent: Uint8Array | null): CloudFile {
  if (sent !== null && file.md5 !== createHash('md5').update(sent).digest('hex'))
    throw strangeAnswer('other bytes than were sent');
  return file;
}

function fileIn(value: unknown): CloudFile {
  if (!isObject(value) || typeof value['id'] !== 'string' || typeof value['name'] !== 'string')
    throw strangeAnswer('a file without an id');
  const { id, name, mimeType, size, md5Checksum, modifiedTime, trashed, ownedByMe, shared } = value;
  const { owners, parents, appProperties, shortcutDetails } = value;
  const [first] = Array.isArray(owners) ? (owners as unknown[]) : [];
  const owner = isObject(first) ? first['emailAddress'] : null;
  const above = Array.isArray(parents) ? (parents as unknown[]) : [];
  const target = isObject(shortcutDetails) ? shortcutDetails['targetId'] : null;
  const modifiedAt = typeof modifiedTime === 'string' ? Date.parse(modifiedTime) : NaN;
  if (!isId(id) || above.some((one) => typeof one !== 'string' || !isId(one)))
    throw strangeAnswer('a file with a strange id');
  return {
    id,
    name,
    mimeType: typeof mimeType === 'string' ? mimeType : 'unknown',
    sizeBytes: typeof size === 'string' && /^\d{1,15}$/u.test(size) ? Number(size) : null,
    md5: typeof md5Checksum === 'string' && /^[0-9a-f]{32}$/u.test(md5Checksum) ? md5Checksum : null,
    modifiedAt: Number.isFinite(modifiedAt) ? modifiedAt : null,
    owner: typeof owner === 'string' ? owner : null,
    isOwned: ownedByMe === true,
    isShared: shared === true,
    isInBin: trashed === true,
    parents: above as string[],
    isMarked: isObject(appProperties) && appProperties[MARK] !== undefined,
    target: typeof target === 'string' && isId(target) ? target : null,
  };
}
