import type { ContainerModuleLoadOptions } from 'inversify';
import { DiskConfigFiles } from '../../adapters/out/files/config-files.ts';
import { ConfigService } from '../../core/instance/config/service.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import { configTokens, processTokens as p } from '../tokens.ts';

export const configModule = {
  name: 'config',
  tokens: configTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const { configFiles, config } = configTokens;
    provide(
      options,
      configFiles,
      { settings: p.settings, gate: p.gate },
      ({ settings: { dataDir, projectDir }, gate }) => new DiskConfigFiles({ dataDir, projectDir, gate }),
    );
    const { settings, validator, knownSecrets, clock, words, log } = p;
    provide(
      options,
      config,
      { files: configFiles, settings, validator, knownSecrets, clock, words, log },
      ({ settings: { environment }, ...deps }) => new ConfigService({ ...deps, environment }),
    );
  },
  services: { config: configTokens.config },
  start: ({ get }) => get(configTokens.config).load(),
} satisfies Module;
