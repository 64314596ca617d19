// Builds what a loss of power leaves of a folder, from the log of `disk.c`.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CutFile, type Covered, type Kept } from './cut-file.ts';
import { TOLD_LATE, type DiskRecord } from './log.ts';
import { Random } from './random.ts';

/**
 * A seed keeps an arbitrary part of what was not synced: of files any sectors and lengths, of names as much as the
 * journal of a file system gives, which is all up to some moment. `strict` keeps nothing: a name is there only when
 * its folder was synced.
 */
export type Unsynced = 'strict' | { readonly seed: number };

const SECTORS = [512, 4096] as const;

type Names = Map<string, Node>;
type Node = CutFile | Folder;

/** The names in it now, and those of its last sync. */
class Folder {
  readonly names: Names = new Map();
  synced: Names = new Map();
  #syncedAt = 0;

  /** `changes`: how many changes of names there had been when the sync began. Of two at once, an earlier one may end later. */
  endSync(names: Names, changes: number): void {
    if (changes < this.#syncedAt) return;
    this.#syncedAt = changes;
    this.synced = names;
  }
}

type NameChange = (root: Folder) => void;
type Syncing = Covered | { readonly folder: Folder; readonly names: Names };

/** A recorded folder at some position of its log. It goes forward only, and may be cut at any number of positions. */
export class RecordedDisk {
  readonly #records: readonly DiskRecord[];
  #next = 0;
  readonly #before: Folder;
  readonly #root: Folder;
  readonly #files = new Map<bigint, CutFile>();
  readonly #createdAt = new Map<CutFile, number>();
  readonly #syncing = new Map<bigint, { readonly what: Syncing; readonly journaled: number }>();
  /** All changes of names, and how many of them the journal of the file system has for certain. */
  readonly #changes: NameChange[] = [];
  #journaled = 0;

  /** `before` is a copy of the folder as it was before the first record. All of it counts as synced. */
  constructor(records: readonly DiskRecord[], before: string) {
    this.#records = records;
    this.#before = read(before);
    this.#root = copyOf(this.#before);
  }

  /** Goes on to the last record that is whole at this position of the log. */
  goTo(position: number): void {
    for (;;) {
      const record = this.#records[this.#next];
      if (!record || record.end > position) return;
      this.#take(record);
      this.#next += 1;
    }
  }

  /** Builds the folder as it is if the power goes now. `into` is empty or does not exist. */
  cut(into: string, unsynced: Unsynced): void {
    mkdirSync(into, { recursive: true, mode: 0o700 });
    if (unsynced === 'strict') return build(into, this.#syncedNames(), { kind: 'none' }, 512);
    const random = new Random(unsynced.seed);
    const sectorBytes = random.pick(SECTORS);
    build(into, this.#someNames(random), { kind: 'some', random }, sectorBytes);
  }

  #take({ kind, inode, number, result, path, other, data }: DiskRecord): void {
    switch (kind) {
      case 'create': {
        const file = new CutFile();
        this.#files.set(inode, file);
        this.#change((root) => put(root, path, file));
        this.#createdAt.set(file, this.#changes.length);
        return;
      }
      case 'open': {
        const file = find(this.#root, path);
        if (!(file instanceof CutFile))
          throw new Error(`${path} was opened, and neither the log nor the folder before it has it`);
        return void this.#files.set(inode, file);
      }
      case 'write':
        return this.#file(inode).write(Number(number), data);
      case 'length':
        return this.#file(inode).setLength(Number(number));
      case 'extend':
        return this.#file(inode).extend(Number(number));
      case 'rename':
        return this.#change((root) => rename(root, path, other));
      case 'remove':
        return this.#change((root) => void parentOf(root, path)?.names.delete(nameOf(path)));
      case 'mkdir':
        // One folder for each time that the changes are made: its names are those of that time.
        return this.#change((root) => put(root, path, new Folder()));
      case 'link':
        return this.#change((root) => {
          const file = find(root, path);
          if (file) put(root, other, file);
        });
      case 'sync':
        return this.#beginSync(inode, path, number);
      case 'synced':
        return this.#endSync(number, result);
      case 'start':
        // Another process: the log names each file anew when it is opened.
        return;
      case 'opaque':
      case 'none':
        throw new Error(`the log cannot show ${path} ${other}`);
    }
  }

