import { describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { svcHere as svc } from '../../harness/in-process-svc.ts';
import type { Spawned } from '../../harness/spawned-engine.ts';
import { exited } from '../../harness/spawned-engine.ts';
import { textAnswer } from '../../servers/chat-completions.ts';
import {
  answers,
  startFakeProvider,
  streams,
  type FakeProvider,
  type Reply,
} from '../../servers/fake-provider.ts';
import { verifies } from '../../spec/verifies.ts';
import { eventually } from '../boot/eventually.ts';
import { anEngine, begin, engineHere } from './engines.ts';

let provider: FakeProvider | undefined;

/** The environment of an engine whose model gives these answers. */
async function answering(...replies: readonly Reply[]): Promise<Record<string, string>> {
  provider = await startFakeProvider(...replies);
  return {
    SVC_LLM_PROVIDER: 'compat',
    PRIMARY_BASE_URL: `${provider.url}/v1`,
    COMPAT_MODEL_ID: 'small',
  };
}

const chat = (
  dataDir: string,
  lines: string,
  args: readonly string[] = [],
  env: Record<string, string> = {},
) => svc(dataDir, ['chat', ...args], env, lines);

/** A chat into which the test types. */
function talk(dataDir: string, ...args: readonly string[]) {
  const spawned = begin(dataDir, ['chat', ...args], {}, null);
  return {
    ...spawned,
    type: (lines: string) => void spawned.process.stdin?.write(lines),
    leave: () => void spawned.process.stdin?.end(),
  };
}

const seen = ({ output }: Spawned, text: string): Promise<void> =>
  eventually(`"${text}"`, () => `${output.stdout}${output.stderr}`.includes(text));

const threadIn = (stderr: string): string =>
  /^Continue with: svc chat --thread (\S+)$/mu.exec(stderr)?.[1] ?? '';

describe('svc chat', () => {
  verifies('cli.chat', 'runs line after line in one thread of the running engine, and exits 0', async () => {
    const dataDir = temporaryDir();
    const engine = await engineHere(dataDir);
    const { code, stdout, stderr } = await chat(dataDir, 'count to 3\n\n  \r\ncount to 2\r\ncount to 1');
    expect([code, stdout]).toEqual([0, '1 2 3 \n1 2 \n1 \n']);
    const { threads } = await engine.client['threads.list']();
    expect(threads).toMatchObject([{ title: 'count to 3', messageCount: 6 }]);
    expect(stderr).toBe(`Continue with: svc chat --thread ${threads[0]?.threadId}\n`);
    expect(await engine.client['engine.status']()).toMatchObject({ activeRuns: 0 });
  });

  verifies(
    'cli.chat',
    'a failure is reported with the reason, the chat goes on, and a pipe exits 1',
    async () => {
      const env = await answering(
        answers(400, { error: { message: 'no such thing' } }),
        streams(...textAnswer('Here I am.')),
      );
      const { code, stdout, stderr } = await chat(temporaryDir(), 'first\nsecond\n', [], env);
      expect([code, stdout]).toEqual([1, 'Here I am.\n']);
      expect(stderr).toMatch(/^[^\n]+ \(provider_error\)$/mu);
    },
  );

  verifies('cli.chat', 'a refusal is reported too, line by line', async () => {
    const env = { SVC_LLM_PROVIDER: 'primary' };
    const { code, stdout, stderr } = await chat(temporaryDir(), 'first\nsecond\n', [], env);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr.match(/^svc: [^\n]+$/gmu)).toHaveLength(2);
    expect(stderr).not.toContain('Continue with');
  });

  verifies('cli.chat', 'continues a named thread; an unknown one is refused', async () => {
    const dataDir = temporaryDir();
    const { stderr: first } = await chat(dataDir, 'count to 3\n');
    const { code, stdout, stderr } = await chat(dataDir, 'count to 2\n', ['--thread', threadIn(first)]);
    expect([code, stdout]).toEqual([0, '1 2 \n']);
    expect(stderr).toBe(`Continuing “count to 3”.\n${first}`);
    const engine = await engineHere(dataDir);
    expect((await engine.client['threads.list']()).threads).toMatchObject([{ messageCount: 4 }]);
    const unknown = await chat(dataDir, 'count to 2\n', ['--thread', '01a1ffdf-c68c-75c0-b066-9301684525df']);
    expect(unknown).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/^svc: [^\n]+\n$/u) });
    expect(await chat(dataDir, '', ['--thread'])).toMatchObject({ code: 2, stdout: '' });
  });

  verifies('cli.chat', 'a chat without input leaves no thread behind', async () => {
    const dataDir = temporaryDir();
    const engine = await engineHere(dataDir);
    expect(await chat(dataDir, '\n/new\n/help\n')).toMatchObject({ code: 0, stdout: '' });
    expect((await engine.client['threads.list']()).threads).toEqual([]);
  });

  verifies(
    'cli.chat',
    'an unknown slash command names similar ones and is not sent; /exit exits',
    async () => {
      const dataDir = temporaryDir();
      const engine = await engineHere(dataDir);
      const { code, stdout, stderr } = await chat(dataDir, '/hlep\n/usr/bin is what?\n/exit\ncount to 3\n');
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(/^.*\/hlep.* \/help.*\n.*\/usr\/bin.* \/help.*\n$/u);
      expect((await engine.client['threads.list']()).threads).toEqual([]);
    },
  );

  verifies('cli.chat', 'two slashes send a line with one', async () => {
    const dataDir = temporaryDir();
    const engine = await engineHere(dataDir);
    expect(await chat(dataDir, '//exit\n')).toMatchObject({ code: 0 });
    const { threads } = await engine.client['threads.list']();
    expect(threads).toMatchObject([{ title: '/exit', messageCount: 2 }]);
  });

  verifies(
    'cli.chat',
    '/help lists every command, /new begins a thread, /compact makes a summary',
    async () => {
      const dataDir = temporaryDir();
      const first = `First${' and so on'.repeat(40)}.`;
      const env = await answering(
        streams(...textAnswer(first)),
        streams(...textAnswer('Second.')),
        streams(...textAnswer('What was said: first.')),
        streams(...textAnswer('Third.')),
      );
      const engine = await engineHere(dataDir, env);
      const lines = '/help\n/compact\none\ntwo\n/compact the numbers\n/new\nthree\n';
      const { code, stdout, stderr } = await chat(dataDir, lines);
      expect([code, stdout]).toEqual([1, `${first}\nSecond.\nThird.\n`]);
      for (const name of ['/help', '/new', '/compact [focus]', '/exit'])
        expect(stderr).toContain(`  ${name} `);
      expect(JSON.stringify(provider?.arrived[2]?.body)).toContain('the numbers');
      expect(JSON.stringify(provider?.arrived[3]?.body)).not.toContain(first);
      const { threads } = await engine.client['threads.list']();
      expect(threads.map(({ messageCount }) => messageCount).toSorted()).toEqual([2, 4]);
    },
  );

  test('--json prints the events of each run, one per line, and nothing else on stdout', async () => {
    const { code, stdout } = await chat(temporaryDir(), 'count to 3\n/help\ncount to 2\n', ['--json']);
    const events = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: number; type: string; data: { text?: string } });
    expect(code).toBe(0);
    expect(events.filter(({ id }) => id === 1)).toHaveLength(2);
    const ends = events.filter(({ type }) => type === 'done');
    expect(ends.map(({ data }) => data.text)).toEqual(['1 2 3 ', '1 2 ']);
  });

  verifies('cli.chat.typed', 'a Ctrl-C stops only the run, and no waiting line is lost', async () => {
    const dataDir = temporaryDir();
    const engine = await engineHere(dataDir);
    const chatting = talk(dataDir);
    chatting.type('count to 5000\ncount to 3\n');
    await seen(chatting, ' 10 ');
    chatting.process.kill('SIGINT');
    await seen(chatting, '\n1 2 3 \n');
    chatting.type('count to 2\n');
    await seen(chatting, '\n1 2 \n');
    chatting.leave();
    const { code, stdout, stderr } = await chatting.finished;
    expect([code, stdout.replace(/^[^\n]+/u, '…')]).toEqual([1, '…\n1 2 3 \n1 2 \n']);
    expect(stderr).toMatch(/^The run ended early: aborted\.\nContinue with: [^\n]+\n$/u);
    expect((await engine.client['threads.list']()).threads).toMatchObject([{ messageCount: 6 }]);
  });

  verifies(
    'cli.chat.typed',
    'a Ctrl-C when nothing runs exits 0, a SIGTERM exits whatever runs',
    async () => {
      const dataDir = temporaryDir();
      await anEngine(dataDir);
      const idle = talk(dataDir);
      idle.type('count to 3\n');
      await seen(idle, '1 2 3 \n');
      expect(await exited(idle, 'SIGINT')).toMatchObject({ code: 0, stdout: '1 2 3 \n' });
      const busy = talk(dataDir);
      busy.type('count to 5000\ncount to 3\n');
      await seen(busy, ' 10 ');
      const { code, stdout, stderr } = await exited(busy);
      expect([code, stdout]).toEqual([1, expect.not.stringContaining('\n1 2 3 \n')]);
      expect(stderr).toMatch(/^The run ended early: aborted\.\n/u);
    },
  );

  verifies(
    'cli.chat',
    'a dead engine is reported, and the next line continues in the same thread',
    async () => {
      const dataDir = temporaryDir();
      const engine = await anEngine(dataDir);
      const chatting = talk(dataDir);
      chatting.type('count to 5000\n');
      await seen(chatting, ' 10 ');
      engine.process.kill('SIGKILL');
      await once(engine.process, 'close');
      await seen(chatting, 'The engine stopped');
      chatting.type('count to 3\n');
      await seen(chatting, '\n1 2 3 \n');
      chatting.leave();
      expect(await chatting.finished).toMatchObject({ code: 1 });
      const next = await anEngine(dataDir);
      expect((await next.client['threads.list']()).threads).toMatchObject([{ messageCount: 4 }]);
    },
  );

  verifies(
    ['cli.chat', 'cli.no-input'],
    'piped lines are not answers: a question is declined at once',
    async () => {
      const { code, stdout } = await svc(
        temporaryDir(),
        ['chat'],
        { LOG_LEVEL: 'error' },
        'ask\ncount to 3\n',
      );
      expect(code).toBe(0);
      expect(stdout).toMatch(/^You answered: “No answer: .*\n1 2 3 \n$/u);
    },
  );

  verifies(
    'cli.chat',
    'piped lines are not answers: with --wait a question says how to answer it',
    async () => {
      const dataDir = temporaryDir();
      await engineHere(dataDir);
      const chatting = talk(dataDir, '--wait');
      chatting.type('ask\n');
      await seen(chatting, 'svc answer');
      const id = /svc answer (\S+)/u.exec(chatting.output.stderr)?.[1] ?? '';
      chatting.type('count to 3\n');
      chatting.leave();
      expect(await svc(dataDir, ['answer', id, 'green'])).toMatchObject({ code: 0 });
      const { code, stdout } = await chatting.finished;
      expect(code).toBe(0);
      expect(stdout).toMatch(/^You answered: “green”.*\n1 2 3 \n$/u);
    },
  );
});
