import type { ChangeAuthor, ChangeTracker, FileChange, GivenFiles } from './port.ts';
import type { PersonId, RunId } from '../../kernel/ids.ts';
import { SHARED, type Place, type Places } from './places.ts';
import { cleanName, namesLike } from '../../kernel/file-name.ts';
import { bytesOf, textIn } from '../../kernel/file-text.ts';
import { workspaceLimits } from './limits.ts';
import type { Crypto } from '../../ports/crypto.ts';
import type { ContentId, FolderEntry, FoundFile, Workspace, WorkspacePath } from '../../ports/workspace.ts';
import { refuse } from './errors.ts';
import { atListedPath, pathToWrite } from './path.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { preview, type Preview } from './preview.ts';
import type { MemberRoom } from './room.ts';
import { replacedIn, type LineSpan, type Replacement } from './replacement.ts';
import { linesFrom, type LineRange } from './text.ts';
import { WriteAllowance } from './write-allowance.ts';
import { say } from './says.ts';

export interface FileServiceDeps {
  readonly workspace: Workspace;
  readonly tracker: ChangeTracker;
  readonly given: GivenFiles;
  readonly crypto: Pick<Crypto, 'sha256'>;
}

export interface WrittenFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly created: boolean;
}

export interface ReadFile {
  readonly path: string;
  readonly sizeBytes: number;
  /** `binary` and `empty` have no text; a text has the requested lines. */
  readonly content: 'binary' | 'empty' | LineRange;
}

export interface EditedFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly places: number;
  /** Line numbers in the new text, of the first few replacements only. */
  readonly lines: readonly LineSpan[];
}

export interface PreviewedFile extends Preview {
  readonly path: string;
  readonly sizeBytes: number;
  /** Names this content, for `save`. Null for what cannot be saved as text: it is none, or shown only in part. */
  readonly revision: ContentId | null;
}

export interface SavedFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly revision: ContentId;
}

export interface DepositedFile {
  readonly path: string;
  readonly name: string;
}

export interface FolderPage {
  readonly path: string;
  readonly entries: readonly FolderEntry[];
  /** The next page starts after this name; null on the last page. */
  readonly next: string | null;
  /** False where the folder has more names than are read: some of them are on no page. */
  readonly isComplete: boolean;
}

export interface FolderQuery {
  readonly limit: number;
  readonly after: string | null;
  readonly containing?: string;
}

export interface ListedFolder {
  readonly entries: readonly FolderEntry[];
  readonly isAll: boolean;
}

const sharedByAll = () => ({ allowance: new WriteAllowance(), depositing: new Set<string>() });

/** The files of the workspace, as each person reaches them. */
export class FilesOfPeople {
  readonly #deps: Omit<FileServiceDeps, 'workspace'>;
  readonly #places: Places;
  readonly #room: Pick<MemberRoom, 'workspaceOf' | 'trackerOf' | 'usedBy'>;
  readonly #shared = sharedByAll();

  constructor(
    deps: Omit<FileServiceDeps, 'workspace'>,
    places: Places,
    room: Pick<MemberRoom, 'workspaceOf' | 'trackerOf' | 'usedBy'>,
  ) {
    this.#deps = deps;
    this.#places = places;
    this.#room = room;
  }

  of(person: PersonId): FileService {
    const deps = {
      ...this.#deps,
      workspace: this.#room.workspaceOf(person),
      tracker: this.#room.trackerOf(person, this.#deps.tracker),
    };
    return new FileService(deps, this.#places.of(person), this.#shared);
  }

  /** What the files of a member take of the disk now, with their artifacts and what is kept for their reviews, in bytes. @throws Refusal storage_error */
  async usedBy(person: PersonId): Promise<number> {
    return await this.#room.usedBy(person);
  }
}

/**
 * File operations, all inside the place of one person in the workspace, whatever path is given. The tracker learns of a run's changes
 * before they are made, and they stop with their run; the owner's own operations are not tracked.
 */
export class FileService {
  readonly #deps: FileServiceDeps;
  readonly #place: Place;
  readonly #allowance: WriteAllowance;
  /** Paths of files that are being written, so that a slow one does not hold up another of the same name. */
  readonly #depositing: Set<string>;

