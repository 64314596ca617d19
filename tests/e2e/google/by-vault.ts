import { expect } from '@jest/globals';
import type { Vendor } from '../../harness/google.ts';
import type { Account } from '../../servers/google/accounts.ts';
import type { RestartableEngine } from '../../harness/restartable-engine.ts';

/** Connects as a login does: the access is a secret of the vault. */
export async function connectByVault(
  { client }: RestartableEngine,
  { google, owner, client: program }: Vendor,
  account: Account = owner,
): Promise<void> {
  const scopes = ['https://www.googleapis.com/auth/drive.file'];
  const grant = {
    accessToken: google.oauth.accessToken(account, program, scopes),
    refreshToken: google.oauth.refreshToken(account, program, scopes),
    expiresAt: Date.now() + 3_600_000,
    scopes: ['drive.file'],
    client: 'own',
    clientId: program.id,
    mode: 'device',
    account: account.email,
  };
  await client['secrets.put']({
    params: { name: 'SVC_GOOGLE_GRANT' },
    body: { value: JSON.stringify(grant) },
  });
  expect(await client['google.reload']()).toMatchObject({ connected: true });
}
