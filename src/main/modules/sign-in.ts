import type { ContainerModuleLoadOptions } from 'inversify';
import { keyedHash } from '../../adapters/out/system/keyed-hash.ts';
import { randomToken } from '../../adapters/out/system/random-token.ts';
import { noticeId } from '../../core/kernel/ids.ts';
import { worded } from '../../core/kernel/worded.ts';
import type { Told } from '../../core/trust/sign-in/port.ts';
import { InvitationService } from '../../core/trust/sign-in/invitations.ts';
import { SignInService } from '../../core/trust/sign-in/service.ts';
import { OwnTokenService } from '../../core/trust/sign-in/tokens.ts';
import { Tries } from '../../core/trust/sign-in/tries.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import { databaseTokens, expiryTokens, peopleTokens, processTokens as p, signInTokens } from '../tokens.ts';

/** How people sign in. */
export const signInModule = {
  name: 'sign-in',
  tokens: signInTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const { signInStore, signInJournal, signInValues, signInTime } = signInTokens;
    const { signIn, invitations, ownTokens, tries } = signInTokens;
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
      ({ journal, words: inWords, ids: all, clock: at }) => {
        const noticeOf = ({ whom, title, text }: Told) => ({
          noticeId: noticeId(all.next()),
          personId: whom,
          kind: 'people' as const,
          title: worded([title], inWords),
          text: worded([text], inWords),
          triggerId: null,
          workflowRunId: null,
          createdAt: at.now(),
        });
        return {
          commit: async (changes, told = [], durability) =>
            await journal.commit(
              [...changes, ...told.map((one) => ({ change: 'notice.add', notice: noticeOf(one) }) as const)],
              durability,
            ),
        };
      },
    );
    provide(options, signInValues, { knownSecrets: p.knownSecrets }, ({ knownSecrets }) => ({
      mint: () => {
        const value = randomToken();
        knownSecrets.learn([value]);
        return value;
      },
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
  },
  services: {
    signIn: signInTokens.signIn,
    invitations: signInTokens.invitations,
    ownTokens: signInTokens.ownTokens,
    tries: signInTokens.tries,
  },
} satisfies Module;
