// The fake vendor of the cloud account in its own process, with one account and access to it. It keeps no content.
import type { Grant } from '../src/core/outside/cloud-account/model.ts';
import { startFakeGoogle } from '../tests/servers/google/fake-google.ts';

const SCOPES = ['https://www.googleapis.com/auth/drive.file'];

const google = await startFakeGoogle({ keptBytes: 0 });
const owner = google.accounts.account('owner@example.com');
const client = google.accounts.client({ id: 'bench', secret: 'bench-secret' });
const grant: Grant = {
  accessToken: google.oauth.accessToken(owner, client, SCOPES),
  refreshToken: google.oauth.refreshToken(owner, client, SCOPES),
  expiresAt: Date.now() + 3_600_000,
  scopes: ['drive.file'],
  client: 'own',
  clientId: client.id,
  mode: 'device',
  account: owner.email,
};
process.once('disconnect', () => process.exit());
process.send?.({ url: google.url, grant });
