import { OWNER_ID } from '../../doubles/people.ts';
import { constants, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { systemDisk, type Disk } from '../../../src/adapters/out/files/disk.ts';
import { DiskCopies } from '../../../src/adapters/out/files/disk-copies.ts';
import { DiskWorkspace } from '../../../src/adapters/out/files/disk-workspace.ts';
import type { HistoryDatabase } from '../../../src/adapters/out/sqlite/history/open.ts';
import { uuidIds } from '../../../src/adapters/out/system/uuid-ids.ts';
import { systemClock } from '../../../src/adapters/out/system/system-clock.ts';
import { temporaryPrefix } from '../../../src/core/workspace/files/path.ts';
import type { ChangeAuthor } from '../../../src/core/workspace/files/port.ts';
import type { ReviewAction } from '../../../src/core/workspace/changesets/model.ts';
import { around } from '../../../src/core/kernel/around.ts';
import {
  changesetTokens,
  databaseTokens,
  deletedFileTokens,
  fileTokens,
  processTokens,
} from '../../../src/main/tokens.ts';
import { graphOver } from '../../harness/graph.ts';
import { begunRun } from '../../ports/history-builders.ts';
import { WriteGate } from '../../../src/core/kernel/write-gate.ts';

/**
 * Called before every call that changes the disk, and around every commit. A gate that never resolves acts
 * as a dead process.
 */
export type Gate = (call: string) => Promise<void>;

export const open: Gate = () => Promise.resolve();

/** The content of the workspace by path; other paths do not exist. */
export type Files = Readonly<Record<string, string>>;

export const BEFORE: Files = { 'a.txt': 'A', 'b.txt': 'one two', 'c/c.txt': 'C', 'd.txt': 'D', 'z.txt': 'Z' };
export const AFTER: Files = { 'a.txt': 'A2', 'b.txt': 'one 2', 'e/e.txt': 'D', 'f.txt': 'F', 'z.txt': 'Z' };
/** Further contents that a file may have while the run is incomplete. */
export const BETWEEN: Files = { 'a.txt': 'A1' };

/** The result of the partial review: rolled-back files are as before, the others as after. */
export const PARTIAL = ['a.txt', 'c/c.txt', 'f.txt'];
export const PARTLY: Files = { 'a.txt': 'A', 'b.txt': 'one 2', 'c/c.txt': 'C', 'e/e.txt': 'D', 'z.txt': 'Z' };

export type Author = ChangeAuthor;

/** Makes the workspace before the run, and a run that may change it. */
export async function prepared(dir: string, history: HistoryDatabase): Promise<Author> {
  for (const [path, content] of Object.entries(BEFORE)) {
    const file = join(dir, 'workspace', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  const { run, thread } = await begunRun(history.journal);
  return { threadId: thread.threadId, runId: run.runId, signal: new AbortController().signal };
}

/** The real parts over a directory and a database, each behind the gate. */
export function worldOver(dir: string, history: HistoryDatabase, gate: Gate) {
  const opened = new Set<FileHandle>();
  const disk = gatedDisk(gate, opened);
  const writes = new WriteGate();
  const { get, log } = graphOver({
    history,
    ids: uuidIds,
    rebind: ({ set, around: wrap }) => {
      set(processTokens.clock, systemClock);
      set(processTokens.gate, writes);
      set(fileTokens.workspace, new DiskWorkspace({ gate: writes, root: join(dir, 'workspace'), disk }));
      set(changesetTokens.copies, new DiskCopies({ gate: writes, folder: join(dir, 'changesets'), disk }));
      wrap(databaseTokens.journal, (journal) =>
        around(journal, {
          commit: async (changes) => {
            await gate('commit');
            await journal.commit(changes);
            await gate('committed');
          },
        }),
      );
    },
  });
  const service = get(changesetTokens.changesets);
  const files = get(fileTokens.files);
  return {
    log,
    service,
    deletedFiles: get(deletedFileTokens.deletedFiles),
    /** Does what the system does when a process has died. */
    bury: () => Promise.all([...opened].map((handle) => handle.close())),
    /** Every kind of change that a run can make. */
    work: async (author: Author): Promise<void> => {
      await files.of(OWNER_ID).write('a.txt', 'A1', author);
      await files.of(OWNER_ID).write('a.txt', 'A2', author);
      await files.of(OWNER_ID).edit('b.txt', { oldString: 'two', newString: '2', replaceAll: false }, author);
      await files.of(OWNER_ID).delete('c/c.txt', author);
      await files.of(OWNER_ID).rename('d.txt', 'e/e.txt', author);
      await files.of(OWNER_ID).write('f.txt', 'F', author);
    },
    review: ({ threadId, runId }: Author, action: ReviewAction) =>
      service.review(threadId, { action, runId, rolledBackFiles: action === 'partial' ? PARTIAL : null }),
  };
}

/** The calls that leave a trace: dying before any other call equals dying after the previous one. */
const CHANGING = new Set([
  'mkdir',
  'rename',
  'unlink',
  'chmod',
  'file.writeFile',
  'file.appendFile',
  'file.sync',
  'file.chmod',
]);

const isMaking = (call: string, flags: unknown): boolean =>
  call === 'open' && typeof flags === 'number' && (flags & constants.O_CREAT) !== 0;

function gatedDisk(gate: Gate, opened: Set<FileHandle>): Disk {
  const gated = Object.entries(systemDisk as unknown as Record<string, unknown>)
    .filter(
      (entry): entry is [string, (...input: unknown[]) => Promise<unknown>] => typeof entry[1] === 'function',
    )
    .map(([call, run]) => [
      call,
      async (...input: unknown[]) => {
        if (CHANGING.has(call) || isMaking(call, input[1])) await gate(call);
        const result = await run(...input);
        return call === 'open' ? gatedHandle(result as FileHandle, gate, opened) : result;
      },
    ]);
  return Object.fromEntries(gated) as Disk;
}

function gatedHandle(handle: FileHandle, gate: Gate, opened: Set<FileHandle>): FileHandle {
  opened.add(handle);
  return new Proxy(handle, {
    get(target, key) {
      const member: unknown = Reflect.get(target, key, target);
      if (typeof member !== 'function') return member;
      return async (...input: unknown[]) => {
        const call = `file.${String(key)}`;
        if (CHANGING.has(call)) await gate(call);
        if (key === 'close') opened.delete(handle);
        return (await member.apply(target, input)) as unknown;
      };
    },
  });
}

/** All files, except unfinished writes, which a killed process may leave. */
export function filesIn(dir: string): Files {
  const root = join(dir, 'workspace');
  const names = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith(temporaryPrefix))
    .map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    names.toSorted().map((file) => [file.slice(root.length + 1), readFileSync(file, 'utf8')]),
  );
}

/** Writes that were begun and not finished. */
export const unfinishedIn = (dir: string): readonly string[] =>
  readdirSync(join(dir, 'workspace'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.includes(temporaryPrefix),
  );
