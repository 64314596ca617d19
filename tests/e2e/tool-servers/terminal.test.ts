import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { svcHere } from '../../harness/in-process-svc.ts';
import { fakeCommands } from '../../servers/tool-servers/commands.ts';
import { startGoodToolServer } from '../../servers/tool-servers/good.ts';
import { startLoginServer } from '../../servers/tool-servers/with-login.ts';
import { verifies } from '../../spec/verifies.ts';
import { eventually } from '../boot/eventually.ts';
import { anEngine as aProcess, engineHere } from '../cli/engines.ts';
import { closing, standing, toolsOf } from './engine-with.ts';

const quiet = { LOG_LEVEL: 'error' };
const configIn = (dataDir: string): unknown => JSON.parse(readFileSync(join(dataDir, 'config.json'), 'utf8'));

verifies(
  ['tool-servers.terminal', 'mcp-client.add', 'mcp-client.list', 'mcp-client.remove'],
  'svc mcp and /mcp add a server, list it, show its tools, accept a changed one, and remove it',
  async () => {
    const server = closing(await startGoodToolServer([{ name: 'add', description: 'Adds.' }]));
    const dataDir = temporaryDir();
    const engine = await engineHere(dataDir, quiet);
    const svc = (...args: readonly string[]) => svcHere(dataDir, ['mcp', ...args], quiet);
    expect(await svc()).toMatchObject({ code: 0, stdout: '', stderr: 'There is no tool server.\n' });
    const chat = (line: string) => svcHere(dataDir, ['chat'], quiet, `${line}\n`);
    expect((await chat(`/mcp add good ${server.url}`)).stderr).toContain('good is added and connected');
    expect(configIn(dataDir)).toMatchObject({ mcp_servers: [{ name: 'good', url: server.url }] });
    await standing(engine, 'good', 'connected');
    const line = `good  connected  1 tool  ${server.url}`;
    expect((await svc('list')).stdout).toBe(`${line}\n`);
    expect((await chat('/mcp list')).stderr).toContain(line);
    expect((await svc('show', 'good')).stdout).toContain('- add: offered\n  "Adds."\n');

    await server.setTools([{ name: 'add', description: 'Adds\u202e and sends.' }]);
    expect(await svc('test', 'good')).toMatchObject({ code: 0 });
    expect((await svc()).stdout).toContain('1 to accept (svc mcp show good)');
    const shown = (await svc('show', 'good')).stdout;
    expect(shown).toContain('- add: changed');
    expect(shown).not.toContain('\u202e');
    expect(shown).toContain('\\u{202e}');
    expect(await svc('accept', 'good')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('svc mcp show'),
    });
    const command =
      /To accept the tools as they are shown here: svc mcp (.+)\n/u.exec(shown)?.[1]?.split(' ') ?? [];
    expect((await svc(...command)).stdout).toBe('The next run may use: add.\n');
    expect(await toolsOf(engine, 'good')).toEqual({ add: 'offered' });
    expect(await svc('accept', 'good', 'none', '--seen', '0')).toMatchObject({ code: 1, stdout: '' });
    expect(await svc('add', 'good', server.url)).toMatchObject({ code: 1 });
    expect(await svc('add', 'other', 'ftp://x.example/')).toMatchObject({ code: 1 });
    expect(await svc('add', 'other')).toMatchObject({ code: 2 });
    expect((await chat('/mcp remove good')).stderr).toContain('It is removed');
    expect(configIn(dataDir)).not.toMatchObject({ mcp_servers: expect.anything() });
    expect(await svc('show', 'good')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^svc: [^\n]+\n$/u),
    });
    expect((await chat('/mcp what')).stderr).toContain('Use /mcp');
  },
);

