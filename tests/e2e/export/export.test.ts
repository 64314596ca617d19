import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import type { ExportService } from '../../../src/core/keeping/export/service.ts';
import { exportTokens } from '../../../src/main/tokens.ts';
import { ManualClock } from '../../doubles/manual-clock.ts';
import { ScriptedModel, text } from '../../doubles/scripted-model.ts';
import { validator } from '../../harness/graph.ts';
import { startTestEngine, temporaryDir, type TestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { until } from '../http/wire.ts';
import { exported, exportSchema, itemsOf, type ExportDocument } from './document.ts';
import { seeded } from './seeded.ts';
import { entriesOf, zipOf } from './zips.ts';

async function started(options: Parameters<typeof startTestEngine>[0] = {}) {
  const engine = await startTestEngine({
    dataDir: temporaryDir(),
    model: new ScriptedModel(Array.from({ length: 4 }, () => [text('Done, as you asked.')])),
    ...options,
  });
  return engine;
}

const serviceOf = ({ engine }: TestEngine): ExportService => engine.get(exportTokens.exports);

/** Reads the rest; `between` is called after the first piece. */
async function read(
  body: AsyncIterable<Uint8Array>,
  between: () => Promise<unknown> = async () => undefined,
): Promise<ExportDocument> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) {
    pieces.push(piece);
    if (pieces.length === 1) await between();
  }
  return JSON.parse(Buffer.concat(pieces).toString('utf8')) as ExportDocument;
}

const scratchOf = ({ dataDir }: TestEngine): readonly string[] =>
  readdirSync(dataDir).filter((name) => name === 'export-scratch');

verifies(
  ['data.export', 'exports.schema', 'promise.export.complete'],
  'the document and the zip have everything that was given to the engine, without the values of secrets',
  async () => {
    const engine = await started();
    const secret = await seeded(engine);
    const answer = await fetch(`${engine.baseUrl}/api/export`);
    expect(answer.headers.get('cache-control')).toContain('no-store');
    expect(answer.headers.get('content-disposition')).toMatch(
      /filename=svc-export-\d{4}(?:-\d\d){5}\.json$/u,
    );
    const said = await answer.text();
    const document = JSON.parse(said) as ExportDocument;
    expect(validator.check(exportSchema, document as never)).toEqual([]);
    expect(Object.keys(document).at(-1)).toBe('complete');
    expect(document).toMatchObject({ format: 'svc-export', complete: true });
    expect(Object.keys(document.sections)).toEqual(document.sectionNames);
    for (const { count, items } of Object.values(document.sections)) expect(items).toHaveLength(count ?? -1);
    for (const name of [
      'messages',
      'memory',
      'entities',
      'facts',
      'records',
      'artifactContents',
      'tasks',
      'triggers',
    ])
      expect([name, itemsOf(document, name).length]).not.toEqual([name, 0]);
    expect(itemsOf(document, 'secrets')).toMatchObject([{ name: 'SHOP' }]);
    expect(itemsOf(document, 'secretBindings')).toMatchObject([{ host: 'shop.example' }]);
    expect(itemsOf(document, 'config')).toMatchObject([{ api_key: '[redacted]', default_tier: 'deep' }]);
    expect(itemsOf(document, 'deals')).toMatchObject([{ title: 'Été', value: '1200.5', currency: 'EUR' }]);
    expect(itemsOf(document, 'records')[0]).toMatchObject({
      collection: 'visits',
      values: {
        what: 'tea',
        count: 1.5,
        ok: true,
        more: { a: [1, null, 'x'] },
        on: '2026-11-24T00:00:00.000Z',
      },
    });
    const entries = await entriesOf(await zipOf(engine.baseUrl));
    const inZip = JSON.parse(entries['export.json']?.toString('utf8') ?? '') as ExportDocument;
    expect(validator.check(exportSchema, inZip as never)).toEqual([]);
    expect(JSON.parse(entries['export.schema.json']?.toString('utf8') ?? '')).toEqual(exportSchema);
    expect(entries['README.md']?.toString('utf8')).toContain('svc import');
    expect(entries['files/workspace/bytes.bin']).toEqual(Buffer.from([0, 255, 254, 1]));
    for (const { contentHash, content } of itemsOf(document, 'artifactContents'))
      expect(entries[`files/artifacts/${String(contentHash)}`]?.toString('utf8')).toBe(content);
    const values = [secret, 'the-key-of-the-model-0001'].flatMap((value) => [
      value,
      encodeURIComponent(value),
      Buffer.from(value).toString('base64'),
      JSON.stringify(value).slice(1, -1),
    ]);
    const all = [said, ...Object.values(entries).map((bytes) => bytes.toString('utf8'))];
    for (const value of values) expect(all.filter((one) => one.includes(value))).toEqual([]);
    expect(scratchOf(engine)).toEqual([]);
  },
);

verifies(
  'promise.export.complete',
  'a value that became a secret later is masked in the document and in the contents of artifacts',
  async () => {
    const engine = await started();
    await seeded(engine);
    await engine.client['artifacts.save']({
      body: { title: 'Later', content: 'before hunter-2-hunter-2 after' },
    });
    for (const [name, value] of [
      ['LATER', 'hunter-2-hunter-2'],
      ['SEA', 'The sea is deep.'],
    ] as const)
      await engine.client['secrets.put']({ params: { name }, body: { value, hosts: ['a.example'] } });
    const said = JSON.stringify(await exported(engine.baseUrl));
    const entries = await entriesOf(await zipOf(engine.baseUrl));
    for (const one of [said, ...Object.values(entries).map((bytes) => bytes.toString('utf8'))])
      expect(one).not.toMatch(/hunter-2|The sea is deep/u);
    expect(said).toContain('before [redacted] after');
  },
);

