import type { ContainerModuleLoadOptions } from 'inversify';
import { oidcProvider as oidcAdapter } from '../../adapters/out/sign-in/oidc.ts';
import { passkeyProtocol as passkeyAdapter } from '../../adapters/out/sign-in/passkeys.ts';
import { keyedHash } from '../../adapters/out/system/keyed-hash.ts';
import { randomToken } from '../../adapters/out/system/random-token.ts';
import { OIDC_CLIENT_SECRET } from '../../core/trust/secrets/model.ts';
import { InvitationService } from '../../core/trust/sign-in/invitations.ts';
import { OidcService } from '../../core/trust/sign-in/oidc.ts';
import { PasskeyService } from '../../core/trust/sign-in/passkeys.ts';
import { SignInService } from '../../core/trust/sign-in/service.ts';
import { OwnTokenService } from '../../core/trust/sign-in/tokens.ts';
import { Tries } from '../../core/trust/sign-in/tries.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import { tellingBy } from './telling.ts';
import {
  databaseTokens,
  expiryTokens,
  peopleTokens,
  processTokens as p,
  secretTokens,
  signInTokens,
} from '../tokens.ts';

/** How people sign in. */
export const signInModule = {
  name: 'sign-in',
  tokens: signInTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const { signInStore, signInJournal, signInValues, signInTime } = signInTokens;
    const { signIn, invitations, ownTokens, tries, passkeys, passkeyProtocol, oidc, oidcProvider } =
      signInTokens;
    const { people, accessChanged: changed } = peopleTokens;
    const { ids, clock, log, words, settings } = p;
    const parts = {
      store: signInStore,
      journal: signInJournal,
      values: signInValues,
      time: signInTime,
      ids,
    };
    provide(
      options,
      signInStore,
      { databases: databaseTokens.databases },
      (all) => all.databases.history.signIn,
    );
    provide(
      options,
      signInJournal,
      { journal: databaseTokens.journal, words, ids, clock },
      ({ journal, ...deps }) => {
        const telling = tellingBy(deps);
        return {
          commit: async (changes, told = [], durability) =>
            await journal.commit([...changes, ...told.map((one) => telling(one))], durability),
        };
      },
    );
    provide(options, signInValues, { knownSecrets: p.knownSecrets }, ({ knownSecrets }) => ({
      mint: () => {
        const value = randomToken();
        knownSecrets.learn([value]);
        return value;
      },
      challenge: randomToken,
      hash: (value, purpose) => keyedHash(value, `svc person ${purpose}`),
    }));
    provide(
      options,
      signInTime,
      { expiry: expiryTokens.expiry },
      ({ expiry }) =>
        () =>
          expiry.time(),
    );
    provide(options, signIn, { ...parts, changed, log }, (deps) => new SignInService(deps));
    provide(
      options,
      tries,
      { store: signInStore, journal: signInJournal, time: signInTime, log },
      (deps) => new Tries(deps),
    );
    provide(options, ownTokens, { ...parts, changed }, (deps) => new OwnTokenService(deps));
    provide(
      options,
      invitations,
      { ...parts, people, signIn, tries, settings },
      ({ settings: { signIn: given }, ...deps }) =>
        new InvitationService({ ...deps, publicUrl: given.publicUrl }),
    );
    provide(options, passkeyProtocol, {}, passkeyAdapter);
    provide(
      options,
      passkeys,
      { ...parts, people, signIn, tries, clock, protocol: passkeyProtocol, settings },
      ({ settings: { signIn: given }, ...deps }) =>
        new PasskeyService({ ...deps, publicUrl: given.publicUrl }),
    );
    provide(
      options,
      oidcProvider,
      { settings, secrets: secretTokens.secrets, log },
      ({ settings: { signIn: given }, secrets, log: lines }) => {
        if (given.oidc === null) return () => null;
        const { clientSecret, ...client } = given.oidc;
        const provider = oidcAdapter(
          { ...client, clientSecret: () => clientSecret ?? secrets.own(OIDC_CLIENT_SECRET) },
          lines,
        );
        return () => provider;
      },
    );
    provide(
      options,
      oidc,
      { ...parts, people, signIn, tries, clock, invitations, provider: oidcProvider, settings },
      ({ settings: { signIn: given }, ...deps }) => new OidcService({ ...deps, publicUrl: given.publicUrl }),
    );
  },
  services: {
    passkeys: signInTokens.passkeys,
    oidc: signInTokens.oidc,
    signIn: signInTokens.signIn,
    invitations: signInTokens.invitations,
    ownTokens: signInTokens.ownTokens,
    tries: signInTokens.tries,
  },
} satisfies Module;
