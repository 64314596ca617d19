import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect } from '@jest/globals';
import { startRestartable, type RestartableEngine } from '../../harness/restartable-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { fill, logical } from '../backups/logical.ts';
import { keyOf, mischiefs, onceEach } from './mischief.ts';
import { accepting, expectMoved, fillWorkspace, moved, moveEnds } from './moving.ts';
import { NOT_EMPTY, relayTo, type Mischief, type Relay } from './relay.ts';

let source: RestartableEngine;
let target: RestartableEngine;
let relay: Relay;
beforeEach(async () => {
  source = await startRestartable();
  target = await startRestartable();
  relay = await relayTo(target.baseUrl);
  await fill(source, 'MOVED');
  // Two chunks.
  fillWorkspace(source, 5);
});

for (const [what, mischief] of Object.entries(mischiefs) as [string, Mischief][])
  verifies('migration.way.once', `goes on when ${what}, once for each message`, async () => {
    relay.mischief = onceEach(mischief);
    expect(await moveEnds(source, { targetUrl: relay.url, migrationToken: await accepting(target) })).toBe(
      'done',
    );
    expect(new Set(relay.seen.map(keyOf)).size).toBeGreaterThan(5);
    await expectMoved(source, target);
  });

verifies(
  ['migration.way.sealed', 'migration.crypto'],
  'shows nothing of what moves to anything on the way, nor the token',
  async () => {
    const migrationToken = await accepting(target);
    await moved(source, { targetUrl: relay.url, migrationToken });
    const passed = Buffer.concat(
      relay.seen.flatMap(({ path, headers, body }) => [Buffer.from(path + JSON.stringify(headers)), body]),
    );
    expect(passed.length).toBeGreaterThan(5 * 2 ** 20);
    const key = await source.client['vault.key']();
    for (const needle of [migrationToken, 'MOVED', 'value-of-MOVED', '# note', 'SQLite format 3', key.key!])
      expect([needle, passed.includes(needle)]).toEqual([needle, false]);
  },
);

const untouched = async (): Promise<void> => {
  expect(await logical(target)).toMatchObject({ threads: [], entries: [], secrets: [] });
  expect(existsSync(join(target.dataDir, 'migration-incoming'))).toBe(false);
};

verifies(
  ['migration.way.altered', 'promise.migration'],
  'refuses as a whole what is altered each time, and leaves both engines as they were',
  async () => {
    const migrationToken = await accepting(target);
    relay.mischief = async (passing, forward) => {
      const isOne = passing.headers['svc-migration-chunk'] === '1';
      const body = Buffer.from(passing.body);
      if (isOne) body[1_000] = body[1_000]! ^ 1;
      return await forward({ body });
    };
    expect(await moveEnds(source, { targetUrl: relay.url, migrationToken })).toBe('migration_altered');
    expect(await logical(target)).toMatchObject({ threads: [], entries: [], secrets: [] });
    // The same again, with nothing in the way, goes on where it was.
    relay.mischief = async (_passing, forward) => await forward();
    const before = relay.seen.length;
    expect(await moveEnds(source, { targetUrl: relay.url, migrationToken })).toBe('done');
    const again = relay.seen.slice(before).map(keyOf);
    expect(again).toContain('POST /api/migration/chunk 1');
    expect(again).not.toContain('POST /api/migration/chunk 0');
    await expectMoved(source, target);
  },
);

verifies(
  'migration.way.reordered',
  'refuses chunks that something has put in the place of others',
  async () => {
    const migrationToken = await accepting(target);
    const first: Buffer[] = [];
    relay.mischief = async (passing, forward) => {
      const position = passing.headers['svc-migration-chunk'];
      if (position === '0') first.push(passing.body);
      return position === '1' ? await forward({ body: first[0]! }) : await forward();
    };
    expect(await moveEnds(source, { targetUrl: relay.url, migrationToken })).toBe('migration_altered');
  },
);

verifies(
  'migration.token',
  'sends nothing with a wrong token, nor to an engine that cannot prove it',
  async () => {
    const migrationToken = await accepting(target);
    const wrong = randomBytes(32).toString('hex');
    expect(await moveEnds(source, { targetUrl: relay.url, migrationToken: wrong })).toBe(
      'migration_proof_wrong',
    );
    // Something poses as the target, without the token.
    relay.mischief = async ({ method, path }, forward) =>
      method === 'POST' && path.endsWith('handshake')
        ? { status: 200, headers: {}, body: Buffer.from(JSON.stringify({ proof: wrong })) }
        : await forward();
    const posed = await moved(source, { targetUrl: relay.url, migrationToken });
    expect(posed.last).toMatchObject({ type: 'error', data: { code: 'migration_target_unproven' } });
    expect(relay.seen.some(({ path }) => path.endsWith('manifest'))).toBe(false);
    expect(existsSync(join(source.dataDir, 'migration-outgoing'))).toBe(false);
    await untouched();
  },
);

verifies(
  'migration.way.keys',
  'proves nothing to something that puts its own keys in their place',
  async () => {
    const migrationToken = await accepting(target);
    const { generateKeyPairSync } = await import('node:crypto');
    const own = generateKeyPairSync('x25519')
      .publicKey.export({ type: 'spki', format: 'der' })
      .subarray(12)
      .toString('hex');
    const replaced = (text: string) => JSON.stringify({ ...(JSON.parse(text) as object), publicKey: own });
    relay.mischief = async ({ method, path, body }, forward) => {
      if (!path.endsWith('handshake')) return await forward();
      if (method === 'POST') return await forward({ body: Buffer.from(replaced(body.toString())) });
      const answer = await forward();
      return { ...answer, body: Buffer.from(replaced(answer.body.toString())) };
    };
    expect(await moveEnds(source, { targetUrl: relay.url, migrationToken })).toBe('migration_proof_wrong');
    expect(relay.seen.some(({ path }) => path.endsWith('manifest'))).toBe(false);
    await untouched();
  },
);

verifies(
  'migration.way.replayed',
  'takes nothing from a session that was recorded, also with the same token',
  async () => {
    const migrationToken = await accepting(target);
    // The last chunk never arrives, so the migration stays open.
    relay.mischief = async (passing, forward) =>
      passing.headers['svc-migration-chunk'] === '1' ? NOT_EMPTY : await forward();
    expect(await moveEnds(source, { targetUrl: relay.url, migrationToken })).toBe('migration_not_empty');
    const recorded = [...relay.seen];
    // Another session, with the same token and the same copy.
    await moved(source, { targetUrl: relay.url, migrationToken });
    const statuses: number[] = [];
    const id = recorded.find(({ path }) => path.endsWith('chunk'))!.headers['svc-migration-session'];
    for (const { method, path, headers, body } of recorded) {
      const isOfIt = headers['svc-migration-session'] === id || body.toString().includes(id!);
      if (!isOfIt) continue;
      const given = {
        'content-type': headers['content-type']!,
        'svc-migration-session': id!,
        'svc-migration-chunk': headers['svc-migration-chunk'] ?? '0',
      };
      const answer = await fetch(`${target.baseUrl}${path}`, { method, headers: given, body });
      statuses.push(answer.status);
    }
    expect(statuses.length).toBeGreaterThan(2);
    expect(new Set(statuses)).toEqual(new Set([410]));
  },
);
