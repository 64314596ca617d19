import { around } from '../../kernel/around.ts';
import { GIB, KIB } from '../../kernel/bytes.ts';
import type { PersonId } from '../../kernel/ids.ts';
import { OneAtATime } from '../../kernel/one-at-a-time.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import type { ListedEntries, Workspace, WorkspacePath } from '../../ports/workspace.ts';
import { refuse } from './errors.ts';
import type { ChangeTracker } from './port.ts';
import { SHARED, type Places } from './places.ts';
import { say } from './says.ts';

export interface MemberRoomDeps {
  readonly workspace: Workspace;
  readonly places: Pick<Places, 'of'>;
  /** What somebody's artifacts take, in bytes. */
  readonly artifactBytes: (person: PersonId) => Promise<number>;
  /** What the copies take that are kept for their reviews, in bytes. */
  readonly copyBytes: (person: PersonId) => Promise<number>;
  /** What the files of one member may take, in GB. */
  readonly mostGb: () => number;
}

/** Takes room for so many bytes more. @throws Refusal member_files_full, and then it has taken nothing */
export type Take = (bytes: number) => Promise<void>;

/** What is known of the use of a place: what is there, and what is about to be. */
interface Use {
  there: number;
  coming: number;
}

/** Whose room it is: a member's, or that of the folder that everybody reaches. */
type Key = PersonId | typeof SHARED;

/**
 * How much of the disk each member may fill: their folder with their artifacts and what is kept of it for their reviews, and what they write to the shared folder, which
 * has as much for all of them. The owner is not bounded. What is there is measured at the first write and whenever it seems to be
 * full, and counted in between; files that were deleted since, or changed beside the engine, so never count for long. What is
 * already there stays, however much it is.
 */
export class MemberRoom {
  readonly #deps: MemberRoomDeps;
  readonly #uses = new Map<Key, Use>();
  readonly #turns = new OneAtATime<Key>();

  constructor(deps: MemberRoomDeps) {
    this.#deps = deps;
  }

  /** What may be of this person in all, in bytes; infinite for the owner. */
  mostBytesOf(person: PersonId): number {
    return this.#isUnbounded(person) ? Infinity : this.#deps.mostGb() * GIB;
  }

