import { join } from 'node:path';
import { expect } from '@jest/globals';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { svcHere as svc } from '../../harness/in-process-svc.ts';
import { verifies } from '../../spec/verifies.ts';
import { engineHere } from './engines.ts';

verifies('assistants.kept', 'in the terminal: made, shown, changed, begun with and deleted', async () => {
  const dataDir = join(temporaryDir(), 'data');
  const engine = await engineHere(dataDir);
  expect(await svc(dataDir, ['assistant'])).toMatchObject({ code: 0, stdout: '' });
  const said = ['--instructions', 'Speak German.'];
  const tools = ['--off', 'contacts', '--on', 'tasks', '--on', 'server:hub'];
  const added = await svc(dataDir, ['assistant', 'add', 'Translator', ...said, ...tools]);
  expect(added).toMatchObject({ code: 0, stderr: '' });
  const { assistants } = await engine.client['assistants.list']();
  const [{ assistantId } = { assistantId: '' }] = assistants;
  expect(assistants).toMatchObject([
    { name: 'Translator', tools: { contacts: false, tasks: true, 'server:hub': true } },
  ]);
  const listed = await svc(dataDir, ['assistant', 'list']);
  expect(listed.stdout).toContain(`${assistantId}  Translator`);
  const set = ['assistant', 'set', 'translator', '--name', 'Writer', '--by-need', 'server:hub'];
  expect(await svc(dataDir, set)).toMatchObject({ code: 0 });
  const shown = await svc(dataDir, ['assistant', 'show', 'Writer']);
  expect(shown.stdout).toContain('  Speak German.\n');
  expect(shown.stdout).not.toContain('hub');
  expect(await svc(dataDir, ['assistant', 'set', 'Writer'])).toMatchObject({ code: 2 });
  expect(await svc(dataDir, ['run', '--assistant', 'writer', 'hello'])).toMatchObject({ code: 0 });
  const [begun] = (await engine.client['threads.list']()).threads;
  const id = begun?.threadId ?? '';
  expect(await engine.client['threads.get']({ params: { id } })).toMatchObject({
    assistant: { assistantId, name: 'Writer' },
    instructions: 'Speak German.',
  });
  const nobody = await svc(dataDir, ['run', '--assistant', 'Nobody', 'hello']);
  expect(nobody).toMatchObject({ code: 1, stdout: '' });
  expect(await svc(dataDir, ['chat', '--thread', id, '--assistant', 'Writer'])).toMatchObject({ code: 2 });
  expect(await svc(dataDir, ['assistant', 'remove', 'Writer'])).toMatchObject({ code: 0 });
  expect((await engine.client['assistants.list']()).assistants).toEqual([]);
});

verifies(
  ['tools.switches.cost', 'tools.switches.change', 'tools.switches.kept'],
  'in the terminal: printed with their costs, switched, and shown of a run',
  async () => {
    const dataDir = join(temporaryDir(), 'data');
    const engine = await engineHere(dataDir);
    const { threadId } = await engine.client['sessions.create']({ body: {} });
    const switched = await svc(dataDir, ['threads', 'switch', threadId, '--off', 'google', '--on', 'tasks']);
    expect(switched).toMatchObject({ code: 0, stdout: 'google  off\ntasks  on\n' });
    const printed = await svc(dataDir, ['threads', 'tools', threadId]);
    expect(printed.stdout).toMatch(/^core +always +\d+ tools +\d+ tokens$/mu);
    expect(printed.stdout).toMatch(/^google +off +0 tools +0 tokens$/mu);
    expect(printed.stdout).toMatch(/^contacts +by need +\d+ tools +\d+ tokens$/mu);
    expect(await svc(dataDir, ['threads', 'switch', threadId])).toMatchObject({ code: 2 });
    expect(await svc(dataDir, ['threads', 'switch', threadId, '--off', 'core'])).toMatchObject({ code: 1 });
    const { sessionId } = await engine.client['sessions.create']({ body: { threadId } });
    const started = await engine.client['runs.start']({ params: { id: sessionId }, body: { task: 'hello' } });
    for await (const _ of started.events) void _;
    const told = await svc(dataDir, ['runs', 'told', started.runId ?? '']);
    expect(told.stdout).toContain('google');
    const cleared = await svc(dataDir, [
      'threads',
      'switch',
      threadId,
      '--by-need',
      'google',
      '--by-need',
      'tasks',
    ]);
    expect(cleared).toMatchObject({ code: 0, stdout: '' });
  },
);