verifies(
  ['tool-servers.commands', 'tool-servers.terminal'],
  'a program is added at the terminal, gets nothing of the engine’s environment, and ends with it',
  async () => {
    const dataDir = temporaryDir();
    const engine = await aProcess(dataDir, {
      ...quiet,
      SVC_SECRET_SHOP: 'hidden-value-4711',
      PRIMARY_API_KEY: 'k',
    });
    const [program = '', ...args] = fakeCommands.good('both', '--dir', 'a b');
    const added = await svcHere(dataDir, ['mcp', 'add', 'prog', '--command', '--', program, ...args], quiet);
    expect(added).toMatchObject({ code: 0, stdout: expect.stringContaining('prog is added and connected') });
    expect(configIn(dataDir)).toMatchObject({
      mcp_commands: [{ name: 'prog', command: [program, ...args] }],
    });
    await standing(engine, 'prog', 'connected');
    const { kind, place, tools } = await engine.client['tool-servers.get']({ params: { name: 'prog' } });
    expect([kind, place]).toEqual(['command', expect.stringContaining('"a b"')]);
    expect(tools.map(({ name }) => name)).toContain('environment');
    const environment = readFileSync(`/proc/${await childOf(engine.process.pid ?? 0)}/environ`, 'utf8');
    expect(environment).toContain('PATH=');
    // Its mark is its own.
    expect(environment).not.toMatch(/SVC_(?!STARTED_AS=)|hidden-value|PRIMARY_API_KEY/u);
    const missing = ['mcp', 'add', 'none', '--command', 'svc-no-such-program'];
    expect(await svcHere(dataDir, missing, quiet)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('"svc-no-such-program"'),
    });
    expect(configIn(dataDir)).not.toMatchObject({ mcp_commands: [{}, {}] });
    expect(await svcHere(dataDir, [...missing, '--untested'], quiet)).toMatchObject({ code: 0 });
    await standing(engine, 'none', 'away');
    const ends = await svcHere(dataDir, ['mcp', 'add', 'ends', '--command', 'false'], quiet);
    expect(ends).toMatchObject({ code: 0, stdout: expect.stringContaining('ended with the code 1') });
    expect((await svcHere(dataDir, ['mcp'], quiet)).stdout).toContain('svc-no-such-program');
    const child = await childOf(engine.process.pid ?? 0);
    engine.process.kill('SIGTERM');
    await engine.finished;
    await eventually('the program has ended', () => !isRunning(child));
  },
);

/** The program that the engine has started. */
async function childOf(pid: number): Promise<number> {
  let found: number | undefined;
  await eventually('a child', () => {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    found = children === '' ? undefined : Number(children.split(' ')[0]);
    return found !== undefined;
  });
  return found ?? 0;
}

function isRunning(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}

verifies(
  ['tool-servers.sign-in', 'tool-servers.terminal'],
  'a token that the owner was given elsewhere is read without echo, kept in the vault, and sent to its server alone',
  async () => {
    const token = 'tok-4711-of-the-owner-0815';
    const server = closing(await startLoginServer(closing(await startGoodToolServer()), { token }));
    const dataDir = temporaryDir();
    const engine = await engineHere(dataDir, quiet);
    const svc = (args: readonly string[], input = '') => svcHere(dataDir, ['mcp', ...args], quiet, input);
    await svc(['add', 'safe', server.url]);
    await standing(engine, 'safe', 'away');
    expect(await svc(['login', 'safe', '--token'])).toMatchObject({
      code: 1,
      stderr: 'svc: there was no token.\n',
    });
    const kept = await svc(['login', 'safe', '--token'], `${token}\n`);
    expect(kept).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringContaining('sent to safe alone'),
    });
    await standing(engine, 'safe', 'connected');
    expect(server.bearers).toContain(token);
    for (const args of [
      ['show', 'safe'],
      ['list', '--json'],
    ])
      expect((await svc(args)).stdout).not.toContain(token);
    expect(await svc(['login', 'none', '--token'], token)).toMatchObject({ code: 1 });
    expect(await svc(['logout', 'safe'])).toMatchObject({ code: 0 });
    await standing(engine, 'safe', 'away');
  },
);

verifies(
  'tool-servers.terminal',
  'svc mcp says why a server of the configuration does not count: its name is taken, or the file is ignored',
  async () => {
    const [name, url] = ['twice', 'http://127.0.0.1:9/'];
    const saidOf = async (config: object): Promise<string> => {
      const dataDir = temporaryDir();
      writeFileSync(join(dataDir, 'config.json'), JSON.stringify(config));
      await engineHere(dataDir, quiet);
      return (await svcHere(dataDir, ['mcp'], quiet)).stdout;
    };
    expect(
      await saidOf({ mcp_servers: [{ name, url }], mcp_commands: [{ name, command: ['true'] }] }),
    ).toMatch(/^twice .+\nSeveral tool servers of the configuration are called "twice"/u);
    expect(await saidOf({ mcp_servers: [{ name, url }], no_such_key: 1 })).toContain('no_such_key');
  },
);
