import { describe, expect, test } from '@jest/globals';
import { systemClock } from '../../../src/adapters/out/system/system-clock.ts';
import type { FormAnswer } from '../../../src/core/execution/tool-servers/port.ts';
import type { FakeTool } from '../../servers/tool-servers/fake-tools.ts';
import { startGoodToolServer, type Spoken } from '../../servers/tool-servers/good.ts';
import { startRawToolServer } from '../../servers/tool-servers/raw.ts';
import { verifies } from '../../spec/verifies.ts';
import { asked, connected, never } from './connected.ts';

const started = (spoken: Spoken, tools?: readonly FakeTool[]) => startGoodToolServer(tools, spoken);

/** Without pauses. */
const hasty = { ...systemClock, sleep: async () => undefined };

const FORM = {
  message: 'Which colour?',
  requestedSchema: { type: 'object', properties: { colour: { type: 'string' } } },
};

describe.each<[Spoken, string]>([
  ['2026-07-28', '2026-07-28'],
  ['2025-11-25', '2025-11-25'],
  ['sse', '2025-11-25'],
])('a server of %s', (spoken, protocol) => {
  verifies('tool-servers.revisions', 'tells its tools, and answers a call', async () => {
    const server = await started(spoken, [
      { name: 'echo', description: 'Repeats.', annotations: { readOnlyHint: true } },
      { name: 'odd', inputSchema: 'none' },
      { description: 'has no name' },
    ]);
    const { connection } = await connected(server.url);
    expect(connection).toMatchObject({ protocol, software: 'a good server 1.2.3' });
    expect(await connection.definitions(never)).toEqual([
      {
        name: 'echo',
        description: 'Repeats.',
        annotations: { readOnlyHint: true },
        inputSchema: { type: 'object' },
      },
      { name: 'odd', inputSchema: 'none' },
      { description: 'has no name', inputSchema: { type: 'object' } },
    ]);
    expect(await connection.call(asked('echo', { input: { a: [1] } }))).toEqual({
      content: [{ type: 'text', text: '{"a":[1]}' }],
      structured: null,
      isError: false,
    });
    expect(server.called).toEqual([{ tool: 'echo', input: { a: [1] } }]);
  });

  test('may show a form to the owner', async () => {
    const server = await started(spoken, [
      { name: 'paint', answer: async (_, call) => JSON.stringify(await call.ask(FORM)) },
    ]);
    const { connection } = await connected(server.url);
    const answers: FormAnswer[] = [
      { action: 'accept', content: { colour: 'green' } },
      { action: 'decline' },
      { action: 'cancel' },
    ];
    for (const answer of answers) {
      const call = connection.call(
        asked('paint', {
          fill: async (form) => {
            expect(form).toEqual({ message: FORM.message, schema: FORM.requestedSchema });
            return answer;
          },
        }),
      );
      expect((await call).content).toEqual([{ type: 'text', text: JSON.stringify(answer) }]);
    }
  });

  test('tells how far a call is', async () => {
    const server = await started(spoken, [
      {
        name: 'count',
        answer: async (_, call) => {
          await call.progress(1, 3, 'one');
          await call.progress(2);
          return 'done';
        },
      },
    ]);
    const { connection } = await connected(server.url);
    const told: unknown[] = [];
    await connection.call(asked('count', { progressed: (...step) => told.push(step) }));
    expect(told).toEqual([
      [1, 3, 'one'],
      [2, null, null],
    ]);
  });

  test('tells that its list has changed', async () => {
    const server = await started(spoken);
    const told = Promise.withResolvers<void>();
    const { connection } = await connected(server.url, { changed: told.resolve });
    expect(await connection.definitions(never)).toHaveLength(1);
    await server.setTools([{ name: 'a' }, { name: 'b' }]);
    await told.promise;
    expect(await connection.definitions(never)).toHaveLength(2);
  });

  test('that goes away ends the connection', async () => {
    const server = await started(spoken);
    const { ended, connection } = await connected(server.url, { clock: hasty });
    expect(await connection.definitions(never)).toHaveLength(1);
    await server.close();
    expect(await ended).toMatch(/^(Nothing listens at|The connection to) the /u);
  });

  test('that drops its connections is connected again, or the connection ends', async () => {
    const server = await started(spoken);
    const told = Promise.withResolvers<string>();
    const { ended, connection } = await connected(server.url, {
      clock: hasty,
      changed: () => told.resolve('perhaps changed'),
    });
    expect(await connection.definitions(never)).toHaveLength(1);
    server.drop();
    expect(await Promise.race([told.promise, ended])).toBe(
      spoken === 'sse' ? 'The connection to the tool server was lost.' : 'perhaps changed',
    );
  });

  test('is told that a call was given up, which ends at once', async () => {
    const cancelled = Promise.withResolvers<void>();
    const began = Promise.withResolvers<void>();
    const server = await started(spoken, [
      {
        name: 'hang',
        answer: (_, call) => {
          began.resolve();
          call.signal.addEventListener('abort', () => cancelled.resolve());
          return new Promise(() => undefined);
        },
      },
      { name: 'echo' },
    ]);
    const { connection } = await connected(server.url);
    const stop = new AbortController();
    const call = connection.call(asked('hang', { signal: stop.signal }));
    await began.promise;
    stop.abort();
    await expect(call).rejects.toMatchObject({ code: 'tool_server_away' });
    await cancelled.promise;
    expect(await connection.call(asked('echo'))).toMatchObject({ isError: false });
  });
});