verifies(
  'exports.moment',
  'what is written while an export is read is not in it, and one is read at a time',
  async () => {
    const engine = await started();
    await seeded(engine);
    const service = serviceOf(engine);
    const { body } = await service.begin(null, { asZip: false });
    const before = await read(body, async () => {
      expect(await (await fetch(`${engine.baseUrl}/api/export`)).json()).toMatchObject({
        code: 'export_in_progress',
      });
      await engine.client['sessions.create']({ body: {} });
      await engine.client['memory.append']({ params: { ns: 'knowledge' }, body: { text: 'Something new.' } });
      await engine.client['artifacts.save']({ body: { title: 'New', content: 'new' } });
      rmSync(join(engine.dataDir, 'workspace', 'run.sh'));
    });
    const after = await exported(engine.baseUrl);
    const grown = ['threads', 'memory', 'artifacts', 'artifactContents', 'workspaceFiles'];
    expect(grown.map((name) => itemsOf(after, name).length - itemsOf(before, name).length)).toEqual([
      1, 1, 1, 1, -1,
    ]);
    expect([before.complete, after.complete]).toEqual([true, true]);
  },
);

verifies('exports.incomplete', 'what cannot be read is named, and the rest is there', async () => {
  const engine = await started();
  await seeded(engine);
  const { body } = await serviceOf(engine).begin(null, { asZip: false });
  const cut = await read(body, async () => {
    const held = join(engine.dataDir, 'export-scratch');
    const [own = ''] = readdirSync(held);
    rmSync(join(held, own, 'held', 'artifacts'), { recursive: true });
  });
  expect(validator.check(exportSchema, cut as never)).toEqual([]);
  expect(cut).toMatchObject({ complete: false, problems: [{ section: 'artifactContents' }] });
  expect(itemsOf(cut, 'workspaceFiles').length).toBeGreaterThan(3);
  expect(await engine.client['export.progress']()).toMatchObject({
    state: 'incomplete',
    problems: [{ section: 'artifactContents' }],
  });
  await engine.stop();
  for (const end of ['-wal', '-shm']) rmSync(join(engine.dataDir, `datastore.db${end}`), { force: true });
  writeFileSync(join(engine.dataDir, 'datastore.db'), Buffer.alloc(8_192, 7));
  const again = await started({ dataDir: engine.dataDir });
  const document = await exported(again.baseUrl);
  const lost = ['movedRows', 'rowMoves', 'collections', 'records', 'recordSubjects', 'interactions', 'deals'];
  expect(document.complete).toBe(false);
  expect(document.problems?.map(({ section }) => section).toSorted()).toEqual(lost.toSorted());
  expect(itemsOf(document, 'threads').length).toBeGreaterThan(0);
});

verifies('exports.incomplete', 'a file whose name is not UTF-8 is named', async () => {
  const engine = await started();
  await seeded(engine);
  writeFileSync(Buffer.from(`${engine.dataDir}/workspace/M\xfcller.txt`, 'latin1'), 'x');
  const document = await exported(engine.baseUrl);
  expect(document).toMatchObject({
    complete: false,
    problems: [{ section: 'skippedFiles', problem: expect.stringContaining('xFCller.txt') }],
  });
  expect(itemsOf(document, 'skippedFiles')).toMatchObject([{ reason: 'name' }]);
});

verifies(
  'exports.stalled',
  'a reader that takes nothing for a minute loses the moment, and one that left frees it',
  async () => {
    const clock = new ManualClock();
    const engine = await started({ platform: { clock } });
    await seeded(engine);
    const service = serviceOf(engine);
    const { body } = await service.begin(null, { asZip: false });
    const cut = await read(body, async () => {
      expect(scratchOf(engine)).toHaveLength(1);
      await clock.advance(61_000);
      await until('nothing is held', () => scratchOf(engine).length === 0);
      // Another export may begin.
      expect(await exported(engine.baseUrl)).toMatchObject({ complete: true });
    });
    expect(cut.complete).toBe(false);
    expect(cut.problems?.[0]?.problem).toMatch(/no longer held/u);
    const left = (await service.begin(null, { asZip: true })).body[Symbol.asyncIterator]();
    await left.next();
    await left.return?.();
    expect(scratchOf(engine)).toEqual([]);
    const unread = (await service.begin(null, { asZip: false })).body[Symbol.asyncIterator]();
    await unread.return?.();
    expect([scratchOf(engine), service.progress().state]).toEqual([[], 'left']);
  },
);

verifies('exports.resume', 'sections can be asked for one by one, and an unknown one is named', async () => {
  const engine = await started();
  await seeded(engine);
  const whole = await exported(engine.baseUrl);
  const part = await exported(engine.baseUrl, '?sections=messages,artifactContents');
  expect(part.sectionNames).toEqual(whole.sectionNames);
  expect(part.sections).toEqual({
    messages: whole.sections['messages'],
    artifactContents: whole.sections['artifactContents'],
  });
  expect(part.complete).toBe(true);
  expect(await (await fetch(`${engine.baseUrl}/api/export?sections=messages,nothing`)).json()).toMatchObject({
    status: 400,
    code: 'unknown_section',
    unknown: ['nothing'],
  });
});

verifies('exports.hosted', 'an instance that a host runs exports nothing', async () => {
  const engine = await started({ env: { SVC_BILLING_TIER: 'managed' } });
  const answer = await fetch(`${engine.baseUrl}/api/export`);
  expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'export_hosted' }]);
});
