import { apisRenderers } from '../../adapters/in/agent/apis.ts';
import { join } from 'node:path';
import type { ContainerModuleLoadOptions } from 'inversify';
import { DiskApiFiles } from '../../adapters/out/files/api-files.ts';
import { ApiStoreGate } from '../../core/outside/api-store/gate.ts';
import { RateWindows } from '../../core/outside/api-store/rate-windows.ts';
import { ApiRegistry } from '../../core/outside/api-store/registry.ts';
import { ApiStore } from '../../core/outside/api-store/service.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import {
  apiTokens,
  databaseTokens,
  expiryTokens,
  peopleTokens,
  processTokens as p,
  secretTokens,
  webTokens,
} from '../tokens.ts';

/** Profiles of APIs, and the rules and limits of requests to them. */
export const apiStoreModule = {
  name: 'api-store',
  tokens: apiTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const t = apiTokens;
    const { databases, journal } = databaseTokens;
    const { settings, clock, log, knownSecrets, validator, words, ids } = p;
    provide(
      options,
      t.apiFiles,
      { settings, gate: p.gate },
      ({ settings: { dataDir }, gate }) => new DiskApiFiles({ folder: join(dataDir, 'apis'), gate }),
    );
    provide(options, t.rateStore, { databases }, (all) => all.databases.history.rates);
    provide(options, t.apiRegistry, {}, () => new ApiRegistry());
    provide(
      options,
      t.rateWindows,
      { journal, store: t.rateStore, expiry: expiryTokens.expiry, people: peopleTokens.people, clock, log },
      ({ people, ...deps }) => new RateWindows({ ...deps, isOwner: (person) => people.isOwner(person) }),
    );
    const shared = {
      registry: t.apiRegistry,
      windows: t.rateWindows,
      secrets: secretTokens.secrets,
      mayBeLocal: webTokens.mayBeLocal,
      knownSecrets,
    };
    provide(options, t.apiGate, shared, (deps) => new ApiStoreGate(deps));
    provide(
      options,
      t.apis,
      { ...shared, files: t.apiFiles, web: webTokens.webService, validator, words, ids, log },
      (deps) => new ApiStore({ ...deps, readYaml }),
    );
  },
  services: { apis: apiTokens.apis },
  renderers: apisRenderers,
  start: ({ get }) => get(apiTokens.apis).load(),
} satisfies Module;

const readYaml = async (text: string): Promise<unknown> =>
  (await import('../../adapters/out/system/yaml.ts')).readYaml(text);
