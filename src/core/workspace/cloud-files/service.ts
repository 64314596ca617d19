import type { PersonId } from '../../kernel/ids.ts';
import type { ChangeAuthor } from '../files/port.ts';
import type { FilesOfPeople } from '../files/service.ts';
import { textIn } from '../../kernel/file-text.ts';
import { quote } from '../../kernel/quoted.ts';
import { sideBySide } from '../../kernel/side-by-side.ts';
import type { Crypto } from '../../ports/crypto.ts';
import type { ConsentDemand } from '../../ports/tools.ts';
import type { Standing } from './backup-guard.ts';
import { refuse } from './errors.ts';
import { cloudFileLimits as limits } from './limits.ts';
import {
  DOCUMENT,
  exportOf,
  FOLDER,
  isOfVendor,
  kindOf,
  SHORTCUT,
  shownOf,
  SPREADSHEET,
  typeOf,
  withoutPictures,
  type CloudFile,
  type Shown,
} from './model.ts';
import type { CloudFiles, CloudSearch } from './port.ts';
import { nameOf, type CloudCall, type Reach, type Visit } from './reach.ts';
import { say } from './says.ts';

export interface CloudFileServiceDeps {
  readonly reach: Reach;
  readonly cloud: CloudFiles;
  readonly workspace: Pick<FilesOfPeople, 'of'>;
  readonly crypto: Pick<Crypto, 'sha256'>;
}

export interface FoundCloudFiles {
  readonly files: readonly CloudFile[];
  /** How many more there are; `isMore`: and perhaps others, which were not looked at. */
  readonly more: number;
  readonly isMore: boolean;
  /** Files of which it could not be told whether they belong to backups. */
  readonly unclear: number;
}

export interface ReadCloudFile {
  readonly file: CloudFile;
  /** What `drive_write` wants to know before it replaces the content; null for what it cannot replace. */
  readonly revision: string | null;
  /** The text, or where in the workspace the content is now. */
  readonly content: Shown | { readonly path: string; readonly sizeBytes: number };
}

/** What `drive_write` writes: a new file, or the content of one. */
export interface CloudWrite {
  readonly fileId: string | null;
  readonly revision: string | null;
  readonly name: string | null;
  readonly folderId: string | null;
  readonly text: string | null;
  /** A file of the workspace. */
  readonly path: string | null;
}

export interface WrittenCloudFile {
  readonly file: CloudFile;
  readonly isNew: boolean;
}

/**
 * The owner's files in the cloud, for tools. None of them can reach backups: not in a search, to read, to write, or as a
 * place. Every call ends with its signal.
 */
export class CloudFileService {
  readonly #deps: CloudFileServiceDeps;

  constructor(deps: CloudFileServiceDeps) {
    this.#deps = deps;
  }

  /** Whether the connection lets tools read the drive, and change it. */
  isReadable(): boolean {
    return this.#deps.reach.has(['drive.readonly', 'drive']);
  }

  isWritable(): boolean {
    return this.#deps.reach.has(['drive']);
  }

  /** The newest of what fits. @throws Refusal cloud_id_invalid, backup_files_are_not_for_tools, and as `CloudFiles` */
  async search(asked: CloudSearch, call: CloudCall): Promise<FoundCloudFiles> {
    const { reach, cloud } = this.#deps;
    reach.withoutSecrets(call.personId, [asked.words, asked.name]);
    return await reach.visit(call, async (visit) => {
      const folder = await reach.folder(asked.folder, visit);
      const search = { ...asked, folder: asked.folder === null ? null : (folder?.id ?? 'root') };
      const free: CloudFile[] = [];
      let unclear = 0;
      let next: string | null = null;
      for (let page = 1; page <= limits.pages; page++) {
        const found = await cloud.find(search, next, visit.signal);
        const standings = await this.#standingsOf(found.files, visit);
        unclear += found.files.filter((file) => standings.get(file) === 'unclear').length;
        free.push(...found.files.filter((file) => standings.get(file) === 'free'));
        next = found.next;
        if (next === null || free.length >= limits.found) break;
      }
      const files = free.slice(0, limits.found).toSorted(newestFirst);
      return { files, more: free.length - files.length, isMore: next !== null, unclear };
    });
  }

