import { expect } from '@jest/globals';
import type { Vendor } from '../../harness/google.ts';
import type { RestartableEngine } from '../../harness/restartable-engine.ts';

/** Connects as a login does: the access is a secret of the vault. */
export async function connectByVault(
  { client }: RestartableEngine,
  { google, owner, client: program }: Vendor,
): Promise<void> {
  const scopes = ['https://www.googleapis.com/auth/drive.file'];
  const grant = {
    accessToken: google.oauth.accessToken(owner, program, scopes),
    refreshToken: google.oauth.refreshToken(owner, program, scopes),
    expiresAt: Date.now() + 3_600_000,
    scopes: ['drive.file'],
    client: 'own',
    clientId: program.id,
    mode: 'device',
    account: owner.email,
  };
  await client['secrets.put']({
    params: { name: 'SVC_GOOGLE_GRANT' },
    body: { value: JSON.stringify(grant) },
  });
  expect(await client['google.reload']()).toMatchObject({ connected: true });
}
