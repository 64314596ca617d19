import { cloudAccountTokens, driveBackupTokens, processTokens } from '../../src/main/tokens.ts';
import type { Scope } from '../../src/core/outside/cloud-account/model.ts';
import type { Account, OAuthClient } from '../servers/google/accounts.ts';
import { startFakeGoogle, type FakeGoogle } from '../servers/google/fake-google.ts';
import { startTestEngine, type TestEngine, type TestEngineOptions } from './in-process-engine.ts';

/** A fake vendor with one person and one client. */
export interface Vendor {
  readonly google: FakeGoogle;
  readonly owner: Account;
  readonly client: OAuthClient;
  /** What an engine needs to reach it. */
  readonly env: Record<string, string>;
}

export async function startVendor(
  kind: OAuthClient['kind'] = 'device',
  now: () => number = Date.now,
): Promise<Vendor> {
  const google = await startFakeGoogle({ now });
  const owner = google.accounts.account('owner@example.com');
  const client = google.accounts.client({ kind });
  return {
    google,
    owner,
    client,
    env: {
      SVC_GOOGLE_BASE_URL: google.url,
      GOOGLE_CLIENT_ID: client.id,
      GOOGLE_CLIENT_SECRET: client.secret,
    },
  };
}

/** An engine at this vendor, not connected. */
export const engineAt = ({ env }: Vendor, options: TestEngineOptions = {}): Promise<TestEngine> =>
  startTestEngine({ ...options, env: { ...env, ...options.env } });

const SCOPE = 'https://www.googleapis.com/auth/';

/** Connects the engine as its owner would have done, without the login. */
export async function connect(
  { engine }: TestEngine,
  { google, owner, client }: Vendor,
  { scopes = ['drive.file'], account = owner }: { scopes?: readonly Scope[]; account?: Account } = {},
): Promise<void> {
  const asked = scopes.map((scope) => `${SCOPE}${scope}`);
  await engine.get(cloudAccountTokens.cloudAccess).connect({
    accessToken: google.oauth.accessToken(account, client, asked),
    refreshToken: google.oauth.refreshToken(account, client, asked),
    expiresAt: engine.get(processTokens.clock).now() + 3_600_000,
    scopes,
    client: 'own',
    clientId: client.id,
    mode: 'device',
    account: account.email,
  });
}

/** Resolves when no upload is in progress. */
export const uploaded = ({ engine }: TestEngine): Promise<void> =>
  engine.get(driveBackupTokens.uploads).idle();