  /**
   * The text of a file from the character `from` on, or with `saveAs` its content in a file of the workspace.
   * @throws Refusal of core/workspace/cloud-files/errors.ts, and as `FileService.write`
   */
  async read(
    {
      fileId,
      from,
      saveAs,
    }: { readonly fileId: string; readonly from: number; readonly saveAs: string | null },
    author: ChangeAuthor,
    person: PersonId,
  ): Promise<ReadCloudFile> {
    const { reach, workspace } = this.#deps;
    return await reach.visit({ personId: person, signal: author.signal }, async (visit) => {
      const file = await reach.file(fileId, visit);
      const { bytes, isExported } = await this.#contentOf(file, visit);
      const revision = file.md5;
      if (saveAs !== null) {
        const { path, sizeBytes } = await workspace.of(person).writeBytes(saveAs, bytes, {
          ...author,
          signal: visit.signal,
        });
        return { file, revision, content: { path, sizeBytes } };
      }
      const text = textIn(bytes)?.text;
      if (text === undefined)
        throw refuse.cloud_file_kind({}, say('cloud.no_text', { kind: kindOf(file), bytes: bytes.length }));
      return { file, revision, content: shownOf(isExported ? withoutPictures(text) : text, from) };
    });
  }

  /** What to ask before a write, with what it would change. @throws Refusal as `write` */
  async demandOfWrite(asked: CloudWrite, call: CloudCall): Promise<ConsentDemand> {
    const { reach } = this.#deps;
    const what = this.#checked(asked, call);
    return await reach.visit(
      call,
      async (visit) => {
        const demand = await this.#demand(asked, what, visit);
        if (asked.path === null) return demand;
        // The file is named, and its content is what is agreed to.
        const content = this.#deps.crypto.sha256(await this.#given(asked, visit));
        return { ...demand, standsOn: JSON.stringify([content, demand.says]) };
      },
      limits.demandMs,
    );
  }

