import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import type { Manifest } from '../../../src/core/keeping/backups/model.ts';
import { isRefusal } from '../../../src/core/kernel/refusal.ts';
import { startRestartable as started, type RestartableEngine } from '../../harness/restartable-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { refusal } from '../http/problems.ts';
import { fill, logical } from '../backups/logical.ts';
import { sessionFor } from './liar.ts';
import { accepting, fillWorkspace, moved, moveEnds } from './moving.ts';
import { NOT_EMPTY, relayTo } from './relay.ts';
import { strandedCopy } from './stranded-copy.ts';

const TOKEN = 'token-of-the-host-0123456789abcdefghij';
const anything = {
  headers: {
    'content-type': 'application/octet-stream',
    'svc-migration-session': '0'.repeat(32),
    'svc-migration-chunk': '0',
  },
};

verifies(
  'migration.accepted-only',
  'answers 404 unless it accepts, needs the consent to replace data, and accepts once',
  async () => {
    const source = await started();
    await fill(source, 'MOVED');
    const target = await started();
    const begin = () => fetch(`${target.baseUrl}/api/migration/handshake`);
    expect((await begin()).status).toBe(404);
    const body = {
      sessionId: '0'.repeat(32),
      publicKey: '0'.repeat(64),
      nonce: '0'.repeat(64),
      manifestHash: '0'.repeat(64),
      proof: '0'.repeat(64),
    };
    const complete = await fetch(`${target.baseUrl}/api/migration/handshake`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect([complete.status, ((await complete.json()) as { code: string }).code]).toEqual([
      404,
      'migration_not_accepted',
    ]);
    for (const path of ['manifest', 'chunk', 'restore']) {
      const answer = await fetch(`${target.baseUrl}/api/migration/${path}`, {
        method: 'POST',
        ...anything,
        body: 'x',
      });
      expect([path, answer.status]).toEqual([path, 404]);
    }
    await fill(target, 'OWN');
    expect(await refusal(accepting(target))).toMatchObject({ code: 'migration_not_empty', status: 409 });
    const migrationToken = await accepting(target, { replace: true });
    // The token is on neither disk.
    const stored = readFileSync(join(target.dataDir, 'migration.json'), 'utf8');
    expect(stored).not.toContain(migrationToken);
    expect((await begin()).status).toBe(200);
    const { last } = await moved(source, { targetUrl: target.baseUrl, migrationToken });
    expect(last).toMatchObject({ type: 'done' });
    expect((await logical(target)).entries).toEqual(['The word is MOVED.']);
    // The same again tells how it ended, without asking the other engine.
    const again = await moved(source, { targetUrl: target.baseUrl, migrationToken });
    expect(again).toEqual({ last, phases: [] });
    // Once: the same token opens nothing any more.
    await source.client['migration.stop']();
    const anew = await moved(source, { targetUrl: target.baseUrl, migrationToken });
    expect(anew.last).toMatchObject({ type: 'error', data: { code: 'migration_not_accepted' } });
    // What was there before comes back with the safety backup.
    const { backups } = await target.client['backups.list']();
    expect(backups).toMatchObject([{ kind: 'before_move', status: 'complete', own: true }]);
  },
);

verifies(
  'migration.accepted-only',
  'stops accepting when it is told to, and forgets what has arrived',
  async () => {
    const target = await started();
    const source = await started();
    fillWorkspace(source, 5);
    const relay = await relayTo(target.baseUrl);
    relay.mischief = async (passing, forward) =>
      passing.headers['svc-migration-chunk'] === '1' ? NOT_EMPTY : await forward();
    await moved(source, { targetUrl: relay.url, migrationToken: await accepting(target) });
    await relay.close();
    expect(existsSync(join(source.dataDir, 'migration-outgoing/copy.json'))).toBe(true);
    expect(existsSync(join(target.dataDir, 'migration-incoming'))).toBe(true);
    for (const { client } of [source, target]) await client['migration.stop']();
    expect(existsSync(join(source.dataDir, 'migration-outgoing'))).toBe(false);
    expect(existsSync(join(target.dataDir, 'migration-incoming'))).toBe(false);
    expect((await fetch(`${target.baseUrl}/api/migration/handshake`)).status).toBe(404);
  },
);

verifies(
  'migration.hosted',
  'a hosted instance accepts the token of its host once, and is not moved away',
  async () => {
    const source = await started();
    await fill(source, 'MOVED');
    const host = { SVC_BILLING_TIER: 'basic', SVC_MIGRATION_TOKEN: TOKEN };
    const target = await started({ env: host });
    const away = { targetUrl: source.baseUrl, migrationToken: TOKEN };
    expect(await refusal(moved(target, away))).toMatchObject({ code: 'migration_hosted', status: 403 });
    expect(await refusal(accepting(target))).toMatchObject({ code: 'migration_hosted', status: 403 });
    const body = { targetUrl: target.baseUrl, migrationToken: TOKEN };
    expect(await moveEnds(source, body)).toBe('done');
    expect((await logical(target)).entries).toEqual(['The word is MOVED.']);
    await source.client['migration.stop']();
    expect(await moveEnds(source, body)).toBe('migration_not_accepted');
    // On a machine of one's own the variable alone opens nothing.
    const own = await started({ env: { SVC_MIGRATION_TOKEN: TOKEN } });
    expect((await fetch(`${own.baseUrl}/api/migration/handshake`)).status).toBe(404);
  },
);

verifies(
  'migration.address',
  'goes to addresses that the owner may mean, and follows no redirect',
  async () => {
    const names: Record<string, readonly string[]> = {
      'public.example': ['93.184.216.34'],
      'inside.example': ['192.168.1.20'],
      'metadata.example': ['169.254.169.254'],
      'both.example': ['93.184.216.34', '169.254.169.254'],
    };
    const source = await started({ web: { resolve: async (name) => names[name] ?? [] } });
    const ask = (targetUrl: string) => refusal(moved(source, { targetUrl, migrationToken: TOKEN }));
    for (const url of [
      'ftp://192.168.1.20',
      'http://user:pass@192.168.1.20',
      'http://192.168.1.20/path',
      'not a url',
    ])
      expect([url, (await ask(url)).code]).toEqual([url, 'migration_url']);
    for (const url of [
      'http://public.example',
      'http://93.184.216.34',
      'http://inside.example',
      'http://169.254.169.254',
      'https://169.254.169.254',
      'https://metadata.example',
      'https://both.example',
      'http://100.100.100.200',
      'http://0.0.0.0:3100',
      'http://[::ffff:169.254.169.254]',
      source.baseUrl,
    ])
      expect([url, (await ask(url)).code]).toEqual([url, 'migration_address']);
    expect(
      await refusal(moved(source, { targetUrl: 'http://127.0.0.1:1', migrationToken: 'short' })),
    ).toMatchObject({ code: 'migration_token_invalid' });
    const target = await started();
    const relay = await relayTo(target.baseUrl);
    relay.mischief = async () => ({
      status: 307,
      headers: { location: target.baseUrl },
      body: Buffer.from(''),
    });
    expect(await moveEnds(source, { targetUrl: relay.url, migrationToken: TOKEN })).toBe(
      'migration_target_refused',
    );
    await relay.close();
    const gone = await moved(source, { targetUrl: relay.url, migrationToken: TOKEN });
    expect(gone.last).toMatchObject({ type: 'error', data: { code: 'migration_target_away' } });
    expect(JSON.stringify(gone.last.data)).toMatch(
      /Nothing answers at http:.*: no program listens there\. Nothing was sent\./u,
    );
    expect(JSON.stringify(gone.last.data)).not.toContain('arrived');
  },
);

verifies('migration.lies', 'refuses a manifest that lies about paths, kinds, sizes or schemas', async () => {
  const source = await started();
  await fill(source, 'MOVED');
  const target = await started();
  const { migrationToken, manifest } = await strandedCopy(source, target);
  const plain = manifest.files.find(({ path }) => path === 'workspace/MOVED.md')!;
  const withFile = (change: object): Manifest => ({
    ...manifest,
    files: [...manifest.files, { ...plain, ...change }],
  });
  const code = async (lie: unknown): Promise<string> => {
    const text = typeof lie === 'string' ? lie : JSON.stringify(lie);
    const session = await sessionFor(target.baseUrl, migrationToken, text);
    try {
      await session.manifest(text, new AbortController().signal);
      return 'accepted';
    } catch (error) {
      return isRefusal(error) ? error.code : String(error);
    }
  };
  // Each shape of a path and of a manifest: tests/core/keeping/backups/manifest.test.ts.
  for (const path of ['../escaped', 'vault.key', 'instance.json', 'migration.json', 'restore.json'])
    expect([path, await code(withFile({ path }))]).toEqual([path, 'migration_unusable']);
  const lies = {
    kind: withFile({ path: 'workspace/link', kind: 'link' }),
    'two sizes': withFile({ path: 'workspace/a', sizeBytes: 1, contentBytes: 2 }),
    'no hash': withFile({ path: 'workspace/a', sha256: null }),
    encrypted: { ...manifest, encrypted: true },
    schema: { ...manifest, databases: manifest.databases.map((one) => ({ ...one, schemaVersion: 9_999 })) },
    'a database twice': { ...manifest, databases: [...manifest.databases, manifest.databases[0]] },
    'no JSON': 'none',
  };
  for (const [what, lie] of Object.entries(lies))
    expect([what, await code(lie)]).toEqual([what, 'migration_unusable']);
  const huge = withFile({ path: 'workspace/huge', sizeBytes: 2 ** 50, contentBytes: 2 ** 50 });
  expect(await code(huge)).toBe('migration_space');
  expect(existsSync(join(target.dataDir, 'migration-incoming'))).toBe(false);
  expect(await code(manifest)).toBe('accepted');
});

verifies(
  'migration.lies',
  'takes over nothing whose counts or contents are not as the manifest says',
  async () => {
    const source = await started();
    await fill(source, 'MOVED');
    const target = await started();
    const { migrationToken, manifest, rewrite } = await strandedCopy(source, target);
    const unsigned = { ...manifest, keyId: null, keySalt: null, mac: null };
    const lies: Record<string, Manifest> = {
      'a signature of something else': { ...manifest, skippedCount: 1 },
      rows: {
        ...unsigned,
        databases: unsigned.databases.map((one) =>
          one.path === 'history.db' ? { ...one, rows: { ...one.rows, threads: 99 } } : one,
        ),
      },
      contents: {
        ...unsigned,
        files: unsigned.files.map((one) =>
          one.path === 'workspace/MOVED.md' ? { ...one, sha256: '0'.repeat(64) } : one,
        ),
      },
    };
    for (const [what, lie] of Object.entries(lies)) {
      rewrite(lie);
      const { last } = await moved(source, { targetUrl: target.baseUrl, migrationToken });
      expect([what, last]).toMatchObject([what, { type: 'error', data: { code: 'migration_unusable' } }]);
      expect(await logical(target)).toMatchObject({ threads: [], entries: [], secrets: [], files: [] });
    }
    rewrite(manifest);
    expect(await moveEnds(source, { targetUrl: target.baseUrl, migrationToken })).toBe('done');
  },
);

verifies('migration.merges', 'a merge that moved can be taken back at the target', async () => {
  const source = await started();
  const add = async (name: string): Promise<string> =>
    (await source.client['graph.save']({ body: { kind: 'person', name, isNew: true } })).entityId;
  const [merged, kept] = [await add('A. Weber'), await add('Anna Weber')];
  const { mergeId } = await source.client['merges.merge']({ body: { merged, kept } });
  const target = await started();
  const body = { targetUrl: target.baseUrl, migrationToken: await accepting(target) };
  expect(await moveEnds(source, body)).toBe('done');
  const nameOf = async ({ client }: RestartableEngine) =>
    (await client['graph.entity']({ params: { id: merged } })).name;
  expect(await nameOf(target)).toBe('Anna Weber');
  await target.client['merges.rollback']({ params: { id: mergeId } });
  expect(await nameOf(target)).toBe('A. Weber');
  expect(await nameOf(source)).toBe('Anna Weber');
});

verifies('migration.preview', 'tells what would move, with sizes and counts', async () => {
  const source = await started();
  await fill(source, 'MOVED');
  mkdirSync(join(source.dataDir, 'workspace/more'));
  writeFileSync(join(source.dataDir, 'workspace/more/a.txt'), 'x'.repeat(1_000));
  const preview = await source.client['migration.preview']();
  expect(preview.secrets).toBe(1);
  // What a person would count.
  expect(preview.records['threads']).toBe(1);
  expect(preview.databases.map(({ name }) => name).toSorted()).toEqual([
    'datastore.db',
    'engine.db',
    'history.db',
    'memory.db',
    'vault.db',
  ]);
  for (const { sizeBytes, rows } of preview.databases)
    expect([sizeBytes > 0, rows >= 0]).toEqual([true, true]);
  expect(preview.files.find(({ name }) => name === 'workspace')).toEqual({
    name: 'workspace',
    count: 2,
    sizeBytes: 1_007,
  });
  const sum = [...preview.databases, ...preview.files].reduce((all, { sizeBytes }) => all + sizeBytes, 0);
  expect(preview.totalBytes).toBe(sum);
});
