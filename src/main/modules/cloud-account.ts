import type { ContainerModuleLoadOptions } from 'inversify';
import { GOOGLE_HOSTS, googleFetch } from '../../adapters/out/google/google-fetch.ts';
import type { GoogleAccount, GoogleAccountDeps } from '../../adapters/out/google/google-account.ts';
import { HostControlPlane } from '../../adapters/out/google/control-plane.ts';
import { Access } from '../../core/outside/cloud-account/access.ts';
import { Grants } from '../../core/outside/cloud-account/grants.ts';
import type { CloudAccount } from '../../core/outside/cloud-account/port.ts';
import { CloudAccountService } from '../../core/outside/cloud-account/service.ts';
import { CLOUD_CLIENT_ID, CLOUD_CLIENT_SECRET } from '../../core/trust/secrets/model.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import { cloudAccountTokens, processTokens as p, secretTokens } from '../tokens.ts';
import { say as sayOfSecrets } from '../../core/trust/secrets/says.ts';

/** The owner's cloud account. The vendor's library is loaded with the first call. */
export const cloudAccountModule = {
  name: 'cloud-account',
  tokens: cloudAccountTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const t = cloudAccountTokens;
    const { settings, platform, clock, log, knownSecrets } = p;
    const { secrets } = secretTokens;
    provide(
      options,
      t.googleFetch,
      { settings, platform },
      ({ settings: { google }, platform: { version } }) =>
        googleFetch({ baseUrl: google.baseUrl, userAgent: `svc/${version}` }),
    );
    provide(
      options,
      t.oauthClient,
      { settings, secrets },
      ({ settings: { google }, secrets: kept }) =>
        () => {
          const clientId = google.client.clientId ?? kept.own(CLOUD_CLIENT_ID);
          const clientSecret = google.client.clientSecret ?? kept.own(CLOUD_CLIENT_SECRET);
          return clientId === null || clientSecret === null
            ? null
            : { clientId: clientId.trim(), clientSecret: clientSecret.trim() };
        },
    );
    provide(options, t.vendorAccount, { fetch: t.googleFetch }, (deps): CloudAccount => lazyAccount(deps));
    provide(
      options,
      t.controlPlane,
      { settings, platform },
      ({ settings: { google }, platform: { version } }) => ({
        of:
          google.controlPlane === null
            ? null
            : new HostControlPlane({ ...google.controlPlane, userAgent: `svc/${version}` }),
      }),
    );
    provide(
      options,
      t.grants,
      { secrets, knownSecrets, log },
      (deps) => new Grants({ ...deps, hosts: GOOGLE_HOSTS }),
    );
    provide(
      options,
      t.cloudAccess,
      {
        grants: t.grants,
        account: t.vendorAccount,
        controlPlane: t.controlPlane,
        client: t.oauthClient,
        clock,
        log,
      },
      ({ controlPlane, ...deps }) => new Access({ ...deps, controlPlane: controlPlane.of }),
    );
    provide(
      options,
      t.cloudAccount,
      {
        access: t.cloudAccess,
        account: t.vendorAccount,
        controlPlane: t.controlPlane,
        client: t.oauthClient,
        vault: secretTokens.vault,
        settings,
        clock,
        log,
      },
      ({ controlPlane, vault, settings: { google }, ...deps }) =>
        new CloudAccountService({
          ...deps,
          controlPlane: controlPlane.of,
          isHosted: google.isHosted,
          vaultProblem: () =>
            vault.state === 'ready' ? null : (vault.problem ?? [sayOfSecrets('secrets.no_vault')]),
        }),
    );
  },
  services: { cloudAccount: cloudAccountTokens.cloudAccount },
  start: ({ get, onStop }) => {
    onStop('cloud account', () => get(cloudAccountTokens.cloudAccount).cancel());
  },
} satisfies Module;

function lazyAccount(way: Pick<GoogleAccountDeps, 'fetch'>): CloudAccount {
  let account: Promise<GoogleAccount> | null = null;
  const loaded = async (): Promise<GoogleAccount> => {
    account ??= (async () => {
      const { GoogleAccount: Account } = await import('../../adapters/out/google/google-account.ts');
      const { listenForCallback } = await import('../../adapters/out/tool-client/callback.ts');
      return new Account({ ...way, listen: () => listenForCallback('Google') });
    })();
    return await account;
  };
  return {
    beginDevice: async (...asked) => await (await loaded()).beginDevice(...asked),
    askDevice: async (...asked) => await (await loaded()).askDevice(...asked),
    beginRedirect: async (...asked) => await (await loaded()).beginRedirect(...asked),
    refresh: async (...asked) => await (await loaded()).refresh(...asked),
    revoke: async (...asked) => await (await loaded()).revoke(...asked),
    owner: async (...asked) => await (await loaded()).owner(...asked),
  };
}
