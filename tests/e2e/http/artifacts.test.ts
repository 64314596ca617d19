import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { artifactLimits } from '../../../src/core/workspace/artifacts/limits.ts';
import { ScriptedModel, text, toolCalls, type Step } from '../../doubles/scripted-model.ts';
import { verifies } from '../../spec/verifies.ts';
import * as sending from './sending.ts';
import { until } from './wire.ts';

async function started(options: Parameters<typeof sending.started>[0] = {}) {
  const made = await sending.started(options);
  return { ...made, files: () => readdirSync(join(made.dataDir, 'artifacts')).toSorted() };
}

verifies(
  ['artifacts.save', 'artifacts.get', 'artifacts.versions', 'artifacts.list', 'artifacts.delete'],
  'artifacts are saved, versioned, listed in pages, found and deleted, with nothing left over',
  async () => {
    const { send, files, get } = await started();
    const made = await send('POST', '/artifacts', { title: ' Report  of May ', content: '# One' });
    expect(made).toMatchObject({
      status: 201,
      body: {
        title: 'Report of May',
        type: 'markdown',
        description: null,
        version: 1,
        sizeBytes: 5,
        runId: null,
      },
    });
    const id: string = made.body.artifactId;
    for (let nth = 2; nth <= 12; nth += 1)
      expect(await send('POST', '/artifacts', { artifactId: id, content: `# ${nth}` })).toMatchObject({
        status: 200,
        body: { artifactId: id, title: 'Report of May', version: nth },
      });
    // The same content under another title is one file.
    const table = { title: 'Table', type: 'csv', content: '# 12', description: ' ' };
    const other = await send('POST', '/artifacts', table);
    expect(other.body.description).toBeNull();
    expect(files()).toHaveLength(10);
    const { body } = await send('GET', `/artifacts/${id.toUpperCase()}`);
    expect(body).toMatchObject({ version: 12, shownVersion: 12, content: '# 12' });
    expect(body.versions.map(({ version }: { version: number }) => version)).toEqual([
      12, 11, 10, 9, 8, 7, 6, 5, 4, 3,
    ]);
    expect(await get(`/artifacts/${id}?version=3`)).toMatchObject({
      content: '# 3',
      shownVersion: 3,
    });
    expect(await send('GET', `/artifacts/${id}?version=2`)).toMatchObject({
      status: 404,
      body: { code: 'artifact_version_gone' },
    });
    const first = await send('GET', '/artifacts?limit=1');
    expect(first.body.artifacts).toMatchObject([{ title: 'Table', type: 'csv' }]);
    const rest = await send('GET', `/artifacts?limit=1&cursor=${first.body.nextCursor}`);
    expect(rest.body).toMatchObject({ artifacts: [{ artifactId: id }], nextCursor: null });
    const found = async (query: string) =>
      (await get(`/artifacts?${query}`)).artifacts.map(({ title }: { title: string }) => title);
    expect(await found('q=MAY+report')).toEqual(['Report of May']);
    expect(await found('q=%25')).toEqual([]);
    expect(await found('type=csv')).toEqual(['Table']);
    expect(await send('DELETE', `/artifacts/${id}`)).toMatchObject({ status: 204 });
    expect(await send('DELETE', `/artifacts/${id}`)).toMatchObject({
      status: 404,
      body: { code: 'artifact_not_found' },
    });
    // The content that the other one has, too, stays.
    expect(files()).toHaveLength(1);
    expect((await get(`/artifacts/${other.body.artifactId}`)).content).toBe('# 12');
  },
);

verifies(
  ['artifacts.save', 'artifacts.text'],
  'bad artifacts are refused in words, and pages are given out as text',
  async () => {
    const { send } = await started();
    for (const [body, status, code] of [
      [{ title: 'x' }, 400, 'invalid_request'],
      [{ content: 'x' }, 400, 'invalid_artifact'],
      [{ title: ' ', content: 'x' }, 400, 'invalid_request'],
      [{ title: 'x', content: ' ' }, 400, 'invalid_request'],
      [{ title: 'x', type: 'exe', content: 'x' }, 400, 'invalid_request'],
      [{ title: 'x', content: 'x', more: 1 }, 400, 'invalid_request'],
      [{ artifactId: '../config.json', content: 'x' }, 404, 'artifact_not_found'],
      [{ title: 'x', content: 'ä'.repeat(3 * 1024 * 1024) }, 413, 'artifact_too_large'],
    ] as const)
      expect([code, await send('POST', '/artifacts', body)]).toMatchObject([
        code,
        { status, body: { code } },
      ]);
    const page = '<script>alert(1)</script>';
    const { body } = await send('POST', '/artifacts', { title: 'Page', type: 'html', content: page });
    const got = await send('GET', `/artifacts/${body.artifactId}`);
    expect([got.type, got.body.content]).toEqual(['application/json; charset=utf-8', page]);
    expect(await send('GET', '/artifacts/..%2Fconfig.json')).toMatchObject({ status: 404 });
  },
);

