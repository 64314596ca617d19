import type { ContainerModuleLoadOptions } from 'inversify';
import { UsableByService } from '../../core/instance/usable-by/service.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import { configTokens, databaseTokens, usableTokens } from '../tokens.ts';

/** What of the owner's others may use. */
export const usableByModule = {
  name: 'usable-by',
  tokens: usableTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    provide(
      options,
      usableTokens.usableBy,
      { config: configTokens.config, databases: databaseTokens.databases },
      ({ config, databases: { owner } }) => new UsableByService({ config, owner }),
    );
  },
  services: { usableBy: usableTokens.usableBy },
} satisfies Module;
