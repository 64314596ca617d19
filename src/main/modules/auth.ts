import type { ContainerModuleLoadOptions } from 'inversify';
import { DiskLoginFile } from '../../adapters/out/files/login-file.ts';
import { DiskTokenFile } from '../../adapters/out/files/token-file.ts';
import { keyedHash } from '../../adapters/out/system/keyed-hash.ts';
import { randomToken } from '../../adapters/out/system/random-token.ts';
import { LoginService } from '../../core/trust/auth/logins.ts';
import { AuthService } from '../../core/trust/auth/service.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import { authTokens, processTokens as p } from '../tokens.ts';

/** The token of the engine, and the logins that stand for it. */
export const authModule = {
  name: 'auth',
  tokens: authTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const { tokenFile, auth, loginFile, logins } = authTokens;
    const { settings, knownSecrets, clock, log } = p;
    provide(
      options,
      tokenFile,
      { settings, gate: p.gate },
      ({ settings: { dataDir }, gate }) => new DiskTokenFile({ dataDir, gate: gate.beside }),
    );
    provide(
      options,
      auth,
      { file: tokenFile, settings, knownSecrets, clock, log },
      ({ settings: { http }, ...deps }) => new AuthService({ ...deps, mint: randomToken, given: http.token }),
    );
    provide(
      options,
      loginFile,
      { settings, gate: p.gate },
      ({ settings: { dataDir }, gate }) => new DiskLoginFile({ dataDir, gate: gate.beside }),
    );
    provide(
      options,
      logins,
      { file: loginFile, knownSecrets, clock, log },
      (deps) => new LoginService({ ...deps, mint: randomToken, keyedHash }),
    );
  },
  services: { auth: authTokens.auth, logins: authTokens.logins },
  start: async ({ get }) => {
    await get(authTokens.auth).load();
    await get(authTokens.logins).load();
  },
} satisfies Module;