  /** @param shared what the services of all people have in common */
  constructor(deps: FileServiceDeps, place: Place, shared = sharedByAll()) {
    this.#deps = deps;
    this.#place = place;
    [this.#allowance, this.#depositing] = [shared.allowance, shared.depositing];
  }

  /**
   * @throws Refusal invalid_path, outside_workspace, not_a_file, file_too_large, run_wrote_too_much, invalid_base64,
   *   too_large_to_undo, file_changed, disk_full
   */
  async write(
    path: string,
    content: string,
    author: ChangeAuthor,
    encoding: 'utf-8' | 'base64' = 'utf-8',
  ): Promise<WrittenFile> {
    const bytes = encoding === 'base64' ? fromBase64(content) : new TextEncoder().encode(content);
    return await this.writeBytes(path, bytes, author);
  }

  /** @throws Refusal as `write` */
  async writeBytes(path: string, content: Uint8Array, author: ChangeAuthor): Promise<WrittenFile> {
    const segments = await pathToWrite(this.#deps.workspace, this.#place.path(path));
    const bytes = sized(content);
    this.#allowance.take(author.runId, bytes.length);
    try {
      const { created } = await this.#tracked(author, (track) =>
        this.#deps.workspace.write(segments, bytes, {
          signal: author.signal,
          before: (before) => track([{ path: segments.join('/'), before, after: bytes }]),
        }),
      );
      return { path: segments.join('/'), sizeBytes: bytes.length, created };
    } catch (error) {
      this.#allowance.giveBack(author.runId, bytes.length);
      throw error;
    }
  }

