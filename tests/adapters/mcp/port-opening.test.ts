import { expect } from '@jest/globals';
import type { AnswerOf } from '../../../src/contract/client.ts';
import type { socketRows } from '../../../src/contract/http/rows.ts';
import { engineSays, NOWHERE, openTestPort, type TestPort } from '../../harness/tool-server.ts';
import { ask } from '../../e2e/http/wire.ts';
import { verifies } from '../../spec/verifies.ts';

type Admission = AnswerOf<(typeof socketRows)['toolServer.admit']>;

/** A port whose engine says this about the secret, at each request. */
const portWith = (admission: () => Admission, env: Record<string, string> = {}): Promise<TestPort> =>
  openTestPort({ dataDir: NOWHERE, engine: async () => engineSays(admission()), env });

const inVault = (secretAgeDays: number): Admission => ({
  required: true,
  admitted: true,
  secretAgeDays,
  source: 'vault',
  isShort: false,
  closed: false,
});

verifies(
  ['secrets.rotation-warning', 'mcp.auth.bind'],
  'a secret in the vault opens the port to others, and one older than 90 days is told at the start',
  async () => {
    const young = await portWith(() => inVault(90));
    expect([young.host, young.told]).toEqual(['0.0.0.0', [expect.stringMatching(/TLS/u)]]);
    const old = await portWith(() => inVault(91));
    expect(old.told).toEqual([
      expect.stringMatching(/TLS/u),
      expect.stringMatching(/91 days old.*svc secret set/u),
    ]);
    const short = await portWith(() => inVault(0), { SVC_MCP_SECRET: 'short' });
    expect(short.told).toEqual([expect.stringMatching(/TLS/u), expect.stringMatching(/could be guessed/u)]);
    expect(short.told.join()).not.toContain('"short"');
    const shortInVault = await portWith(() => ({ ...inVault(0), isShort: true }));
    expect(shortInVault.told).toEqual([
      expect.stringMatching(/TLS/u),
      expect.stringMatching(/in the vault has fewer than 16 characters.*svc secret set/u),
    ]);
  },
);

verifies('security.tool-server', 'a port for others stays closed when its secret is removed', async () => {
  let now = inVault(1);
  const { port } = await portWith(() => now);
  expect((await ask(port, { target: '/nothing' })).status).toBe(404);
  now = { required: false, admitted: true, secretAgeDays: null, source: null, isShort: false, closed: false };
  expect((await ask(port, { target: '/nothing' })).status).toBe(401);
});
