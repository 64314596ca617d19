import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { migrationCrypto } from '../../../src/adapters/out/system/migration-crypto.ts';
import { nodeCrypto } from '../../../src/adapters/out/system/node-crypto.ts';
import { proofOf, tokenKey, transcriptHash } from '../../../src/core/keeping/migration/session-keys.ts';
import { startRestartable as started, type RestartableEngine } from '../../harness/restartable-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { refusal } from '../http/problems.ts';
import { fill, logical } from '../backups/logical.ts';
import { accepting, fillWorkspace, moved } from './moving.ts';

verifies(
  ['migration.export', 'migration.restore', 'migration.chunk', 'migration.manifest'],
  'moves everything to an empty engine, and changes nothing at the one that sends',
  async () => {
    const source = await started();
    await fill(source, 'MOVED');
    fillWorkspace(source, 9);
    const trigger = { title: 'Daily', schedule: '@daily', task: 'Look' };
    await source.client['triggers.create']({ body: trigger });
    const target = await started();
    const own = await target.client['vault.key']();
    const wanted = await logical({ ...source, dataDir: '/nowhere' });
    const migrationToken = await accepting(target);
    const { last, phases } = await moved(source, { targetUrl: target.baseUrl, migrationToken });
    expect(last).toMatchObject({ type: 'done', data: { verification: { secrets: 1 } } });
    expect((await target.client['backups.list']()).backups[0]).toMatchObject({ kind: 'before_move' });
    expect(phases).toEqual(['connecting', 'copying', 'sending', 'restoring']);
    expect(await logical({ ...target, dataDir: '/nowhere' })).toEqual(wanted);
    const read = ({ dataDir }: RestartableEngine, name: string) =>
      readFileSync(join(dataDir, 'workspace', name));
    for (const name of ['big.bin', 'notes/0.md', 'notes/39.md', 'MOVED.md'])
      expect(read(target, name).equals(read(source, name))).toBe(true);
    const modeOf = ({ dataDir }: RestartableEngine) => statSync(join(dataDir, 'workspace/run.sh')).mode;
    expect(modeOf(target)).toBe(modeOf(source));
    expect(await target.client['vault.key']()).toMatchObject({ keyId: own.keyId });
    const { triggers } = await target.client['triggers.list']({ query: {} });
    expect(triggers).toMatchObject([{ title: 'Daily', confirmedAt: null, nextRunAt: null }]);
    expect(await logical({ ...source, dataDir: '/nowhere' })).toEqual(wanted);
    for (const engine of [source, target])
      for (const name of ['migration-outgoing', 'migration-incoming', 'restore-staging'])
        expect([name, existsSync(join(engine.dataDir, name))]).toEqual([name, false]);
  },
);

verifies(
  ['migration.handshake.begin', 'migration.handshake.complete'],
  'agrees about keys with whoever proves the token, and gives nothing for a wrong proof',
  async () => {
    const target = await started();
    const migrationToken = await accepting(target);
    const begun = await target.client['migration.handshake']();
    expect(begun).toEqual({
      sessionId: expect.stringMatching(/^[\da-f]{32}$/u),
      publicKey: expect.stringMatching(/^[\da-f]{64}$/u),
      nonce: expect.stringMatching(/^[\da-f]{64}$/u),
    });
    expect(await target.client['migration.handshake']()).not.toMatchObject({ publicKey: begun.publicKey });
    const source = { publicKey: '09'.padEnd(64, '0'), nonce: '1'.repeat(64) };
    const manifestHash = '2'.repeat(64);
    const { sessionId, ...half } = begun;
    const crypto = { ...nodeCrypto, ...migrationCrypto };
    const hash = transcriptHash({ sessionId, target: half, source, manifestHash }, crypto);
    const key = tokenKey(migrationToken, migrationCrypto);
    const complete = (proof: string) =>
      target.client['migration.complete']({ body: { sessionId, ...source, manifestHash, proof } });
    const good = proofOf('source', hash, key, crypto);
    const { proof } = await complete(good);
    expect(proof).toBe(proofOf('target', hash, key, crypto));
    // The same again is answered as before; with another proof it is another handshake, whose half is used up.
    expect(await complete(good)).toEqual({ proof });
    const next = await target.client['migration.handshake']();
    const body = { sessionId: next.sessionId, ...source, manifestHash, proof: good };
    expect(await refusal(target.client['migration.complete']({ body }))).toMatchObject({
      status: 403,
      code: 'migration_proof_wrong',
    });
    expect(await refusal(target.client['migration.complete']({ body }))).toMatchObject({
      status: 410,
      code: 'migration_session_unknown',
    });
  },
);
