import type { ContainerModuleLoadOptions } from 'inversify';
import { DiskTokenFile } from '../../adapters/out/files/token-file.ts';
import { randomToken } from '../../adapters/out/system/random-token.ts';
import { AuthService } from '../../core/auth/service.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import { authTokens } from '../tokens/auth.ts';
import { processTokens as p } from '../tokens/process.ts';

/** The token of the engine. */
export const authModule = {
  name: 'auth',
  tokens: authTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const { tokenFile, auth } = authTokens;
    const { settings, knownSecrets, clock, log } = p;
    provide(
      options,
      tokenFile,
      { settings, gate: p.gate },
      ({ settings: { dataDir }, gate }) => new DiskTokenFile({ dataDir, gate }),
    );
    provide(
      options,
      auth,
      { file: tokenFile, settings, knownSecrets, clock, log },
      ({ settings: { http }, ...deps }) => new AuthService({ ...deps, mint: randomToken, given: http.token }),
    );
  },
  services: { auth: authTokens.auth },
  start: ({ get }) => get(authTokens.auth).load(),
} satisfies Module;
