import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import type {
  RequestPermissionRequest,
  RequestPermissionResponse,
  SessionUpdate,
} from '@agentclientprotocol/sdk';
import { FOLDER, startEditor, type Editor } from '../../../harness/editor.ts';
import { temporaryDir } from '../../../harness/in-process-engine.ts';
import { exited, spawnEngine } from '../../../harness/spawned-engine.ts';
import * as chat from '../../../servers/chat-completions.ts';
import { startFakeProvider } from '../../../servers/fake-provider.ts';
import { byTask } from '../../../harness/editor.ts';
import { verifies } from '../../../spec/verifies.ts';
import { until } from '../../http/wire.ts';
import { calls, FINE, says, started } from './editors.ts';

const REMINDER = { title: 'Plums', effect: 'notify', schedule: '@yearly', task: 'Buy plums.' };

/** What was told of calls, in order: the first has a title. */
const callsIn = (updates: readonly SessionUpdate[]) =>
  updates.flatMap((update) =>
    update.sessionUpdate === 'tool_call' || update.sessionUpdate === 'tool_call_update'
      ? [[update.sessionUpdate, update.status]]
      : [],
  );

const choose =
  (kind: string) =>
  async ({ options }: RequestPermissionRequest): Promise<RequestPermissionResponse> => ({
    outcome: { outcome: 'selected', optionId: options.find((one) => one.kind === kind)?.optionId ?? '' },
  });

const asked = async (editor: Editor) =>
  await until('the editor is asked', () => editor.permissions.length > 0);

verifies('faces.acp.calls', 'pending, at work, ended; with the difference in a file', async () => {
  const { editor, dataDir } = await started({
    write: [
      calls('write_file', { path: 'notes/a.md', content: 'one\n' }),
      calls('edit_file', { path: 'notes/a.md', oldString: 'one', newString: 'two' }),
      calls('read_file', { path: 'notes/b.md' }),
      says('Done.'),
    ],
  });
  const session = await editor.session();
  expect(await editor.says(session, 'write')).toBe('end_turn');
  const file = join(dataDir, 'workspace', 'notes', 'a.md');
  expect(readFileSync(file, 'utf8')).toBe('two\n');
  const updates = editor.updates(session);
  const one = [
    ['tool_call', 'pending'],
    ['tool_call_update', 'in_progress'],
  ];
  expect(callsIn(updates)).toEqual([
    ...one,
    ['tool_call_update', 'completed'],
    ...one,
    ['tool_call_update', 'completed'],
    ...one,
    ['tool_call_update', 'failed'],
  ]);
  const begun = updates.filter(({ sessionUpdate }) => sessionUpdate === 'tool_call');
  expect(begun).toMatchObject([
    {
      kind: 'edit',
      title: 'write_file notes/a.md',
      locations: [{ path: file }],
      content: [{ type: 'diff', path: file, newText: 'one\n' }],
    },
    { kind: 'edit', content: [{ type: 'diff', path: file, oldText: 'one', newText: 'two' }] },
    { kind: 'read', rawInput: { path: 'notes/b.md' } },
  ]);
  expect(updates.at(-1)).toEqual({
    sessionUpdate: 'agent_message_chunk',
    content: { type: 'text', text: 'Done.' },
  });
  const before = editor.updates(session).length;
  await editor.agent.request('session/load', { sessionId: session, cwd: FOLDER, mcpServers: [] });
  const replayed = editor.updates(session).slice(before);
  expect(callsIn(replayed)).toEqual(callsIn(updates));
});

verifies(
  'faces.acp.consent',
  'a permission, with the options of the question; yes does it and no does not',
  async () => {
    const { editor, env } = await started({
      first: [calls('create_trigger', REMINDER), says('Made.')],
      second: [calls('create_trigger', REMINDER), says('Not made.')],
      third: [
        calls('http_request', { method: 'POST', url: 'https://svc.invalid/', body: 'x' }),
        says('Not sent.'),
      ],
    });
    const session = await editor.session();
    editor.permits(choose('allow_once'));
    expect(await editor.says(session, 'first')).toBe('end_turn');
    expect(callsIn(editor.updates(session))).toEqual([
      ['tool_call', 'pending'],
      ['tool_call_update', 'in_progress'],
      ['tool_call_update', 'in_progress'],
      ['tool_call_update', 'completed'],
    ]);
    const call = editor.updates(session).find(({ sessionUpdate }) => sessionUpdate === 'tool_call');
    expect(editor.permissions).toMatchObject([
      {
        sessionId: session,
        toolCall: { toolCallId: (call as { toolCallId: string }).toolCallId, status: 'pending' },
        options: [
          { optionId: 'consent.once', kind: 'allow_once' },
          { optionId: 'consent.no', kind: 'reject_once' },
        ],
      },
    ]);
    editor.permits(choose('reject_once'));
    const other = await editor.session();
    expect(await editor.says(other, 'second')).toBe('end_turn');
    expect(callsIn(editor.updates(other))).toEqual([
      ['tool_call', 'pending'],
      ['tool_call_update', 'in_progress'],
      ['tool_call_update', 'failed'],
    ]);
    expect(await editor.says(other, 'third')).toBe('end_turn');
    expect(editor.permissions.at(-1)?.options.map(({ kind }) => kind)).toEqual([
      'allow_once',
      'allow_always',
      'allow_always',
      'reject_once',
    ]);
    editor.process.stdin?.end();
    await editor.finished;
    const { client } = await spawnEngine(env['SVC_DATA_DIR'] ?? '', env);
    expect((await client['triggers.list']()).triggers).toHaveLength(1);
  },
);

