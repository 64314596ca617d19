import { expect } from '@jest/globals';
import { settingsFrom } from '../../../src/main/settings.ts';
import { ScriptedModel } from '../../doubles/scripted-model.ts';
import { startTestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { ask, type Asked } from './wire.ts';

async function trusting(proxies: string): Promise<(asked: Asked) => Promise<number>> {
  const env = { SVC_TRUST_PROXY: proxies, SVC_ALLOWED_HOSTS: 'svc.example' };
  const { port } = await startTestEngine({ model: new ScriptedModel(), env });
  return async (asked) => (await ask(port, { target: '/api/threads', ...asked })).status;
}
const host = (name: string) => ['X-Forwarded-Host', name] as const;
const proto = (name: string) => ['X-Forwarded-Proto', name] as const;
const origin = (name: string) => ['Origin', name] as const;

verifies('security.forwarded', 'from a trusted proxy its host is the own one, if it is allowed', async () => {
  for (const proxies of ['127.0.0.1', '10.0.0.0/8, 127.0.0.0/8, ::1']) {
    const status = await trusting(proxies);
    const headers = async (...given: NonNullable<Asked['headers']>) => await status({ headers: given });
    expect(await headers(host('svc.example'), origin('http://svc.example'))).toBe(200);
    expect(await headers(host('svc.example'), proto('https'), origin('https://svc.example'))).toBe(200);
    // The page came over TLS, so this one is another.
    expect(await headers(host('svc.example'), proto('https'), origin('http://svc.example'))).toBe(403);
    expect(await headers(host('svc.example'), origin('http://localhost'))).toBe(403);
    expect(await headers(host('evil.test'), origin('http://evil.test'))).toBe(403);
    expect(await headers(host('evil.test'))).toBe(403);
    // A page under a rebound name can send the header itself.
    const hosts = ['evil.test'];
    expect(await status({ hosts, headers: [host('svc.example')] })).toBe(403);
    expect(await status({ hosts, headers: [host('localhost'), origin('http://localhost')] })).toBe(403);
  }
});

verifies('security.forwarded', 'from anywhere else they are ignored', async () => {
  for (const proxies of ['', '10.0.0.0/8, 192.168.1.1']) {
    const status = await trusting(proxies);
    expect(await status({ headers: [host('svc.example'), origin('http://svc.example')] })).toBe(403);
    expect(await status({ headers: [host('evil.test')] })).toBe(200);
    expect(await status({ headers: [['X-Forwarded-For', '203.0.113.9']] })).toBe(200);
  }
});

verifies('security.forwarded', 'an invalid list refuses the start', () => {
  for (const wrong of [
    'true',
    '1',
    'proxy.example',
    '10.0.0.0/33',
    '10.0.0/8',
    '10.0.0.0/',
    '::1/129',
    '10.0.0.0/8/8',
    '*',
  ]) {
    const env = { SVC_DATA_DIR: '/nonexistent', SVC_TRUST_PROXY: `127.0.0.1,${wrong}` };
    expect(() => settingsFrom(env, { demo: false })).toThrow(`SVC_TRUST_PROXY has "${wrong}"`);
  }
});
