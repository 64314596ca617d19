import { createHash } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ContainerModuleLoadOptions } from 'inversify';
import { DiskRunFolders } from '../../adapters/out/files/disk-run-folders.ts';
import type { InstanceFile } from '../../core/keeping/backups/port.ts';
import { isStoreUnusable } from '../../core/kernel/storage-refusals.ts';
import { FilesOfToolRuns } from '../../core/execution/tool-runs/given-files.ts';
import { OutputFiles } from '../../core/execution/tool-runs/output-files.ts';
import { ToolRunPolls } from '../../core/execution/tool-runs/polls.ts';
import { RunFiles } from '../../core/execution/tool-runs/run-files.ts';
import { ToolRunReplies } from '../../core/execution/tool-runs/replies.ts';
import { ToolServerSecret } from '../../core/execution/tool-runs/secret.ts';
import { UntrackedRuns } from '../../core/execution/tool-runs/untracked-runs.ts';
import { ToolRunStart } from '../../core/execution/tool-runs/start.ts';
import { ToolRunService } from '../../core/execution/tool-runs/service.ts';
import { TrackedRuns } from '../../core/execution/tool-runs/tracked-runs.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import {
  assistantTokens,
  backupTokens,
  databaseTokens,
  fileTokens,
  peopleTokens,
  processTokens as p,
  promptTokens,
  runTokens,
  secretTokens,
  sessionTokens,
  signInTokens,
  toolRunTokens,
} from '../tokens.ts';

/** Runs that hosts of the tool server start. */
export const toolRunsModule = {
  name: 'tool-runs',
  tokens: toolRunTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const t = toolRunTokens;
    const { databases, journal } = databaseTokens;
    const { settings, clock, ids, log } = p;
    const { toolRunStore: store, runFolders: folders, trackedRuns: tracked, toolRunPolls: polls } = t;
    const { runs, liveRuns: live } = runTokens;
    const { files } = fileTokens;
    provide(options, store, { databases }, (all) => all.databases.history.toolRuns);
    provide(
      options,
      folders,
      { settings, log, instance: backupTokens.instanceFile },
      ({ settings: { dataDir, toolServer }, log, instance }) => {
        const mark = markOf(instance, dataDir);
        return new DiskRunFolders({
          root: toolServer.filesDir,
          temporaryDir: tmpdir(),
          mark,
          // An engine that is only looked at must not get an id.
          knownMark: async () => (existsSync(join(dataDir, 'instance.json')) ? await mark() : null),
          log,
        });
      },
    );
    provide(
      options,
      tracked,
      { store, live, people: peopleTokens.people },
      ({ people, ...deps }) => new TrackedRuns({ ...deps, isOwner: (person) => people.isOwner(person) }),
    );
    provide(
      options,
      t.givenFiles,
      { tracked, folders },
      (all) => new FilesOfToolRuns(all.tracked, all.folders),
    );
    provide(
      options,
      polls,
      {
        tracked,
        store,
        runs,
        live,
        prompts: promptTokens.promptStore,
        runStore: runTokens.runStore,
        files,
        settings,
        clock,
      },
      ({ runStore, files, settings: { workspaceDir }, ...deps }) =>
        new ToolRunPolls({ ...deps, produced: new RunFiles({ runs: runStore, files, workspaceDir }) }),
    );
    provide(
      options,
      t.toolRunReplies,
      { tracked, polls, store: promptTokens.promptStore, prompts: promptTokens.prompts },
      (deps) => new ToolRunReplies(deps),
    );
    provide(
      options,
      t.toolRunFiles,
      { tracked, folders, files, settings },
      ({ settings: { workspaceDir }, ...deps }) =>
        new OutputFiles({ ...deps, workspaceDirs: () => namesOf(workspaceDir) }),
    );
    provide(
      options,
      t.toolServerSecret,
      {
        settings,
        secrets: secretTokens.secrets,
        crypto: secretTokens.crypto,
        people: peopleTokens.people,
        signIn: signInTokens.signIn,
      },
      ({ settings: { toolServer }, people, signIn, ...all }) =>
        new ToolServerSecret({
          ...all,
          environment: toolServer.secret,
          isSigningInOn: () => people.isSigningInOn,
          isOfPerson: async (bearer) => {
            const proof = await signIn.byToken(bearer, { records: true });
            return proof !== null && (await people.isIn(proof));
          },
        }),
    );
    provide(
      options,
      t.untrackedRuns,
      { journal, tracked, polls, folders, runs },
      (deps) => new UntrackedRuns(deps),
    );
    const { sessions, sessionStore } = sessionTokens;
    provide(
      options,
      t.toolRuns,
      {
        journal,
        store,
        tracked,
        untracked: t.untrackedRuns,
        folders,
        live,
        runs,
        sessions,
        assistants: assistantTokens.assistants,
        sessionStore,
        ids,
        clock,
        log,
      },
      ({ live, ...deps }) => new ToolRunService({ ...deps, live, starts: new ToolRunStart(deps) }),
    );
  },
  services: {
    toolRuns: toolRunTokens.toolRuns,
    toolRunPolls: toolRunTokens.toolRunPolls,
    toolRunReplies: toolRunTokens.toolRunReplies,
    toolRunFiles: toolRunTokens.toolRunFiles,
    toolServerSecret: toolRunTokens.toolServerSecret,
  },
  /** If the runs cannot be read, the engine serves the rest. */
  start: async ({ get }) => {
    try {
      await get(toolRunTokens.untrackedRuns).sweep();
    } catch (error) {
      if (!isStoreUnusable(error)) throw error;
      get(p.log).error('runs of the tool server could not be read', { error });
    }
  },
} satisfies Module;

/**
 * Of the instance in its place: a copy of the data directory, or a backup that is tried elsewhere, has the same id, and
 * must not remove the files of the engine that it was copied from.
 */
const markOf = (instance: InstanceFile, dataDir: string) => async (): Promise<string> => {
  const [id, place] = [await instance.id(), namesOf(dataDir).at(-1) ?? dataDir];
  return createHash('sha256').update(`${id} ${place}`).digest('hex').slice(0, 12);
};

/** A folder as it was set, and without the links on the way to it. */
function namesOf(folder: string): readonly string[] {
  try {
    return [...new Set([folder, realpathSync(folder)])];
  } catch {
    // It does not exist yet.
    return [folder];
  }
}
