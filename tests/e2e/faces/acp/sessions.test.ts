import { expect } from '@jest/globals';
import { RequestError } from '@agentclientprotocol/sdk';
import { FOLDER, startEditor, textOf, toldUntil } from '../../../harness/editor.ts';
import { temporaryDir } from '../../../harness/in-process-engine.ts';
import { svcHere } from '../../../harness/in-process-svc.ts';
import { exited, spawnEngine, spawnSvc } from '../../../harness/spawned-engine.ts';
import * as chat from '../../../servers/chat-completions.ts';
import { startFakeProvider, stepwise, hangsAfter } from '../../../servers/fake-provider.ts';
import { verifies } from '../../../spec/verifies.ts';
import { until } from '../../http/wire.ts';
import { FINE, says, started } from './editors.ts';

const refused = async (asked: Promise<unknown>): Promise<RequestError> => {
  const error: unknown = await asked.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(RequestError);
  return error as RequestError;
};

verifies(
  'faces.acp',
  'an editor begins, speaks, and goes on in the same thread; an empty session leaves no thread',
  async () => {
    const { editor, dataDir, env } = await started({
      plums: [says('Blue ', 'ones.')],
      pears: [says('Green.')],
    });
    expect(editor.initialized).toMatchObject({
      protocolVersion: 1,
      authMethods: [],
      agentInfo: { name: 'svc' },
      agentCapabilities: { loadSession: true, promptCapabilities: { image: true, embeddedContext: true } },
    });
    const session = await editor.session();
    const empty = await editor.session();
    expect(await editor.says(session, 'plums?')).toBe('end_turn');
    expect(editor.text(session)).toBe('Blue ones.');
    expect(await editor.says(session, 'pears?')).toBe('end_turn');
    expect(editor.text(session)).toBe('Blue ones.Green.');
    const { sessions } = await editor.agent.request('session/list', {});
    expect(sessions).toEqual([expect.objectContaining({ sessionId: session, title: 'plums?' })]);
    const status = await svcHere(dataDir, ['status']);
    expect(status.stdout).toMatch(/It is the agent that an editor has started \(svc --acp\)/u);
    editor.process.stdin?.end();
    expect(await editor.finished).toMatchObject({ code: 0, stderr: '' });
    const engine = await spawnEngine(dataDir, env);
    const { threads } = await engine.client['threads.list']();
    expect(threads.map(({ threadId }) => threadId)).toEqual([session]);
    expect(threads.map(({ threadId }) => threadId)).not.toContain(empty);
  },
);

verifies(
  'faces.acp',
  'what was said comes back in order when a session is loaded, also one of another client',
  async () => {
    const { editor, env } = await started({
      plums: [says('Blue.')],
      pears: [says('Green.')],
    });
    const session = await editor.session();
    await editor.says(session, 'plums?');
    await editor.says(session, 'pears?');
    const again = await startEditor(env);
    await again.agent.request('session/load', { sessionId: session, cwd: FOLDER, mcpServers: [] });
    const said = again
      .updates(session)
      .flatMap((update) =>
        'content' in update && update.content && 'text' in update.content
          ? [[update.sessionUpdate, update.content.text]]
          : [],
      );
    expect(said).toEqual([
      ['user_message_chunk', 'plums?'],
      ['agent_message_chunk', 'Blue.'],
      ['user_message_chunk', 'pears?'],
      ['agent_message_chunk', 'Green.'],
    ]);
    expect(await again.says(session, 'more?')).toBe('end_turn');
    expect(textOf(again.updates(session))).toBe('Blue.Green.fine');
    const nothing = await refused(
      again.agent.request('session/load', { sessionId: 'nothing', cwd: FOLDER, mcpServers: [] }),
    );
    expect([nothing.code, nothing.data]).toEqual([-32_002, { code: 'thread_not_found' }]);
  },
);

verifies(
  'faces.acp.cancel',
  'cancel ends the run, in the middle of a stream, and another session goes on',
  async () => {
    const [head = '', ...rest] = chat.textAnswer('one ', 'two');
    const slow = stepwise(head, ...rest);
    const { editor, provider } = await started({
      plums: [hangsAfter(...chat.textAnswer('Blue ').slice(0, 2))],
      pears: [slow.reply],
    });
    const [first, second] = [await editor.session(), await editor.session()];
    const plums = editor.says(first, 'plums?');
    const pears = editor.says(second, 'pears?');
    await toldUntil(editor, first, 'Blue');
    const busy = await refused(editor.says(first, 'plums again?'));
    expect([busy.code, busy.data]).toEqual([-32_600, { code: 'still_working' }]);
    await editor.agent.notify('session/cancel', { sessionId: first });
    expect(await plums).toBe('cancelled');
    await until('the provider is asked one thing alone', () => provider.open === 1);
    for (const _ of [head, ...rest]) await slow.next();
    expect(await pears).toBe('end_turn');
    expect(editor.text(second)).toBe('one two');
    // It has ended: the session takes the next message.
    expect(await editor.says(first, 'something else')).toBe('end_turn');
  },
);

