import type { NetworkInterfaceInfo } from 'node:os';
import { expect, test } from '@jest/globals';
import type { Attached, SocketClient } from '../../../src/adapters/in/cli/attach.ts';
import { localMinute } from '../../../src/contract/cli/local-time.ts';
import { reachableAt } from '../../../src/main/serving/reachable.ts';
import { terminalOver } from './terminal.ts';

const interfaces = (...addresses: readonly string[]) => ({
  eth0: addresses.map((address) => ({ address, family: 'IPv4', internal: false }) as NetworkInterfaceInfo),
});

async function accepted(host: string, ...own: readonly string[]) {
  const said = { out: '', err: '' };
  const reach = reachableAt({ host, certificate: null }, new Set([3100]), interfaces(...own));
  const answer = { token: 'T'.repeat(64), expiresAt: '2026-11-24T00:00:00.000Z', replace: false, ...reach };
  const client = { 'migration.accept': async () => answer } as unknown as SocketClient;
  const engine: Attached = { client, socketPath: '', isOwn: false, close: async () => undefined };
  const typed = terminalOver(async () => engine, {
    out: (text) => void (said.out += text),
    err: (text) => void (said.err += text),
  });
  expect(await typed('migrate', 'accept')).toBe(0);
  expect(said.out).toBe(`${answer.token}\n`);
  expect(said.err).toContain(`one migration until ${localMinute(answer.expiresAt)}.`);
  const lines = said.err.split('\n').filter((line) => line.startsWith('  svc migrate send '));
  return { said: said.err, typed: lines };
}

test('accepting prints the addresses that plain http goes to, and those of this machine last', async () => {
  const all = await accepted('0.0.0.0', '192.0.2.2', '93.184.216.34', '192.168.1.20', '10.0.0.5');
  expect(all.typed).toEqual([
    '  svc migrate send http://192.168.1.20:3100',
    '  svc migrate send http://10.0.0.5:3100',
    '  svc migrate send http://localhost:3100   (on this machine)',
  ]);
  expect((await accepted('fd12::7')).typed).toEqual(['  svc migrate send http://[fd12::7]:3100']);
});

test('where no other machine comes over plain http, accepting says what to do', async () => {
  const here = ['  svc migrate send http://localhost:3100   (on this machine)'];
  const open = await accepted('0.0.0.0', '192.0.2.2', '93.184.216.34');
  expect(open.typed).toEqual(here);
  expect(open.said).toMatch(/no address in a private network.*https.*port 3100.*private network/u);
  const shut = await accepted('127.0.0.1', '192.168.1.20');
  expect(shut.typed).toEqual(here);
  expect(shut.said).toContain('It listens on this machine only (port 3100)');
  expect((await accepted('93.184.216.34')).typed).toEqual([]);
});