/** A tool whose input has these fields. */
const having = (name: string, properties: Readonly<Record<string, unknown>>): FakeTool => ({
  name,
  inputSchema: { type: 'object', properties },
});

test('parts of an input are repeated in headers where a tool asks for that in good order', async () => {
  const region = { type: 'string', 'x-mcp-header': 'Region' };
  const tools = [
    having('near', {
      region,
      where: { type: 'object', properties: { zone: { ...region, 'x-mcp-header': 'Zone' } } },
    }),
    having('crlf', { region: { ...region, 'x-mcp-header': 'Region\r\nX-Evil: 1' } }),
    having('empty', { region: { ...region, 'x-mcp-header': '' } }),
    having('typed', { region: { ...region, type: 'object' } }),
    having('twice', { region, again: { ...region, 'x-mcp-header': 'REGION' } }),
    having('nested', { list: { type: 'array', items: region } }),
    having('plain', { text: { type: 'string' } }),
  ];
  const server = await started('2026-07-28', tools);
  const { connection } = await connected(server.url);
  const names = (await connection.definitions(never)).map((one) => (one as { readonly name: string }).name);
  expect(names).toEqual(['near', 'plain']);
  const sent = async (tool: string) => {
    await connection.call(asked(tool, { input: { region: 'süd\r\nX-Evil: 1', where: { zone: 'b' } } }));
    return Object.entries(server.headers.at(-1) ?? {}).filter(([name]) => /param|evil/u.test(name));
  };
  const coded = `=?base64?${Buffer.from('süd\r\nX-Evil: 1').toString('base64')}?=`;
  expect(await sent('near')).toEqual([
    ['mcp-param-region', coded],
    ['mcp-param-zone', 'b'],
  ]);
  expect(await sent('crlf')).toEqual([]);

  const older = await started('2025-11-25', tools);
  expect(await (await connected(older.url)).connection.definitions(never)).toHaveLength(tools.length);
});

test('the end of a session is told to its server', async () => {
  const server = await startRawToolServer({
    initialize: (exchange) => {
      exchange.response.setHeader('mcp-session-id', 'one');
      const serverInfo = { name: 'a server with sessions', version: '1' };
      exchange.result({ protocolVersion: '2025-11-25', capabilities: {}, serverInfo });
    },
  });
  const { connection } = await connected(server.url);
  expect(await connection.definitions(never)).toEqual([]);
  await connection.close();
  expect(server.asked).toEqual([
    'server/discover',
    'initialize',
    'notifications/initialized',
    'GET',
    'DELETE',
  ]);
});

/** Two calls at once, whose tool asks when both are under way; what each is answered. */
async function askingTwice(spoken: Spoken): Promise<readonly unknown[]> {
  const both = Promise.withResolvers<void>();
  const all = Promise.withResolvers<void>();
  let [begun, answered] = [0, 0];
  const server = await started(spoken, [
    {
      name: 'paint',
      answer: async (_, call) => {
        if (++begun === 2) both.resolve();
        await both.promise;
        const answer = await call.ask(FORM);
        // A call that ends leaves the other one alone.
        if (++answered === 2) all.resolve();
        await all.promise;
        return JSON.stringify(answer);
      },
    },
  ]);
  const { connection } = await connected(server.url);
  const results = await Promise.all(
    ['red', 'blue'].map((colour) =>
      connection.call(asked('paint', { fill: async () => ({ action: 'accept', content: { colour } }) })),
    ),
  );
  return results.map(({ content }) => JSON.parse((content[0] as { readonly text: string }).text) as unknown);
}

test('a form is shown for the call that it belongs to, or not at all', async () => {
  expect(await askingTwice('2026-07-28')).toEqual([
    { action: 'accept', content: { colour: 'red' } },
    { action: 'accept', content: { colour: 'blue' } },
  ]);
  expect(await askingTwice('2025-11-25')).toEqual([{ action: 'decline' }, { action: 'decline' }]);
});

test('the answer to a form is not sent for a call that is over', async () => {
  const told = Promise.withResolvers<unknown>();
  const server = await started('2025-11-25', [
    {
      name: 'paint',
      answer: async (_, call) => {
        call.ask(FORM).then(told.resolve, told.reject);
        return 'not waited for';
      },
    },
  ]);
  const { connection } = await connected(server.url);
  const answered = Promise.withResolvers<FormAnswer>();
  const shown = Promise.withResolvers<void>();
  const call = connection.call(
    asked('paint', {
      fill: () => {
        shown.resolve();
        return answered.promise;
      },
    }),
  );
  await shown.promise;
  await call;
  answered.resolve({ action: 'accept', content: { colour: 'red' } });
  expect(await told.promise).toEqual({ action: 'cancel' });
});