verifies(
  'faces.acp.beside',
  'beside a running engine it is its client: the run goes on when the editor dies',
  async () => {
    const [head = '', ...rest] = chat.textAnswer('one ', 'two');
    const slow = stepwise(head, ...rest);
    const provider = await startFakeProvider(slow.reply, FINE);
    const dataDir = temporaryDir();
    const env = { SVC_DATA_DIR: dataDir, ...chat.compatEnv(provider) };
    const engine = await spawnEngine(dataDir, env);
    await engine.client['config.set']({ body: { conversation_titles: false, memory_extraction: false } });
    const editor = await startEditor(env);
    const session = await editor.session();
    const asked = editor.says(session, 'count');
    asked.catch(() => undefined);
    await slow.next();
    await slow.next();
    await toldUntil(editor, session, 'one');
    await exited(editor, 'SIGKILL');
    for (const _ of rest.slice(1)) await slow.next();
    await until('the run has ended', async () => {
      const { activeRunId, messageCount } = await engine.client['threads.get']({ params: { id: session } });
      return activeRunId === null && messageCount === 2;
    });
    const { messages } = await engine.client['threads.messages']({ params: { id: session } });
    expect(messages.at(-1)?.content).toContainEqual({ type: 'text', text: 'one two' });
  },
);

verifies('faces.acp.alone', 'alone it ends with its editor, and its run with it', async () => {
  const { editor, provider, dataDir, env } = await started({
    plums: [hangsAfter(...chat.textAnswer('Blue ').slice(0, 2))],
  });
  const session = await editor.session();
  editor.says(session, 'plums?').catch(() => undefined);
  await toldUntil(editor, session, 'Blue');
  editor.process.stdin?.end();
  expect(await editor.finished).toMatchObject({ code: 0, stderr: '' });
  expect(provider.open).toBe(0);
  const engine = await spawnEngine(dataDir, env);
  const { runs } = await engine.client['history.runs']();
  expect(runs).toMatchObject([{ status: 'aborted' }]);
});

verifies('faces.acp.lines', 'what is no message is refused, and the next one is answered', async () => {
  const spawned = spawnSvc(['--acp', '--demo'], { SVC_DATA_DIR: temporaryDir() }, null);
  const { stdin } = spawned.process;
  const send = (text: string | Buffer) => stdin?.write(text);
  const line = (message: object) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;
  const got = () =>
    spawned.output.stdout
      .split('\n')
      .filter(Boolean)
      .map((one) => JSON.parse(one) as { id: unknown; result?: object; error?: { code: number } });
  const answerTo = async (id: unknown) => {
    await until(`${String(id)} is answered`, () => got().some((one) => one.id === id));
    return got().find((one) => one.id === id);
  };
  send('garbage\n');
  send(Buffer.from([0x22, 0xff, 0x22, 0x0a]));
  send('[]\n7\n{"jsonrpc":"1.0"}\n');
  send(line({ id: 'early', method: 'session/new', params: { cwd: FOLDER, mcpServers: [] } }));
  expect(await answerTo('early')).toMatchObject({ error: { code: -32_600 } });
  expect(got().map(({ id, error }) => [id, error?.code])).toEqual([
    [null, -32_700],
    [null, -32_700],
    [null, -32_600],
    [null, -32_600],
    [null, -32_600],
    ['early', -32_600],
  ]);
  const begin = line({ id: 1, method: 'initialize', params: { protocolVersion: 77 } });
  send(begin.slice(0, 20));
  send(begin.slice(20));
  expect(await answerTo(1)).toMatchObject({ result: { protocolVersion: 1 } });
  send(line({ id: 2, method: 'session/new', params: { cwd: 'here', mcpServers: [] } }));
  expect(await answerTo(2)).toMatchObject({ error: { code: -32_602 } });
  send(line({ id: 3, method: 'no/such', params: {} }));
  expect(await answerTo(3)).toMatchObject({ error: { code: -32_601 } });
  send(
    line({
      id: 4,
      method: 'session/prompt',
      params: { sessionId: 'x', prompt: [{ type: 'text', text: 'a' }] },
    }),
  );
  expect(await answerTo(4)).toMatchObject({ error: { code: -32_002 } });
  send(line({ id: 5, method: 'session/prompt', params: { prompt: 7 } }));
  expect(await answerTo(5)).toMatchObject({ error: { code: -32_602 } });
  send(line({ id: 6, method: 'authenticate', params: { methodId: 'none' } }));
  expect(await answerTo(6)).toMatchObject({ error: { code: -32_602 } });
  send(`{"jsonrpc":"2.0","id":7,"method":"${'x'.repeat(49 * 1024 * 1024)}"}\n`);
  send(line({ id: 8, method: 'session/new', params: { cwd: FOLDER, mcpServers: [] } }));
  expect(await answerTo(8)).toMatchObject({ result: { sessionId: expect.any(String) } });
  expect(got().filter(({ id }) => id === null)).toHaveLength(6);
  stdin?.end('{"jsonrpc":"2.0","id":9');
  expect(await spawned.finished).toMatchObject({ code: 0 });
});
