import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { entryOf } from '../../../src/core/instance/data-directory/inventory.ts';
import { ScriptedModel, text } from '../../doubles/scripted-model.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { allOf, endsIn } from '../http/runs.ts';
import { startRestartable as started } from '../../harness/restartable-engine.ts';
import { holding, NEEDLE, plantFiles, plantRows } from './planted.ts';

const model = () => new ScriptedModel([[text(`I know ${NEEDLE}.`)], [text(`Read ${NEEDLE}.`)]]);

const confirm = 'DELETE_ALL_DATA';

verifies(
  ['data.delete', 'promise.erasure'],
  'nothing of what was planted in any store, file or folder is found by a byte scan afterwards, and the engine serves, empty',
  async () => {
    const engine = await started({ model: model() });
    const { client, dataDir, baseUrl } = engine;
    const stateDir = temporaryDir();
    await plantRows(engine, stateDir, 205);
    plantFiles(dataDir);
    // A log that was not checkpointed.
    expect(holding(dataDir).some((path) => path.endsWith('-wal'))).toBe(true);
    expect(holding(dataDir, `${dataDir}-files`, stateDir).length).toBeGreaterThan(20);

    const { deleted, stores, remains } = await client['data.erase']({ body: { confirm } });
    expect(deleted).toBe(true);
    const rows = Object.fromEntries(stores.map((store) => [store.name, store.rows]));
    expect(rows['history.db']).toBeGreaterThan(205);
    for (const name of [
      'memory.db',
      'engine.db',
      'datastore.db',
      'vault.db',
      'artifacts',
      'workspace',
      'sweeps',
    ])
      expect([name, rows[name]]).toEqual([name, expect.any(Number)]);
    expect(holding(dataDir, `${dataDir}-files`, stateDir)).toEqual([]);
    expect(JSON.stringify([engine.log.lines, remains])).not.toContain(NEEDLE);
    expect(readdirSync(dataDir).filter((name) => entryOf(name) === null)).toEqual([]);
    expect(existsSync(join(dataDir, 'erasure-going'))).toBe(false);
    // The index of another engine's runs stays.
    expect(JSON.parse(readFileSync(join(stateDir, 'mcp-runs.json'), 'utf8'))).toMatchObject({
      runs: [{ owner: 'aaaaaaaaaaaa' }],
    });

    expect(engine.running.port).toBe(Number(new URL(baseUrl).port));
    expect(await client['threads.list']()).toMatchObject({ threads: [] });
    expect(await client['secrets.list']()).toMatchObject({ secrets: [] });
    const { erasure } = await client['data.erasure']();
    expect(erasure).toMatchObject({ status: 'completed', stores, remains });
    // It works as a new one does.
    mkdirSync(join(dataDir, 'workspace'), { recursive: true });
    const { sessionId } = await client['sessions.create']();
    const run = await client['runs.start']({ params: { id: sessionId }, body: { task: 'go' } });
    expect(endsIn(await allOf(run))).toHaveLength(1);
    expect(engine.log.events('error')).toEqual([]);
  },
);
