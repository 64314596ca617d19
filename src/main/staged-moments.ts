import { mkdir, mkdtemp, readFile, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { exportScratch, type DataName } from '../core/instance/data-directory/inventory.ts';
import type { DatabaseMoments, ReadFor } from '../core/keeping/export/port.ts';

/** The process that writes files of one moment. */
export interface Staging {
  pin(): Promise<void>;
  /** All of it is there. */
  readonly done: Promise<void>;
  /** Repeatable. */
  abandon(): void;
}

export interface StagedMomentsDeps {
  readonly dataDir: string;
  readonly stage: (folder: string) => Promise<Staging>;
  /** Of the files in a folder. */
  readonly momentsIn: (folder: string) => DatabaseMoments;
  readonly counts: DatabaseMoments['counts'];
}

/** A folder for files of one use; what is left of it goes with the next start. */
async function newFolder(dataDir: string): Promise<{ readonly folder: string; remove(): Promise<void> }> {
  const scratch = join(dataDir, exportScratch);
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(scratch, 'rows-'));
  return {
    folder,
    remove: async () => {
      await rm(folder, { recursive: true, force: true });
      // Another one may be in there.
      await rmdir(scratch).catch(() => undefined);
    },
  };
}

/** A database on a server as the bytes of a file. */
export async function stagedImage(
  dataDir: string,
  name: DataName,
  stage: (folder: string) => Promise<Staging>,
): Promise<Buffer> {
  const { folder, remove } = await newFolder(dataDir);
  try {
    const { pin, done } = await stage(folder);
    await pin();
    await done;
    return await readFile(join(folder, name));
  } finally {
    await remove();
  }
}

/** Databases on a server at one moment: files are made of it, which are read like those of a data directory. */
export class StagedMoments implements DatabaseMoments {
  readonly #deps: StagedMomentsDeps;

  constructor(deps: StagedMomentsDeps) {
    this.#deps = deps;
  }

  get sectionNames(): readonly string[] {
    return this.#deps.momentsIn('').sectionNames;
  }

  get ownSectionNames(): readonly string[] {
    return this.#deps.momentsIn('').ownSectionNames;
  }

  async counts(isCounted: (section: string) => boolean): ReturnType<DatabaseMoments['counts']> {
    return await this.#deps.counts(isCounted);
  }

  async open(own?: ReadFor): ReturnType<DatabaseMoments['open']> {
    const { dataDir, stage, momentsIn } = this.#deps;
    const { folder, remove } = await newFolder(dataDir);
    try {
      const { pin, done, abandon } = await stage(folder);
      const close = async () => {
        abandon();
        await done.catch(() => undefined);
        await remove();
      };
      return {
        close,
        pin: async () => {
          await pin();
          return {
            close,
            read: async () => {
              await done;
              const files = await momentsIn(folder).open(own);
              const pinned = await (await files.pin()).read();
              return {
                ...pinned,
                close: () => {
                  pinned.close();
                  // What cannot be removed now goes with the next start.
                  void remove().catch(() => undefined);
                },
              };
            },
          };
        },
      };
    } catch (error) {
      await remove();
      throw error;
    }
  }
}
