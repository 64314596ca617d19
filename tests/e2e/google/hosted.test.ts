import { expect, test } from '@jest/globals';
import { engineAt, startVendor, type Vendor } from '../../harness/google.ts';
import { type TestEngine } from '../../harness/in-process-engine.ts';
import { startWebServer, type WebServer } from '../../servers/web-server.ts';
import { verifies } from '../../spec/verifies.ts';
import { refusal } from '../http/problems.ts';

let vendor: Vendor;
let engine: TestEngine;
let host: WebServer;

/** A host with a client of its own at the vendor; `nonce` is the one that it has access for. */
async function startHosted(nonce = 'nonce-1'): Promise<void> {
  vendor = await startVendor('web');
  const { google, owner, client } = vendor;
  const scopes = ['https://www.googleapis.com/auth/drive.file'];
  host = await startWebServer(({ path, headers, body }, response) => {
    const { claim_nonce, instance_id } = JSON.parse(body) as { claim_nonce?: string; instance_id: string };
    const isKnown = headers.authorization === 'Bearer the-secret-of-the-instance' && instance_id === 'inst-7';
    const isFine = isKnown && (path === '/internal/google/refresh' || claim_nonce === nonce);
    response.writeHead(isFine ? 200 : 403, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify(
        isFine
          ? {
              access_token: google.oauth.accessToken(owner, client, scopes),
              refresh_token: 'kept by the host',
              expires_in: 3_599,
              scope: scopes.join(' '),
            }
          : { error: 'invalid_claim' },
      ),
    );
  });
  engine = await engineAt(vendor, {
    env: {
      GOOGLE_CLIENT_ID: '',
      GOOGLE_CLIENT_SECRET: '',
      SVC_MANAGED_INSTANCE_ID: 'inst-7',
      SVC_MANAGED_INSTANCE_SECRET: 'the-secret-of-the-instance',
      SVC_MANAGED_CONTROL_PLANE_URL: `http://127.0.0.1:${host.port}`,
    },
  });
}

verifies('drive.oauth-url', 'a hosted instance tells where its owner begins', async () => {
  await startHosted();
  const { url } = await engine.client['google.oauth-url']();
  expect(url).toBe(`http://127.0.0.1:${host.port}/google/start?instance=inst-7`);
  expect(await engine.client['google.status']()).toMatchObject({
    available: true,
    connected: false,
    client: 'managed',
    mode: 'hosted',
  });
  expect((await refusal(engine.client['google.auth']({ body: {} }))).code).toBe('hosted');
});

verifies('drive.claim-managed', 'it takes the access that its host has for it', async () => {
  await startHosted();
  const claim = (claimNonce: string) => engine.client['google.claim-managed']({ body: { claimNonce } });
  expect(await refusal(claim('another'))).toMatchObject({ status: 502, code: 'claim_refused' });
  expect(await claim('nonce-1')).toMatchObject({
    connected: true,
    client: 'managed',
    mode: 'hosted',
    account: 'owner@example.com',
    driveScope: true,
  });
  expect(await refusal(engine.client['google.claim-managed']({ body: { claimNonce: '' } }))).toMatchObject({
    status: 400,
  });
});

test('its host is told as not reachable', async () => {
  await startHosted();
  await host.close();
  const refused = await refusal(engine.client['google.claim-managed']({ body: { claimNonce: 'nonce-1' } }));
  expect(refused).toMatchObject({ status: 503, code: 'cloud_unavailable' });
});

test('elsewhere there is no host', async () => {
  vendor = await startVendor();
  engine = await engineAt(vendor);
  for (const asked of [
    engine.client['google.oauth-url'](),
    engine.client['google.claim-managed']({ body: { claimNonce: 'x' } }),
  ])
    expect(await refusal(asked)).toMatchObject({ status: 409, code: 'not_hosted' });
});
