import { createServer as createHttp } from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { Server } from 'node:net';
import { expect, it } from '@jest/globals';
import { isRefusal } from '../../../src/core/kernel/refusal.ts';
import { links } from '../../e2e/migration/liar.ts';
import { selfSigned } from '../../servers/self-signed.ts';

/** What is said of an engine that is asked for at this port with https. */
async function saidOf(server: Server): Promise<readonly string[]> {
  await new Promise<void>((listens) => server.listen(0, '127.0.0.1', listens));
  const { port } = server.address() as { readonly port: number };
  const link = await links.to(`https://127.0.0.1:${port}`);
  try {
    const { signal } = new AbortController();
    await link.ask({ method: 'GET', path: '/', ms: 10_000 }, signal);
    return [];
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return [error.code, ...error.says.map(({ code }) => code)];
  } finally {
    link.close();
    server.close();
  }
}

it('tells a certificate that is not trusted, and a port without https, from one where nothing answers', async () => {
  expect(await saidOf(createHttps(selfSigned))).toEqual(['migration_target_away', 'migration.untrusted']);
  expect(await saidOf(createHttp())).toEqual(['migration_target_away', 'migration.no_https']);
  const link = await links.to('https://127.0.0.1:9');
  await expect(
    link.ask({ method: 'GET', path: '/', ms: 10_000 }, new AbortController().signal),
  ).rejects.toMatchObject({ says: [{ code: 'migration.no_answer' }] });
  link.close();
});
