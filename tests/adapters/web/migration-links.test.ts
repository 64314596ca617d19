import { createServer as createHttp } from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { Server } from 'node:net';
import { expect, it } from '@jest/globals';
import { isRefusal } from '../../../src/core/kernel/refusal.ts';
import { links } from '../../e2e/migration/liar.ts';
import { selfSigned } from '../../servers/self-signed.ts';

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((listens) => server.listen(0, '127.0.0.1', listens));
  return (server.address() as { readonly port: number }).port;
}

/** What is said of an engine that is asked for at this port with https. */
async function saidAt(port: number): Promise<readonly string[]> {
  const link = await links.to(`https://127.0.0.1:${port}`);
  try {
    await link.ask({ method: 'GET', path: '/', ms: 10_000 }, new AbortController().signal);
    return [];
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return [error.code, ...error.says.map(({ code }) => code)];
  } finally {
    link.close();
  }
}

it('tells a certificate that is not trusted, and a port without https, from one where nothing answers', async () => {
  const [secure, plain] = [createHttps(selfSigned), createHttp()];
  const [ofSecure, ofPlain] = [await portOf(secure), await portOf(plain)];
  expect(await saidAt(ofSecure)).toEqual(['migration_target_away', 'migration.untrusted']);
  expect(await saidAt(ofPlain)).toEqual(['migration_target_away', 'migration.no_https']);
  await Promise.all([secure, plain].map((server) => new Promise((closed) => server.close(closed))));
  expect(await saidAt(ofPlain)).toEqual(['migration_target_away', 'migration.no_answer']);
});
