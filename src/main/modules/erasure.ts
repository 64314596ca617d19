import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ContainerModuleLoadOptions } from 'inversify';
import { DiskErasure } from '../../adapters/out/files/erasure/disk-erasure.ts';
import { OwnBackups } from '../../adapters/out/files/erasure/own-backups.ts';
import { RunFiles, RunIndexes } from '../../adapters/out/files/erasure/run-files.ts';
import { RunsIndexFile } from '../../adapters/out/files/runs-index-file.ts';
import { SchemaBefore } from '../../adapters/out/postgres/stores-before.ts';
import { SqliteStoresBefore } from '../../adapters/out/sqlite/stores-before.ts';
import type { OneOperation } from '../../core/keeping/backups/one-operation.ts';
import { agentFolder } from '../../core/instance/data-directory/inventory.ts';
import { Erasing } from '../../core/keeping/erasure/erasing.ts';
import type { BackupsAtRest, RunsToStop } from '../../core/keeping/erasure/port.ts';
import type { Standing } from '../../core/keeping/erasure/remains.ts';
import { ErasureService } from '../../core/keeping/erasure/service.ts';
import { aborted } from '../../core/kernel/abort.ts';
import type { Clock } from '../../core/ports/clock.ts';
import type { LiveRuns } from '../../core/execution/runs/live-runs.ts';
import { leaseHolder } from '../lease-holder.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import type { Settings } from '../settings.ts';
import {
  backupTokens,
  cloudAccountTokens,
  configTokens,
  erasureTokens,
  processTokens as p,
  runTokens,
  toolRunTokens,
} from '../tokens.ts';
import { ownerOf, runsFileIn } from '../tool-server-settings.ts';
import { markOf } from './backups.ts';

/** The erasure of all data. It is carried out by the module of the data directory, before anything is opened. */
export const erasureModule = {
  name: 'erasure',
  tokens: erasureTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const t = erasureTokens;
    const { settings, gate, clock, log } = p;
    provide(
      options,
      t.erasureDisk,
      { settings, gate },
      ({ settings: { dataDir }, gate: { beside } }) => new DiskErasure({ dataDir, gate: beside }),
    );
    provide(
      options,
      t.storesBefore,
      { settings, boot: p.boot, clock, log },
      ({ settings: { dataDir, storage }, boot, ...deps }) =>
        storage === null
          ? new SqliteStoresBefore(dataDir)
          : new SchemaBefore({
              ...deps,
              connect: async () => {
                const { connectPostgres } = await import('../../adapters/out/postgres/connect.ts');
                return await connectPostgres(storage, { ...deps, connections: 2 });
              },
              databases: async () => (await import('../storage-copy/databases.ts')).databasesInPostgres(),
              holder: () => leaseHolder(dataDir, boot),
            }),
    );
    provide(
      options,
      t.erasedOutside,
      { settings, log, folders: toolRunTokens.runFolders, instance: backupTokens.instanceFile },
      ({ settings: { dataDir, workspaceDir, toolServer }, log: told, folders, instance }) => [
        new RunFiles(folders),
        new RunIndexes({
          fileIn: (folder) =>
            new RunsIndexFile({
              path: runsFileIn(folder),
              owner: () => ownerOf(dataDir),
              mayBeLinked: toolServer.isStateDirGiven && folder === toolServer.stateDir,
              tell: (line) => told.warn(line),
            }),
        }),
        new OwnBackups({ dataDir, workspaceDir, instance, mark: markOf(instance) }),
      ],
    );
    provide(
      options,
      t.erasing,
      { disk: t.erasureDisk, stores: t.storesBefore, outside: t.erasedOutside, settings, clock, log },
      ({ settings: all, ...deps }) => new Erasing({ ...deps, standing: () => standingOf(all) }),
    );
    provide(
      options,
      t.erasure,
      {
        erasing: t.erasing,
        disk: t.erasureDisk,
        live: runTokens.liveRuns,
        operations: backupTokens.operations,
        restoring: p.restoring,
        account: cloudAccountTokens.cloudAccount,
        config: configTokens.config,
        settings,
        gate,
        clock,
        ids: p.ids,
        log,
      },
      ({ live, operations, restoring: { restart }, account, config, settings: all, ...deps }) =>
        new ErasureService({
          ...deps,
          restart,
          runs: runsToStop(live, deps.clock),
          backups: atRest(operations),
          isHosted: all.google.isHosted,
          isDraining: () => live.draining,
          workspaceElsewhere: workspaceElsewhere(all),
          backupFolder: () => config.current().values.backup_dir ?? null,
          isConnected: () => account.status().connected,
        }),
    );
  },
  services: { erasure: erasureTokens.erasure },
} satisfies Module;

const runsToStop = (live: LiveRuns, clock: Clock): RunsToStop => ({
  stop: async (ms) => {
    const deadline = clock.deadline(ms);
    try {
      const all = live.all();
      for (const run of all) run.abort('user');
      await Promise.race([Promise.all(all.map(({ ended }) => ended)), aborted(deadline.signal)]);
      return all.every(({ runId }) => !live.isLive(runId));
    } finally {
      deadline.cancel();
    }
  },
});

/** An erasure is in the way of backups as a restore is. */
const atRest = (operations: OneOperation): BackupsAtRest => ({
  hold: () => {
    const operation = operations.begin('restoring', 'erasure');
    return () => operations.end(operation);
  },
  close: () => operations.close(),
});

const workspaceElsewhere = ({ dataDir, workspaceDir }: Settings): string | null =>
  workspaceDir === join(dataDir, agentFolder) ? null : workspaceDir;

/** What the process knows of that no erasure reaches. */
function standingOf(settings: Settings): Standing {
  const { vault, modelEnvironment, toolServer, http, google, dataDir, projectDir } = settings;
  const isSet = {
    PRIMARY_API_KEY: modelEnvironment.primaryKey,
    COMPAT_API_KEY: modelEnvironment.compatKey,
    EU_PROVIDER_API_KEY: modelEnvironment.euKey,
    SVC_HTTP_TOKEN: http.token,
    SVC_MCP_SECRET: toolServer.secret,
    GOOGLE_APPLICATION_CREDENTIALS: modelEnvironment.credentialsFile,
    GOOGLE_CLIENT_SECRET: google.client.clientSecret,
    SVC_VAULT_KEY: vault.given === '' ? null : vault.given,
  };
  const projectFile = join(projectDir, '.svc', 'config.json');
  return {
    variables: [
      ...Object.entries(isSet).flatMap(([name, value]) => (value === null ? [] : [name])),
      ...vault.secrets.map(({ name }) => `SVC_SECRET_${name}`),
    ],
    projectFile: projectFile !== join(dataDir, 'config.json') && existsSync(projectFile) ? projectFile : null,
    workspaceElsewhere: workspaceElsewhere(settings),
  };
}