verifies(
  'artifacts.contents',
  'a start removes contents that no version names; a damaged one is told, and saving it again heals it',
  async () => {
    const first = await started();
    const made = await first.send('POST', '/artifacts', { title: 'Kept', content: 'kept' });
    const [file = ''] = first.files();
    const folder = join(first.dataDir, 'artifacts');
    expect(readFileSync(join(folder, file), 'utf8')).toBe('kept');
    await first.engine.stop();
    // As a kill between the file and its row leaves it; and a file of someone else.
    writeFileSync(join(folder, 'f'.repeat(64)), 'left over');
    writeFileSync(join(folder, 'notes.txt'), 'not ours');
    const { send, files, get } = await started({ dataDir: first.dataDir });
    expect(files()).toEqual([file, 'notes.txt'].toSorted());
    writeFileSync(join(folder, file), 'kepT');
    const path = `/artifacts/${made.body.artifactId}`;
    expect(await send('GET', path)).toMatchObject({
      status: 500,
      body: { code: 'storage_error' },
    });
    await send('POST', '/artifacts', { artifactId: made.body.artifactId, content: 'kept' });
    expect(await get(path)).toMatchObject({ content: 'kept', version: 2 });
  },
);

verifies(
  ['artifacts.tools', 'triggers.expectation.artifact'],
  'the agent saves, reads and lists artifacts, and one of a type can be what a trigger is for',
  async () => {
    const save = (input: object) => [toolCalls({ name: 'save_artifact', input: input as never })];
    const turns: Step[][] = [
      save({ title: 'Prices', type: 'csv', content: `a,b\n${'1,2\n'.repeat(50)}` }),
      [text('Done.')],
      [text('I did not.')],
    ];
    const { engine, get } = await started({ model: new ScriptedModel(turns) });
    const { client } = engine;
    const body = {
      title: 'Prices',
      schedule: '@yearly',
      task: 'Save the prices',
      permissions: { tools: ['save_artifact'] },
      expectation: { kind: 'artifact' as const, type: 'csv' as const },
    };
    const { triggerId } = await client['triggers.create']({ body });
    const ran = async () => {
      await client['triggers.run']({ params: { id: triggerId } });
      const one = () => client['triggers.get']({ params: { id: triggerId } });
      await until('it has ended', async () => !(await one()).running);
      return (await one()).lastRun;
    };
    expect(await ran()).toMatchObject({ outcome: 'verified' });
    expect(await ran()).toMatchObject({
      outcome: 'failed',
      reason: { code: 'expected_artifact' },
    });
    const [artifact] = (await get('/artifacts')).artifacts;
    expect(artifact).toMatchObject({
      title: 'Prices',
      type: 'csv',
      runId: expect.any(String),
      threadId: expect.any(String),
    });

    const read = [toolCalls({ name: 'read_artifact', input: { artifact_id: artifact.artifactId } })];
    const shown = 'ä'.repeat(artifactLimits.shownChars);
    turns.push(
      save({ artifact_id: artifact.artifactId, content: 'a,b' }),
      read,
      [toolCalls({ name: 'list_artifacts', input: {} })],
      save({ artifact_id: artifact.artifactId, content: shown }),
      read,
      save({ artifact_id: artifact.artifactId, content: `${shown}yes` }),
      read,
      [text('Done.')],
    );
    const { sessionId } = await client['sessions.create']({ body: {} });
    const { events } = await client['runs.start']({ params: { id: sessionId }, body: { task: 'Look.' } });
    const said: string[] = [];
    for await (const event of events) if (event.type === 'tool_result') said.push(event.data.output);
    expect(said[0]).toContain('version 1');
    expect(said[1]).toMatch(/<untrusted-[^>]+source="artifact .+">\nPrices\n\na,b/su);
    expect(said[2]).toContain(artifact.artifactId);
    // What is too long to be shown ends within its marks, and this is said before them.
    const readsOf = (output = '') =>
      /^(.*?)\n.*\n<(untrusted-\w+) source="artifact .+">\nPrices\n\n(ä+)\n<\/\2>$/u.exec(output) ?? [];
    const [, whole, , all] = readsOf(said[4]);
    const [, cut, , first] = readsOf(said[6]);
    expect([all, first]).toEqual([shown, shown]);
    expect([whole, cut].map((about = '') => about.includes(`${shown.length}`))).toEqual([false, true]);
  },
);
