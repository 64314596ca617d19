import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ContainerModuleLoadOptions } from 'inversify';
import { DiskClockFile } from '../../adapters/out/files/clock-file.ts';
import { Expiry } from '../../core/instance/expiry/service.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import { expiryTokens, processTokens as p } from '../tokens.ts';

/** Whether what is too old may be deleted now, or waits because the clock may be wrong. */
export const expiryModule = {
  name: 'expiry',
  tokens: expiryTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const { clockFile, expiry } = expiryTokens;
    provide(
      options,
      clockFile,
      { settings: p.settings, gate: p.gate },
      ({ settings: { dataDir }, gate }) => new DiskClockFile({ dataDir, gate: gate.beside }),
    );
    provide(
      options,
      expiry,
      { file: clockFile, missingDatabases: p.missingDatabases, clock: p.clock, log: p.log },
      ({ missingDatabases, ...deps }) => new Expiry({ ...deps, isKept: missingDatabases === 'create' }),
    );
  },
  start: async ({ get, onStop }) => {
    const expiry = get(expiryTokens.expiry);
    const { dataDir, storage } = get(p.settings);
    // Whether a server has data, its databases say when they are opened.
    if (storage === null) await expiry.begin(!existsSync(join(dataDir, 'history.db')));
    const ending = new AbortController();
    const watching = expiry.watch(ending.signal);
    // How long it ran counts at the next start, so it is noted before the engine has stopped.
    onStop('expiry', async () => {
      ending.abort();
      await watching;
    });
  },
} satisfies Module;
