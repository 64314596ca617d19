import type { PersonId } from '../../kernel/ids.ts';
import { namesLike } from '../../kernel/file-name.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import type { Workspace, WorkspacePath } from '../../ports/workspace.ts';
import { entriesOf } from './entries-of.ts';
import { refuse } from './errors.ts';
import { atListedPath, pathToWrite } from './path.ts';
import { PEOPLE, SHARED, type Place, type Places } from './places.ts';
import { say } from './says.ts';

export interface HandedOverFilesDeps {
  readonly workspace: Workspace;
  readonly places: Places;
  /** The workspace, in which copies for somebody take their room. */
  readonly writableFor: (person: PersonId) => Pick<Workspace, 'write'>;
}

/** Copies of one person's files for another, and where each is. */
export interface CopiedFiles {
  /** New paths by old ones, both from the top of the workspace. */
  readonly files: Readonly<Record<string, string>>;
  /** Removes the copies that were made for this. */
  readonly undo: () => Promise<void>;
}

/** What becomes of a person's files when they, or a conversation of theirs, go to another. */
export class HandedOverFiles {
  readonly #deps: HandedOverFilesDeps;

  constructor(deps: HandedOverFilesDeps) {
    this.#deps = deps;
  }

  /**
   * Gives `to` copies of these files of `from`, in a folder `handed-over` of theirs; nothing is overwritten, and one that is there
   * already with the same content is not copied again. Files that are not there any more, or that everybody has, are left out.
   * @throws Refusal member_files_full, disk_full, not_permitted, and others of writing; then no copy is left
   */
  async copied(paths: readonly string[], from: PersonId, to: PersonId): Promise<CopiedFiles> {
    const { workspace } = this.#deps;
    const files: Record<string, string> = {};
    const made: WorkspacePath[] = [];
    const undo = async () => {
      for (const path of made) await workspace.remove(path).catch(unlessGone);
    };
    try {
      for (const path of paths) {
        const copy = await this.#copied(path, from, to, made);
        if (copy !== null) files[path] = copy;
      }
    } catch (error) {
      await undo();
      throw error;
    }
    return { files, undo };
  }

  /** The files in the folder of a member, but not those that everybody has. */
  async *of(person: PersonId): AsyncGenerator<WorkspacePath> {
    const place = this.#deps.places.of(person);
    if (place.folder !== '') yield* this.#within(place.folder.split('/'), place);
  }

  /**
   * Removes the folder of a member with all that is in it; of the owner's workspace what is neither shared nor a member's.
   * Repeatable. @returns how many files there were
   */
  async erased(person: PersonId): Promise<number> {
    const place = this.#deps.places.of(person);
    const path = place.folder === '' ? [] : place.folder.split('/');
    let count = 0;
    for await (const file of this.#within(path, place)) {
      await this.#deps.workspace.remove(file).catch(unlessGone);
      count += 1;
    }
    await this.#withoutFolders(path, place);
    return count;
  }

  async #copied(path: string, from: PersonId, to: PersonId, made: WorkspacePath[]): Promise<string | null> {
    const { workspace, places, writableFor } = this.#deps;
    try {
      return await atListedPath(workspace, places.of(from).path(path), async (source) => {
        if (source[0] === SHARED) return null;
        const content = await workspace.contentId(source);
        if (content === null) return null;
        const own = source[0] === PEOPLE ? source.slice(2) : source;
        const folder = [HANDED_OVER, ...own.slice(0, -1)].join('/');
        for (const name of namesLike(own.at(-1) ?? '')) {
          const target = await pathToWrite(workspace, places.of(to).path(`${folder}/${name}`));
          const there = await workspace.contentId(target).catch(somethingElse);
          if (there === content) return target.join('/');
          if (there !== null) continue;
          const { content: pieces } = await workspace.find(source);
          const before = async (existing: unknown) => {
            if (existing) throw refuse.file_changed();
          };
          await writableFor(to).write(target, pieces(), { before });
          made.push(target);
          return target.join('/');
        }
        throw refuse.file_exists({}, say('files.same_names'));
      });
    } catch (error) {
      if (isRefusal(error) && NOT_THERE.has(error.code)) return null;
      throw error;
    }
  }

  async *#within(folder: WorkspacePath, place: Place): AsyncGenerator<WorkspacePath> {
    for await (const { path, type } of entriesOf(this.#deps.workspace, folder))
      if (!place.isOwn(path)) continue;
      else if (type === 'folder') yield* this.#within(path, place);
      else if (type === 'file') yield path;
  }

  /** What is no file, like a link, stays, and its folder with it. */
  async #withoutFolders(folder: WorkspacePath, place: Place): Promise<void> {
    for await (const { path, type } of entriesOf(this.#deps.workspace, folder))
      if (type === 'folder' && place.isOwn(path)) await this.#withoutFolders(path, place);
    if (folder.length > 0) await this.#deps.workspace.removeFolder(folder);
  }
}

const HANDED_OVER = 'handed-over';
const NOT_THERE: ReadonlySet<string> = new Set([
  'file_not_found',
  'outside_workspace',
  'not_a_file',
  'invalid_path',
]);

/** A folder or a link has the name. */
const somethingElse = (error: unknown): 'something else' => {
  if (isRefusal(error) && (error.code === 'not_a_file' || error.code === 'outside_workspace'))
    return 'something else';
  throw error;
};

function unlessGone(error: unknown): void {
  if (!isRefusal(error) || error.code !== 'file_not_found') throw error;
}
