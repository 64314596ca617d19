import { ContainerModule } from 'inversify';
import type { Platform } from '../platform.ts';
import { t } from '../tokens.ts';

export const platformModule = (platform: Platform): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(t.clock).toConstantValue(platform.clock);
    bind(t.ids).toConstantValue(platform.ids);
    bind(t.log).toConstantValue(platform.log);
    bind(t.knownSecrets).toConstantValue(platform.knownSecrets);
    bind(t.vitals).toConstantValue(platform.vitals);
    bind(t.validator).toConstantValue(platform.validator);
  });