  /** @throws Refusal invalid_path, outside_workspace, file_not_found, not_a_file, too_large_to_undo, file_changed */
  async delete(path: string, author: ChangeAuthor): Promise<{ readonly path: string }> {
    return await atListedPath(this.#deps.workspace, this.#place.path(path), async (segments) => {
      const joined = segments.join('/');
      await this.#tracked(author, (track) =>
        this.#deps.workspace.remove(segments, {
          signal: author.signal,
          before: (before) => track([{ path: joined, before, after: null }]),
        }),
      );
      return { path: joined };
    });
  }

  /** @throws Refusal file_exists, and as `delete` */
  async rename(
    from: string,
    to: string,
    author: ChangeAuthor,
  ): Promise<{ readonly from: string; readonly to: string }> {
    const name = await pathToWrite(this.#deps.workspace, this.#place.path(to));
    return await atListedPath(this.#deps.workspace, this.#place.path(from), async (old) => {
      const paths = { from: old.join('/'), to: name.join('/') };
      await this.#tracked(author, (track) =>
        this.#deps.workspace.rename(old, name, {
          signal: author.signal,
          before: (before) =>
            track([
              { path: paths.to, before: null, after: before },
              { path: paths.from, before, after: null },
            ]),
        }),
      );
      return paths;
    });
  }

  /**
   * The lines from `offset` on (from 1), at most `limit` and at most what one answer may hold; of a file of the workspace,
   * or of one that came with this run.
   * @throws Refusal invalid_path, outside_workspace, file_not_found, not_a_file, file_too_large, no_such_line
   */
  async read(path: string, offset: number, limit: number, runId: RunId): Promise<ReadFile> {
    const { given, workspace } = this.#deps;
    const { fileBytes } = workspaceLimits;
    const came = await given.read(runId, path, fileBytes);
    const found = came
      ? { path, bytes: came }
      : await atListedPath(this.#deps.workspace, this.#place.path(path), async (segments) => ({
          path: segments.join('/'),
          bytes: await workspace.read(segments, fileBytes),
        }));
    const text = textIn(found.bytes)?.text;
    const content = text === undefined ? 'binary' : (linesFrom(text, offset, limit) ?? 'empty');
    return { path: found.path, sizeBytes: found.bytes.length, content };
  }

  /**
   * Replaces text in a file, or refuses and changes nothing. Do not repeat it: the new text may contain the old one.
   * @throws Refusal no_match, several_matches, nothing_to_change, not_text, letter_without_place, file_changed, and as `write` and `read`
   */
  async edit(path: string, replacement: Replacement, author: ChangeAuthor): Promise<EditedFile> {
    return await atListedPath(this.#deps.workspace, this.#place.path(path), (segments) =>
      this.#edited(segments, replacement, author),
    );
  }

  async #edited(
    segments: WorkspacePath,
    replacement: Replacement,
    author: ChangeAuthor,
  ): Promise<EditedFile> {
    let edited: Omit<EditedFile, 'path'> = { sizeBytes: 0, places: 0, lines: [] };
    const joined = segments.join('/');
    const made = (content: Uint8Array): Uint8Array => {
      const file = textIn(content);
      if (!file) throw refuse.not_text();
      const { text, places, lines } = replacedIn(file.text, replacement);
      const encoded = bytesOf({ ...file, text });
      if (encoded === null) throw refuse.letter_without_place({ encoding: file.encoding });
      const bytes = sized(encoded);
      this.#allowance.take(author.runId, bytes.length);
      edited = { sizeBytes: bytes.length, places, lines };
      return bytes;
    };
    try {
      await this.#tracked(author, (track) =>
        this.#deps.workspace.change(segments, workspaceLimits.fileBytes, made, {
          signal: author.signal,
          before: (before, after) => track([{ path: joined, before, after }]),
        }),
      );
    } catch (error) {
      this.#allowance.giveBack(author.runId, edited.sizeBytes);
      throw error;
    }
    return { path: joined, ...edited };
  }

  /**
   * The folder, and those in it down to `depth`. "." and an empty path are the workspace itself.
   * @throws Refusal invalid_path, outside_workspace, file_not_found, not_a_file
   */
  async list(path: string, depth: number): Promise<ListedFolder> {
    const within = { depth: Math.min(depth, workspaceLimits.listDepth), most: workspaceLimits.listEntries };
    const found = await this.#inFolder(path, NOTHING, async (segments) => {
      const { entries, ...rest } = await this.#deps.workspace.list(segments, within);
      return { ...rest, entries: this.#reached(entries) };
    });
    return { ...found, entries: [...(await this.#sharedAt(path)), ...found.entries] };
  }

  /**
   * A page of one folder, by name, after `after`; of the names that contain `containing`, whatever the case of letters.
   * @throws Refusal invalid_path, outside_workspace, file_not_found, not_a_file
   */
  async page(path: string, { limit, after, containing = '' }: FolderQuery): Promise<FolderPage> {
    const sought = containing.toLowerCase();
    const none = { path: this.#place.folder, entries: [], next: null, isComplete: true };
    const found = await this.#inFolder(path, none, async (segments) => {
      const { entries, isAll, isCut } = await this.#deps.workspace.list(segments, {
        depth: 1,
        most: limit,
        ...(after === null ? {} : { after }),
        ...(sought === '' ? {} : { matches: (name) => name.toLowerCase().includes(sought) }),
      });
      const last = entries.at(-1)?.path.at(-1) ?? null;
      return {
        path: segments.join('/'),
        entries: this.#reached(entries),
        next: isAll ? null : last,
        isComplete: !isCut,
      };
    });
    const isShown = after === null && SHARED.includes(sought);
    return isShown ? { ...found, entries: [...(await this.#sharedAt(path)), ...found.entries] } : found;
  }

  /** The beginning of a file. @throws Refusal invalid_path, outside_workspace, file_not_found, not_a_file, file_changed */
  async preview(path: string): Promise<PreviewedFile> {
    return await atListedPath(this.#deps.workspace, this.#place.path(path), async (segments) => {
      const file = await this.#deps.workspace.find(segments);
      const { bytes, ...shown } = await preview(file);
      const isWhole = shown.encoding === 'utf-8' && !shown.truncated;
      const revision = isWhole ? this.#deps.crypto.sha256(bytes) : null;
      return { path: segments.join('/'), sizeBytes: file.sizeBytes, ...shown, revision };
    });
  }

  /**
   * For the owner: the text of a file becomes this one, in the encoding that the file has. `revision` is that of the
   * content which is replaced, or null for a new file. May be repeated.
   * @throws Refusal file_changed, file_exists, not_text, letter_without_place, file_too_large, invalid_path,
   *   outside_workspace, file_not_found, not_a_file, not_permitted, disk_full
   */
  async save(path: string, text: string, revision: ContentId | null): Promise<SavedFile> {
    return await (revision === null ? this.#saveNew(path, text) : this.#saveOver(path, text, revision));
  }

  async #saveNew(path: string, text: string): Promise<SavedFile> {
    const segments = await pathToWrite(this.#deps.workspace, this.#place.path(path));
    const bytes = sized(new TextEncoder().encode(text));
    await this.#deps.workspace.write(segments, bytes, {
      before: async (existing) => {
        const isSaved = (await existing?.contentId()) === this.#deps.crypto.sha256(bytes);
        if (existing && !isSaved) throw refuse.file_exists();
      },
    });
    return this.#saved(segments, bytes);
  }

  async #saveOver(path: string, text: string, revision: ContentId): Promise<SavedFile> {
    return await atListedPath(this.#deps.workspace, this.#place.path(path), async (segments) => {
      let bytes = new Uint8Array();
      const made = (content: Uint8Array): Uint8Array => {
        const file = textIn(content);
        if (!file) throw refuse.not_text();
        const encoded = bytesOf({ ...file, text });
        if (encoded === null) throw refuse.letter_without_place({ encoding: file.encoding });
        bytes = new Uint8Array(sized(encoded));
        const { sha256 } = this.#deps.crypto;
        const known = [revision, sha256(bytes)];
        if (!known.includes(sha256(content))) throw refuse.file_changed();
        return bytes;
      };
      await this.#deps.workspace.change(segments, workspaceLimits.fileBytes, made);
      return this.#saved(segments, bytes);
    });
  }

  #saved(segments: WorkspacePath, bytes: Uint8Array): SavedFile {
    const revision = this.#deps.crypto.sha256(bytes);
    return { path: segments.join('/'), sizeBytes: bytes.length, revision };
  }

  /** The whole of a file, whatever its size. @throws Refusal as `preview` */
  async download(path: string): Promise<FoundFile & { readonly name: string }> {
    return await atListedPath(this.#deps.workspace, this.#place.path(path), async (segments) => ({
      ...(await this.#deps.workspace.find(segments)),
      name: segments.at(-1) ?? '',
    }));
  }

  /**
   * For the owner: keeps a new file under this name in a folder ('': the workspace itself), or under the next free name like it ("photo (2).png");
   * nothing is overwritten. The name is cleaned, so any text is one. The file is whole and durable, or not there: also
   * if `content` throws, which is passed on.
   * @throws Refusal file_changed if something else took the name meanwhile, outside_workspace, not_a_file,
   *   not_permitted, disk_full
   */
  async deposit(given: string, name: string, content: AsyncIterable<Uint8Array>): Promise<DepositedFile> {
    const folder = this.#place.path(given);
    for (const free of namesLike(cleanName(name))) {
      const path = folder === '' ? free : `${folder}/${free}`;
      if (this.#depositing.has(path)) continue;
      this.#depositing.add(path);
      try {
        await this.#deps.workspace.write(
          await pathToWrite(this.#deps.workspace, this.#place.path(path)),
          content,
          {
            // Before any of the content is read.
            before: async (existing) => {
              if (existing) throw refuse.file_exists();
            },
          },
        );
        return { path, name: free };
      } catch (error) {
        if (!(await this.#isTaken(error, folder))) throw error;
      } finally {
        this.#depositing.delete(path);
      }
    }
    throw refuse.file_exists({}, say('files.same_names'));
  }

  /** For the owner: a deletion that cannot be rolled back. @throws Refusal as `preview` */
  async discard(path: string): Promise<void> {
    await atListedPath(this.#deps.workspace, this.#place.path(path), (segments) =>
      this.#deps.workspace.remove(segments),
    );
  }

  /** Whether a file, a folder or a link has the name already: then the folder itself can be reached. */
  async #isTaken(error: unknown, folder: string): Promise<boolean> {
    if (!isRefusal(error)) return false;
    if (error.code === 'file_exists') return true;
    if (error.code !== 'not_a_file' && error.code !== 'outside_workspace') return false;
    await this.page(folder, { limit: 1, after: null });
    return true;
  }

  #reached(entries: readonly FolderEntry[]): readonly FolderEntry[] {
    return entries.filter(({ path }) => this.#place.has(path));
  }

  /** What everybody has is the first thing that a member finds at their root, once there is any of it. */
  async #sharedAt(path: string): Promise<readonly FolderEntry[]> {
    const { folder } = this.#place;
    if (folder === '' || this.#place.path(path.replace(/^\.?\/?$/u, '')) !== folder) return [];
    const within = { depth: 1, most: 1, matches: (name: string) => name === SHARED };
    const { entries } = await this.#deps.workspace.list([], within);
    return entries.filter(({ type }) => type === 'folder');
  }

  /** A folder may have a slash at its end, as in a listing. That of a person is there with the first file in it; until then `none`. */
  async #inFolder<T>(path: string, none: T, use: (folder: WorkspacePath) => Promise<T>): Promise<T> {
    const asked = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
    const named = this.#place.path(asked === '.' ? '' : asked);
    if (named === '') return await use([]);
    try {
      return await atListedPath(this.#deps.workspace, named, use);
    } catch (error) {
      if (named === this.#place.folder && isRefusal(error) && error.code === 'file_not_found') return none;
      throw error;
    }
  }

  /** `change` announces what it is about to change; if it fails after that, the tracker learns of it. */
  async #tracked<Result>(
    author: ChangeAuthor,
    change: (track: (changes: readonly FileChange[]) => Promise<void>) => Promise<Result>,
  ): Promise<Result> {
    const { tracker } = this.#deps;
    let tracked: readonly string[] = [];
    try {
      return await change(async (changes) => {
        await tracker.track(author, changes);
        tracked = changes.map(({ path }) => path);
      });
    } catch (error) {
      if (tracked.length > 0) await tracker.failed(author, tracked);
      throw error;
    }
  }
}

const NOTHING: ListedFolder = { entries: [], isAll: true };

function sized(bytes: Uint8Array): Uint8Array {
  const mostBytes = workspaceLimits.fileBytes;
  if (bytes.length > mostBytes) throw refuse.file_too_large({ mostBytes });
  return bytes;
}

function fromBase64(text: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    throw refuse.invalid_base64();
  }
}