verifies(
  'faces.acp.consent',
  'one that the client cannot answer ends the turn, and so does a cancelled one',
  async () => {
    const { editor } = await started({
      first: [calls('create_trigger', REMINDER), says('Made.')],
      second: [calls('create_trigger', REMINDER), says('Made.')],
      third: [calls('create_trigger', REMINDER), says('Made.')],
    });
    editor.permits(async () => {
      throw new Error('no such dialogue');
    });
    const session = await editor.session();
    expect(await editor.says(session, 'first')).toBe('end_turn');
    expect(editor.text(session)).toContain(
      'svc waits for you. "svc waiting" at a terminal shows how to answer',
    );
    // The next message cannot be a yes.
    expect(await editor.says(session, 'yes')).toBe('end_turn');
    expect(editor.text(session)).not.toContain('Made.');
    editor.permits(async () => ({ outcome: { outcome: 'cancelled' } }));
    expect(await editor.says(await editor.session(), 'second')).toBe('cancelled');
    editor.permits(() => new Promise(() => undefined));
    const silent = await editor.session();
    const before = editor.permissions.length;
    const waits = editor.says(silent, 'third');
    await until('the editor is asked', () => editor.permissions.length > before);
    await editor.agent.notify('session/cancel', { sessionId: silent });
    expect(await waits).toBe('cancelled');
    expect(callsIn(editor.updates(silent)).at(-1)).toEqual(['tool_call_update', 'failed']);
    editor.process.stdin?.end();
    expect(await editor.finished).toMatchObject({ code: 0 });
  },
);

verifies(
  'faces.acp.consent',
  'it may be answered on the page meanwhile, also when the editor has died',
  async () => {
    const plays = {
      first: [calls('create_trigger', REMINDER), says('Made.')],
      second: [calls('create_trigger', REMINDER), says('Made.')],
    };
    const provider = await startFakeProvider(byTask(plays, FINE));
    const dataDir = temporaryDir();
    const env = { SVC_DATA_DIR: dataDir, ...chat.compatEnv(provider) };
    const { client, baseUrl } = await spawnEngine(dataDir, env);
    const allow = async (id: string) => {
      const promptId = (await client['threads.get']({ params: { id } })).pendingPrompt?.promptId ?? '';
      await client['threads.reply']({ params: { id }, body: { promptId, answer: 'yes' } });
    };
    const editor = await startEditor(env);
    const session = await editor.session();
    const said = editor.says(session, 'first');
    await asked(editor);
    await allow(session);
    expect(await said).toBe('end_turn');
    expect(editor.text(session)).toBe('Made.');
    const other = await editor.session();
    editor.says(other, 'second').catch(() => undefined);
    await until('the editor is asked', () => editor.permissions.length > 1);
    await exited(editor, 'SIGKILL');
    const again = await startEditor(env);
    await again.agent.request('session/load', { sessionId: other, cwd: FOLDER, mcpServers: [] });
    expect(await again.says(other, 'well?')).toBe('end_turn');
    expect(again.text(other)).toContain(`${baseUrl}/#/threads/${other}`);
    await allow(other);
    await until('the run has ended', async () => {
      return (await client['threads.get']({ params: { id: other } })).activeRunId === null;
    });
  },
);

verifies(
  'faces.acp.question',
  'a question is the end of a turn, and the next message answers it',
  async () => {
    const { editor } = await started({
      colour: [calls('ask_user', { question: 'Which colour?', options: ['red', 'blue'] }), says('Noted.')],
    });
    const session = await editor.session();
    expect(await editor.says(session, 'colour')).toBe('end_turn');
    expect(editor.text(session)).toBe('Which colour?\n\n- red\n- blue');
    expect(editor.permissions).toEqual([]);
    expect(await editor.says(session, 'blue')).toBe('end_turn');
    expect(editor.text(session)).toBe('Which colour?\n\n- red\n- blueNoted.');
    expect(callsIn(editor.updates(session)).at(-1)).toEqual(['tool_call_update', 'completed']);
  },
);

verifies('faces.acp.secret', 'a secret is never taken from an editor', async () => {
  const { editor, provider } = await started({
    key: [calls('ask_secret', { name: 'PLUM_KEY', prompt: 'The key of the plums.' }), says('Noted.')],
  });
  const session = await editor.session();
  expect(await editor.says(session, 'key')).toBe('end_turn');
  expect(editor.text(session)).toContain('svc waits for you.');
  expect(await editor.says(session, 'swordfish-12')).toBe('end_turn');
  expect(JSON.stringify(provider.arrived)).not.toContain('swordfish-12');
  expect(editor.permissions).toEqual([]);
});

verifies(
  'faces.acp.content',
  'files in a message are attached, and what is pointed at is named',
  async () => {
    const { editor, provider } = await started({ look: [says('Seen.')] });
    const session = await editor.session();
    const { stopReason } = await editor.agent.request('session/prompt', {
      sessionId: session,
      prompt: [
        { type: 'text', text: 'look at' },
        { type: 'resource_link', name: 'b.ts', uri: 'file:///project/b.ts' },
        { type: 'resource', resource: { uri: 'file:///project/a%20b.txt', text: 'the plums are ripe' } },
      ],
    });
    expect(stopReason).toBe('end_turn');
    const sent = JSON.stringify(provider.arrived[0]?.body);
    expect(sent).toContain('[b.ts](file:///project/b.ts)');
    expect(sent).toContain('the plums are ripe');
    const before = editor.updates(session).length;
    await editor.agent.request('session/load', { sessionId: session, cwd: FOLDER, mcpServers: [] });
    expect(editor.updates(session).slice(before)).toMatchObject([
      { sessionUpdate: 'user_message_chunk', content: { type: 'text' } },
      { sessionUpdate: 'user_message_chunk', content: { type: 'resource_link', name: 'a b.txt' } },
      { sessionUpdate: 'agent_message_chunk' },
    ]);
  },
);
