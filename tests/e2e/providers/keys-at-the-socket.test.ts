import { describe, expect } from '@jest/globals';
import { startTestEngine } from '../../harness/in-process-engine.ts';
import { startFakeProvider, streams, type FakeProvider } from '../../servers/fake-provider.ts';
import * as chat from '../../servers/chat-completions.ts';
import * as messages from '../../servers/messages.ts';
import { verifies } from '../../spec/verifies.ts';
import { allOf, newSession, startRun, textIn } from '../http/runs.ts';

const KEYS = {
  PRIMARY_API_KEY: 'env-primary-0123456789',
  COMPAT_API_KEY: 'env-compat-0123456789',
  EU_PROVIDER_API_KEY: 'env-eu-0123456789',
} as const;
const CONFIG_KEY = 'config-key-0123456789';

/** Answers on both wires, on any path. */
function onBothWires(): Promise<FakeProvider> {
  const inMessages = messages.answered('end_turn', messages.textBlock(0, 'ok'));
  return startFakeProvider((request, response) =>
    streams(request.path.endsWith('/v1/messages') ? inMessages : chat.textAnswer('ok').join(''))(
      request,
      response,
    ),
  );
}

/** Every word in a request's headers that is a key. */
function keysIn({ arrived }: FakeProvider): readonly string[] {
  const [request] = arrived;
  if (!request) return ['never asked'];
  const said = JSON.stringify(request);
  return [...Object.values(KEYS), CONFIG_KEY].filter((key) => said.includes(key));
}

interface Case {
  readonly provider: 'primary' | 'custom' | 'compat';
  /** How the address is configured; `vendor` for the default address. */
  readonly address: 'environment' | 'config' | 'vendor';
  readonly isEu?: boolean;
  readonly set: readonly (keyof typeof KEYS | 'api_key')[];
  /** The only key that may arrive; null if none may. */
  readonly arrives: string | null;
}

const { PRIMARY_API_KEY: primary, COMPAT_API_KEY: compat, EU_PROVIDER_API_KEY: eu } = KEYS;
const all = ['PRIMARY_API_KEY', 'COMPAT_API_KEY', 'EU_PROVIDER_API_KEY', 'api_key'] as const;

/** One for each way to the socket; which key goes where is a table in tests/core/instance/models/keys.test.ts. */
const CASES: readonly Case[] = [
  { provider: 'primary', address: 'vendor', set: all, arrives: primary },
  { provider: 'custom', address: 'environment', set: all, arrives: primary },
  { provider: 'custom', address: 'config', set: all, arrives: CONFIG_KEY },
  { provider: 'compat', address: 'config', isEu: true, set: all, arrives: eu },
  { provider: 'compat', address: 'config', set: ['COMPAT_API_KEY', 'PRIMARY_API_KEY'], arrives: compat },
  { provider: 'compat', address: 'environment', set: ['PRIMARY_API_KEY'], arrives: null },
];

describe('what arrives at the socket', () => {
  for (const { provider, address, isEu = false, set, arrives } of CASES) {
    const where = isEu ? 'the EU provider' : `an address by ${address}`;
    verifies('models.keys', `${provider} at ${where}, ${set.join(', ')}: ${arrives ?? 'none'}`, async () => {
      const server = await onBothWires();
      const url = provider === 'compat' ? `${server.url}/v1` : server.url;
      const env: Record<string, string> = { SVC_LLM_PROVIDER: provider, COMPAT_MODEL_ID: 'm' };
      for (const name of set) if (name !== 'api_key') env[name] = KEYS[name];
      if (address === 'environment') env['PRIMARY_BASE_URL'] = url;
      if (isEu) env['EU_PROVIDER_BASE_URL'] = `${server.url}/v1`;
      const engine = await startTestEngine({ env, reach: { primary: server.url } });
      await engine.client['config.set']({
        body: {
          ...(set.includes('api_key') ? { api_key: CONFIG_KEY } : {}),
          ...(address === 'config' ? { api_base_url: url } : {}),
        },
      });
      const session = await newSession(engine);
      expect(textIn(await allOf(startRun(engine, session.id, 'hello')))).toBe('ok');
      expect(keysIn(server)).toEqual(arrives === null ? [] : [arrives]);
      if (arrives === null) expect(server.arrived[0]?.headers['authorization']).toBeUndefined();
    });
  }

  verifies('models.keys', 'that of the vault from the next message on, never elsewhere', async () => {
    const [vendor, other] = [await onBothWires(), await onBothWires()];
    const engine = await startTestEngine({ reach: { primary: vendor.url } });
    const vaultKey = 'vault-primary-0123456789';
    const session = await newSession(engine);
    const params = { name: 'PRIMARY_API_KEY' };
    await engine.client['secrets.put']({ params, body: { value: vaultKey } });
    expect(textIn(await allOf(startRun(engine, session.id, 'hello')))).toBe('ok');
    expect(JSON.stringify(vendor.arrived[0]?.headers)).toContain(vaultKey);

    await engine.client['config.set']({ body: { provider: 'custom', api_base_url: other.url } });
    expect(textIn(await allOf(startRun(engine, session.id, 'hello')))).toBe('ok');
    expect(JSON.stringify(other.arrived[0])).not.toContain(vaultKey);

    await engine.client['config.set']({ body: { provider: null, api_base_url: null } });
    await engine.client['secrets.delete']({ params });
    await allOf(startRun(engine, session.id, 'hello'));
    expect(vendor.arrived).toHaveLength(1);
  });
});
