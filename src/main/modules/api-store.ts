import { join } from 'node:path';
import { ContainerModule } from 'inversify';
import { DiskApiFiles } from '../../adapters/out/files/api-files.ts';
import { ApiStoreGate } from '../../core/api-store/gate.ts';
import { RateWindows } from '../../core/api-store/rate-windows.ts';
import { ApiRegistry } from '../../core/api-store/registry.ts';
import { ApiStore } from '../../core/api-store/service.ts';
import type { RateStore } from '../../core/api-store/store.ts';
import { provide } from '../provide.ts';
import { t } from '../tokens.ts';
import { localByConfiguration } from './web.ts';

/** Profiles of APIs and what holds requests to them. The counts are in history.db, which is opened by `boot`. */
export const apiStoreModule = (
  rates: RateStore,
  dataDir: string,
  privateHosts: readonly string[],
): ContainerModule =>
  new ContainerModule((options) => {
    const mayBeLocal = localByConfiguration(privateHosts);
    provide(
      options,
      t.apiFiles,
      { gate: t.gate },
      ({ gate }) => new DiskApiFiles({ folder: join(dataDir, 'apis'), gate }),
    );
    options.bind(t.rateStore).toConstantValue(rates);
    provide(options, t.apiRegistry, {}, () => new ApiRegistry());
    provide(
      options,
      t.rateWindows,
      { journal: t.journal, store: t.rateStore, clock: t.clock, log: t.log },
      (deps) => new RateWindows(deps),
    );
    const shared = { registry: t.apiRegistry, windows: t.rateWindows, secrets: t.secrets };
    provide(
      options,
      t.apiGate,
      { ...shared, knownSecrets: t.knownSecrets },
      (deps) => new ApiStoreGate({ ...deps, mayBeLocal }),
    );
    provide(
      options,
      t.apis,
      {
        ...shared,
        files: t.apiFiles,
        web: t.webService,
        knownSecrets: t.knownSecrets,
        validator: t.validator,
        ids: t.ids,
        log: t.log,
      },
      (deps) => new ApiStore({ ...deps, mayBeLocal, readYaml }),
    );
  });

const readYaml = async (text: string): Promise<unknown> =>
  (await import('../../adapters/out/system/yaml.ts')).readYaml(text);