  /** The workspace, in which what is written for this person takes their room. What is undone there (`whileHeld`) does not. */
  workspaceOf(person: PersonId): Workspace {
    const { workspace } = this.#deps;
    if (this.#isUnbounded(person)) return workspace;
    return around(workspace, {
      write: async (path, content, how = {}) =>
        await this.#within(keyOf(person, path), async (take) => {
          const growing = new Growing(take);
          return await workspace.write(path, growing.counted(content), {
            ...how,
            before: async (existing) => {
              const bytes = content instanceof Uint8Array ? content.length : 0;
              await growing.by(
                bytes - (existing?.sizeBytes ?? 0) + (existing ? 0 : path.length * NAME_BYTES),
              );
              await how.before?.(existing);
            },
          });
        }),
      change: async (path, maxBytes, change, how = {}) =>
        await this.#within(keyOf(person, path), async (take) => {
          await workspace.change(path, maxBytes, change, {
            ...how,
            before: async (held, next) => {
              await new Growing(take).by(next.length - held.sizeBytes);
              await how.before?.(held, next);
            },
          });
        }),
      rename: async (from, to, how = {}) =>
        await this.#within(keyOf(person, to), async (take) => {
          const isSame = keyOf(person, from) === keyOf(person, to);
          await workspace.rename(from, to, {
            ...how,
            before: async (held) => {
              await new Growing(take).by((isSame ? 0 : held.sizeBytes) + to.length * NAME_BYTES);
              await how.before?.(held);
            },
          });
        }),
    });
  }

  /**
   * The tracker, of which copies for a review take this person's room. What goes leaves its own to its copy, so that they can
   * always delete. Not each change makes a copy: what is taken too much is given back when there seems to be no room.
   */
  trackerOf(person: PersonId, tracker: ChangeTracker): ChangeTracker {
    if (this.#isUnbounded(person)) return tracker;
    return around(tracker, {
      track: async (author, changes) =>
        await this.#within(person, async (take) => {
          const replaced = changes.filter(({ after }) => after !== null);
          await take(replaced.reduce((sum, { before }) => sum + (before?.sizeBytes ?? 0), 0));
          await tracker.track(author, changes);
        }),
    });
  }

  /** Runs `work`, which takes room for what it keeps for this person beside the workspace; if it fails, nothing is taken. */
  async within<Result>(person: PersonId, work: (take: Take) => Promise<Result>): Promise<Result> {
    return this.#isUnbounded(person) ? await work(async () => undefined) : await this.#within(person, work);
  }

  /** What the files of a member take now, in bytes. 0 for the owner, who is not bounded. */
  async usedBy(person: PersonId): Promise<number> {
    return this.#isUnbounded(person) ? 0 : await this.#turns.run(person, () => this.#measured(person));
  }

  #isUnbounded(person: PersonId): boolean {
    return this.#deps.places.of(person).folder === '';
  }

  async #within<Result>(key: Key, work: (take: Take) => Promise<Result>): Promise<Result> {
    let taken = 0;
    const settle = (isThere: boolean): void => {
      const use = this.#uses.get(key);
      if (use === undefined) return;
      use.coming -= taken;
      if (isThere) use.there += taken;
    };
    try {
      const result = await work(async (bytes) => {
        await this.#turns.run(key, () => this.#take(key, bytes));
        taken += bytes;
      });
      settle(true);
      return result;
    } catch (error) {
      settle(false);
      throw error;
    }
  }

  async #take(key: Key, bytes: number): Promise<void> {
    const gb = this.#deps.mostGb();
    const most = gb * GIB;
    const isOver = (use: Use | undefined) => use === undefined || use.there + use.coming + bytes > most;
    if (isOver(this.#uses.get(key))) await this.#measured(key);
    const use = this.#uses.get(key);
    if (use === undefined || isOver(use))
      throw refuse.member_files_full(
        { mostBytes: Math.floor(most) },
        say('files.member_files_full', { gb, isShared: key === SHARED }),
      );
    use.coming += bytes;
  }

  /** What is completed while it looks counts, seen or not. */
  async #measured(key: Key): Promise<number> {
    const use = this.#uses.get(key) ?? { there: 0, coming: 0 };
    const before = use.there;
    this.#uses.set(key, use);
    const { places, artifactBytes, copyBytes } = this.#deps;
    const found =
      key === SHARED
        ? await this.#bytesIn([SHARED])
        : (await this.#bytesIn(places.of(key).folder.split('/'))) +
          (await artifactBytes(key)) +
          (await copyBytes(key));
    use.there = found + use.there - before;
    return found;
  }

  async #bytesIn(folder: WorkspacePath): Promise<number> {
    let bytes = 0;
    for (let after: string | null = null; ;) {
      const within = { depth: 1, most: AT_ONCE, ...(after === null ? {} : { after }) };
      const found: ListedEntries = await this.#deps.workspace.list(folder, within).catch(nothingIfGone);
      for (const { path, type, sizeBytes } of found.entries)
        bytes += NAME_BYTES + (sizeBytes ?? 0) + (type === 'folder' ? await this.#bytesIn(path) : 0);
      const last: string | undefined = found.entries.at(-1)?.path.at(-1);
      if (found.isAll || last === undefined) return bytes;
      after = last;
    }
  }
}

const keyOf = (person: PersonId, [first]: WorkspacePath): Key => (first === SHARED ? SHARED : person);

/** A write that takes room as it grows beyond what it replaces. */
class Growing {
  readonly #take: Take;
  #size = 0;
  #taken = 0;

  constructor(take: Take) {
    this.#take = take;
  }

  async by(bytes: number): Promise<void> {
    this.#size += bytes;
    const more = this.#size - this.#taken;
    if (more <= 0) return;
    await this.#take(more);
    this.#taken += more;
  }

  counted(content: Uint8Array | AsyncIterable<Uint8Array>): Uint8Array | AsyncIterable<Uint8Array> {
    return content instanceof Uint8Array ? content : this.#pieces(content);
  }

  async *#pieces(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of content) {
      await this.by(piece.length);
      yield piece;
    }
  }
}

/** What a file or folder takes beside its content, so that many empty ones count, too. */
const NAME_BYTES = 4 * KIB;
const AT_ONCE = 500;

const nothingIfGone = (error: unknown): ListedEntries => {
  if (isRefusal(error) && error.code === 'file_not_found') return { entries: [], isAll: true, isCut: false };
  throw error;
};