  #file(inode: bigint): CutFile {
    const file = this.#files.get(inode);
    if (!file) throw new Error(`the log does not name the file ${inode}`);
    return file;
  }

  #change(change: NameChange): void {
    this.#changes.push(change);
    change(this.#root);
  }

  #beginSync(inode: bigint, path: string, sync: bigint): void {
    if (path === '') {
      const file = this.#file(inode);
      // The journal of a file system has whole transactions: with the file, all that was made before it.
      const journaled = this.#createdAt.get(file) ?? 0;
      return void this.#syncing.set(sync, { what: file.beginSync(), journaled });
    }
    const folder = path === '.' ? this.#root : find(this.#root, path);
    if (!(folder instanceof Folder)) throw new Error(`${path} was synced and is no folder`);
    const what = { folder, names: new Map(folder.names) };
    this.#syncing.set(sync, { what, journaled: this.#changes.length });
  }

  #endSync(sync: bigint, result: number): void {
    const syncing = this.#syncing.get(sync);
    this.#syncing.delete(sync);
    if (!syncing) throw new Error(`the sync ${sync} ended and had not begun`);
    const { what, journaled } = syncing;
    if (result !== 0) {
      if ('file' in what && result !== TOLD_LATE) what.file.failSync(what);
      return;
    }
    if ('file' in what) what.file.endSync(what);
    else what.folder.endSync(what.names, journaled);
    this.#journaled = Math.max(this.#journaled, journaled);
  }

  /** The names of synced folders only, each as at its last sync. */
  #syncedNames(): Names {
    const of = (names: Names): Names =>
      new Map(
        [...names].map(([name, node]) => [name, node instanceof Folder ? asFolder(of(node.synced)) : node]),
      );
    return of(this.#root.synced);
  }

  /** The names up to some change that may have been the last. */
  #someNames(random: Random): Names {
    const most = this.#changes.length - this.#journaled;
    const count = this.#journaled + random.pick([0, most, random.below(most + 1)]);
    const root = copyOf(this.#before);
    for (const change of this.#changes.slice(0, count)) change(root);
    return root.names;
  }
}

function read(path: string): Folder {
  const folder = new Folder();
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const below = join(path, entry.name);
    if (entry.isDirectory()) folder.names.set(entry.name, read(below));
    else if (entry.isFile() && !entry.name.endsWith('-shm'))
      folder.names.set(entry.name, new CutFile(readFileSync(below)));
  }
  folder.synced = new Map(folder.names);
  return folder;
}

/** The same files under the same names, in folders of its own. */
function copyOf({ names }: Folder): Folder {
  const copy = asFolder(
    new Map([...names].map(([name, node]) => [name, node instanceof Folder ? copyOf(node) : node])),
  );
  copy.synced = new Map(copy.names);
  return copy;
}

function asFolder(names: Names): Folder {
  const folder = new Folder();
  for (const [name, node] of names) folder.names.set(name, node);
  return folder;
}

function find(root: Folder, path: string): Node | undefined {
  let node: Node | undefined = root;
  for (const name of path.split('/')) node = node instanceof Folder ? node.names.get(name) : undefined;
  return node;
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

function parentOf(root: Folder, path: string): Folder | undefined {
  const parent = dirname(path) === '.' ? root : find(root, dirname(path));
  return parent instanceof Folder ? parent : undefined;
}

function put(root: Folder, path: string, node: Node): void {
  const parent = parentOf(root, path);
  if (!parent) throw new Error(`${path} was made, and its folder is not in the log`);
  parent.names.set(nameOf(path), node);
}

/** Names that the log does not follow (sockets) may be moved and removed too. */
function rename(root: Folder, from: string, to: string): void {
  const node = find(root, from);
  parentOf(root, from)?.names.delete(nameOf(from));
  if (node) put(root, to, node);
  else parentOf(root, to)?.names.delete(nameOf(to));
}

function build(path: string, names: Names, kept: Kept, sectorBytes: number): void {
  for (const [name, node] of names) {
    const below = join(path, name);
    if (node instanceof Folder) {
      mkdirSync(below, { mode: 0o700 });
      build(below, node.names, kept, sectorBytes);
    } else writeFileSync(below, node.content(kept, sectorBytes), { mode: 0o600 });
  }
}