  /** Before anything is asked or sent. @throws Refusal cloud_input_incomplete, secret_for_cloud */
  #checked(asked: CloudWrite, { personId }: CloudCall): Checked {
    this.#deps.reach.withoutSecrets(personId, [asked.name, asked.text]);
    return checked(asked);
  }

  async #demand(asked: CloudWrite, what: Checked, visit: Visit): Promise<ConsentDemand> {
    const { reach } = this.#deps;
    const content =
      asked.text === null
        ? say('cloud.of-file', { path: quote(asked.path ?? '', limits.nameChars) })
        : say('cloud.of-text', { text: quote(asked.text, limits.shownToOwnerChars) });
    if (what.fileId === null) {
      const at = await reach.folder(asked.folderId, visit);
      const name = quote(what.name, limits.nameChars);
      const says = say('cloud.file-new', { name, folder: at && nameOf(at), content });
      return reach.demand({ at, service: 'Google Drive', says });
    }
    const at = await this.#replaceable(what.fileId, what.revision, visit);
    const says = say('cloud.file-replace', { name: nameOf(at), content });
    return reach.demand({ at, service: 'Google Drive', says });
  }

  /** @throws Refusal of core/workspace/cloud-files/errors.ts, and as `FileService.download` */
  async write(asked: CloudWrite, call: CloudCall): Promise<WrittenCloudFile> {
    const { reach, cloud } = this.#deps;
    const what = this.#checked(asked, call);
    return await reach.visit(call, async (visit) => {
      const bytes = await this.#given(asked, visit);
      if (what.fileId === null) {
        const folder = await reach.folder(asked.folderId, visit);
        const mimeType = typeOf(what.name, textIn(bytes) !== null);
        const made = { name: what.name, folder: folder?.id ?? null, mimeType, content: { bytes, mimeType } };
        return { file: await reach.changed(visit, () => cloud.create(made, visit.signal)), isNew: true };
      }
      const { id, mimeType } = await this.#replaceable(what.fileId, what.revision, visit);
      const file = await reach.changed(visit, () => cloud.replace(id, bytes, mimeType, visit.signal));
      return { file, isNew: false };
    });
  }

  async #standingsOf(
    files: readonly CloudFile[],
    { guard, signal }: Visit,
  ): Promise<ReadonlyMap<CloudFile, Standing>> {
    const found = new Map<CloudFile, Standing>();
    await sideBySide(files, limits.lookupsAtOnce, signal, async (file) => {
      found.set(file, await guard.standingOf(file));
    });
    return found;
  }

  async #contentOf(
    { id, mimeType, sizeBytes, target }: CloudFile,
    { signal }: Visit,
  ): Promise<{ readonly bytes: Uint8Array; readonly isExported: boolean }> {
    const { cloud } = this.#deps;
    if (mimeType === FOLDER) throw refuse.cloud_file_kind({}, say('cloud.is_folder'));
    if (mimeType === SHORTCUT) throw refuse.cloud_file_kind({}, say('cloud.shortcut', { target }));
    const as = exportOf(mimeType);
    if (as !== null)
      return { bytes: await cloud.exported(id, as, limits.fileBytes, signal), isExported: true };
    if (isOfVendor(mimeType)) throw refuse.cloud_file_kind({}, say('cloud.only_at_vendor'));
    if (sizeBytes !== null && sizeBytes > limits.fileBytes) throw refuse.cloud_file_too_large({ sizeBytes });
    return { bytes: await cloud.content(id, limits.fileBytes, signal), isExported: false };
  }

  async #replaceable(fileId: string, revision: string, visit: Visit): Promise<CloudFile> {
    const file = await this.#deps.reach.file(fileId, visit);
    if (file.mimeType === DOCUMENT) throw refuse.cloud_file_kind({}, say('cloud.is_document'));
    if (file.mimeType === SPREADSHEET) throw refuse.cloud_file_kind({}, say('cloud.is_sheet'));
    if (file.md5 === null) throw refuse.cloud_file_kind({}, say('cloud.no_content'));
    if (file.md5 !== revision) throw refuse.cloud_file_changed();
    return file;
  }

  async #given({ text, path }: CloudWrite, { personId, signal }: CloudCall): Promise<Uint8Array> {
    const bytes =
      text === null ? await this.#ofWorkspace(path ?? '', signal, personId) : new TextEncoder().encode(text);
    if (bytes.length > limits.fileBytes) throw refuse.cloud_file_too_large({ sizeBytes: bytes.length });
    // What is no text may still hold one, as an archive without compression does.
    if (text === null)
      this.#deps.reach.withoutSecrets(personId, [
        new TextDecoder().decode(bytes),
        textIn(bytes)?.text ?? null,
      ]);
    return bytes;
  }

  async #ofWorkspace(path: string, signal: AbortSignal, person: PersonId): Promise<Uint8Array> {
    const { sizeBytes, content } = await this.#deps.workspace.of(person).download(path);
    if (sizeBytes > limits.fileBytes) throw refuse.cloud_file_too_large({ sizeBytes });
    const bytes = new Uint8Array(sizeBytes);
    let at = 0;
    for await (const piece of content()) {
      signal.throwIfAborted();
      bytes.set(piece, at);
      at += piece.length;
    }
    return bytes.subarray(0, at);
  }
}

type Checked =
  | { readonly fileId: null; readonly name: string }
  | { readonly fileId: string; readonly revision: string };

/** @throws Refusal cloud_input_incomplete */
function checked({ fileId, revision, name, folderId, text, path }: CloudWrite): Checked {
  if ((text === null) === (path === null)) throw refuse.cloud_input_incomplete({}, say('cloud.text_or_path'));
  if (fileId === null) {
    if (name === null) throw refuse.cloud_input_incomplete({}, say('cloud.new_file'));
    return { fileId: null, name };
  }
  if (revision === null) throw refuse.cloud_input_incomplete({}, say('cloud.revision'));
  if (name !== null || folderId !== null)
    throw refuse.cloud_input_incomplete({}, say('cloud.file_not_moved'));
  return { fileId, revision };
}

const newestFirst = (one: CloudFile, other: CloudFile): number =>
  (other.modifiedAt ?? 0) - (one.modifiedAt ?? 0);
