import { once } from 'node:events';
import { describe, expect, test } from '@jest/globals';
import type { VerbDeps } from '../../../src/adapters/in/cli/verb-deps.ts';
import type { JsonObject } from '../../../src/core/kernel/json.ts';
import { hangUntilAbort, ScriptedModel, text, toolCalls } from '../../doubles/scripted-model.ts';
import { verifies } from '../../spec/verifies.ts';
import { startTestEngine, type TestEngine } from '../../harness/in-process-engine.ts';
import { typingAt } from './terminal.ts';

let engine: TestEngine | undefined;

async function terminal(
  model: ScriptedModel,
  {
    interrupted = new AbortController().signal,
    tty = false,
    readLines = null as VerbDeps['readLines'],
    heard = (_err: string): unknown => undefined,
  } = {},
) {
  const running = await startTestEngine({ model });
  engine = running;
  const said = { out: '', err: '' };
  const typed = typingAt(running, {
    out: (piece) => void (said.out += piece),
    err: (piece) => {
      said.err += piece;
      heard(said.err);
    },
    readLines,
    tty,
    interrupted,
  });
  return { typed, said };
}

describe('the verbs of the terminal', () => {
  test('a Ctrl-C during the start of the run stops it too', async () => {
    const { typed, said } = await terminal(new ScriptedModel([[hangUntilAbort()]]), {
      interrupted: AbortSignal.abort(),
    });
    expect(await typed('run', 'anything')).toBe(1);
    expect(said.out).toBe('');
  });

  test('text before and after a call stays apart on stdout, and the call is reported on stderr', async () => {
    const { typed, said } = await terminal(
      new ScriptedModel([
        [text('before'), toolCalls({ name: 'write_file', input: { path: 'a.txt', content: 'a' } })],
        [text('after')],
      ]),
    );
    expect(await typed('run', 'anything')).toBe(0);
    expect(said.out).toBe('before\nafter\n');
    for (const told of ['write_file {"path":"a.txt","content":"a"}', 'svc changes'])
      expect(said.err).toContain(told);
  });

  test("a terminal escapes the model's text; a pipe gets it unchanged", async () => {
    const hostile = 'a\u001b]52;c;eA==\u0007b\u009b2Jc\n\td';
    for (const tty of [true, false]) {
      const { typed, said } = await terminal(new ScriptedModel([[text(hostile)]]), { tty });
      expect(await typed('run', 'anything')).toBe(0);
      expect(said.out).toBe(tty ? 'a ]52;c;eA== b 2Jc\n\td\n' : `${hostile}\n`);
      await engine?.stop();
    }
  });

  test('control characters of a tool are escaped', async () => {
    const name = 'no_\u001b[2Jsuch';
    const { typed, said } = await terminal(
      new ScriptedModel([[toolCalls({ name, input: { a: '\u009b2J' } })], [text('done')]]),
    );
    await typed('run', 'anything');
    expect(said.err).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/u);
  });
});

/** Types the next line whenever one is awaited; `typed` counts them. */
function typing(...lines: readonly string[]) {
  const waits = new EventTarget();
  const left = [...lines];
  const readLines: NonNullable<VerbDeps['readLines']> = async function* (stop) {
    while (!stop.aborted) {
      const line = left.shift();
      if (line !== undefined) {
        yield line;
        continue;
      }
      waits.dispatchEvent(new Event('idle'));
      await once(stop, 'abort');
    }
  };
  return { readLines, idle: once(waits, 'idle'), left };
}

const asks = (input: JsonObject) =>
  new ScriptedModel([[toolCalls({ name: 'ask_user', input })], [text('Thank you.')]]);

const answersTo = (model: ScriptedModel): readonly unknown[] =>
  (model.requests.at(-1)?.messages.at(-1)?.content ?? []).map((block) =>
    block.type === 'tool_result' ? block.output : block,
  );

describe('a run that asks, in a terminal', () => {
  verifies(
    'prompts.terminal',
    'the question and its options are on stderr, and a number chooses',
    async () => {
      const model = asks({ question: 'Which\u001b[2J colour?', options: ['red', 'blue'] });
      const { typed, said } = await terminal(model, { readLines: typing('', '2').readLines });
      expect(await typed('run', 'anything')).toBe(0);
      expect(said.err).toContain('? Which [2J colour?\n  1) red\n  2) blue\n');
      expect(said.out).toBe('Thank you.\n');
      expect(answersTo(model)).toEqual(['blue']);
    },
  );

  verifies('prompts.terminal', 'free text is an answer; an invalid answer is asked for again', async () => {
    const free = asks({ question: 'Which?', options: ['red', 'blue'] });
    const first = await terminal(free, { readLines: typing(' 3 ').readLines });
    expect(await first.typed('run', 'anything')).toBe(0);
    expect(answersTo(free)).toEqual(['3']);
    await engine?.stop();
    const strict = asks({ question: 'Which?', options: ['red', 'blue'], allowFreeText: false });
    const { typed, said } = await terminal(strict, { readLines: typing('3', '1').readLines });
    expect(await typed('run', 'anything')).toBe(0);
    expect(said.err.split('? Which?')).toHaveLength(3);
    expect(answersTo(strict)).toEqual(['red']);
  });

  verifies(
    'prompts.terminal',
    'several questions are asked in turn, and an empty line skips one',
    async () => {
      const questions = [
        { header: 'Paint', question: 'Which?', options: ['red', 'blue'] },
        { question: 'How much?' },
        { question: 'When?' },
      ];
      const model = asks({ questions });
      const { typed, said } = await terminal(model, { readLines: typing('1', '', 'now').readLines });
      expect(await typed('run', '--json', 'anything')).toBe(0);
      expect(said.err).toContain('? Paint: Which?\n  1) red\n  2) blue\n');
      expect(answersTo(model)).toEqual([
        '1. Which?\nAnswer: red\n\n2. How much?\nAnswer: (not answered)\n\n3. When?\nAnswer: now',
      ]);
      for (const line of said.out.trimEnd().split('\n')) JSON.parse(line);
    },
  );

  verifies('prompts.terminal', 'an answer from elsewhere ends the wait for this one', async () => {
    const model = asks({ question: 'Which?' });
    const { readLines, idle } = typing();
    const { typed, said } = await terminal(model, { readLines });
    const running = typed('run', 'anything');
    await idle;
    const session = await sessionOfTheRun();
    await engine?.client['prompts.reply']({ params: { id: session }, body: { answer: 'green' } });
    expect(await running).toBe(0);
    expect(said.err).toContain('? Which?\n✓ green\n');
    expect(said.err).not.toContain('svc answer');
  });

  verifies(
    'prompts.terminal',
    'with --wait it says how to answer from another terminal, and the run keeps waiting',
    async () => {
      const model = asks({ question: 'Which?', options: ['red'] });
      const shown = Promise.withResolvers<void>();
      const { typed, said } = await terminal(model, {
        heard: (err) => err.includes('svc answer') && shown.resolve(),
      });
      const running = typed('run', '--wait', 'anything');
      await shown.promise;
      const [, id = '', word = ''] = /svc answer (\S+) (\S+)\n/u.exec(said.err) ?? [];
      expect(await typed('answer', id, word)).toBe(0);
      expect(await running).toBe(0);
      expect(answersTo(model)).toEqual(['red']);
    },
  );

  verifies(
    'security.consent.terminal',
    'consent is asked for like any question: a number, a plain y, or over HTTP without a terminal',
    async () => {
      const post = { url: 'http://sink.example/', method: 'POST', body: 'a\u001b[2Jb' };
      const sends = () =>
        new ScriptedModel([[toolCalls({ name: 'http_request', input: post })], [text('Thank you.')]]);
      for (const line of ['1', 'y']) {
        const yes = sends();
        const { typed, said } = await terminal(yes, { readLines: typing(line).readLines });
        expect(await typed('run', 'anything')).toBe(0);
        // All of it is shown, and nothing of it steers the terminal.
        expect(said.err).toContain('(POST http://sink.example/), with 6 characters: "a\\u001b[2Jb"\n');
        expect(said.err).toMatch(/ {2}1\) Allow once\n {2}2\) .*\n {2}3\) .*\n {2}4\) No\n/u);
        // It got as far as the name lookup.
        expect(answersTo(yes)).toEqual([expect.stringContaining('no address for this host name')]);
        await engine?.stop();
      }
      const piped = sends();
      const shown = Promise.withResolvers<void>();
      const { typed } = await terminal(piped, {
        heard: (err) => err.includes('svc answer') && shown.resolve(),
      });
      const running = typed('run', '--wait', 'anything');
      await shown.promise;
      const id = await sessionOfTheRun();
      const pending = await engine?.client['prompts.pending']({ params: { id } });
      if (!pending?.pending) throw new Error('nothing is being asked');
      const body = { answer: 'No', promptId: pending.promptId };
      await engine?.client['prompts.reply']({ params: { id }, body });
      expect(await running).toBe(0);
      expect(answersTo(piped)).toEqual([expect.stringContaining('said no')]);
    },
  );

  verifies(
    'security.consent.options',
    'a number that is not offered, and unknown words, repeat the consent question',
    async () => {
      const post = { url: 'http://sink.example/', method: 'POST', body: 'x' };
      const model = new ScriptedModel([
        [toolCalls({ name: 'http_request', input: post })],
        [text('Thank you.')],
      ]);
      const { typed, said } = await terminal(model, { readLines: typing('9', 'allow it', '1').readLines });
      expect(await typed('run', 'anything')).toBe(0);
      expect(said.err.split('? Send this to sink.example')).toHaveLength(4);
      expect(answersTo(model)).toEqual([expect.stringContaining('no address for this host name')]);
    },
  );

  verifies('prompts.terminal', 'a Ctrl-D is not an answer: the command says how else to answer', async () => {
    const model = asks({ question: 'Which?' });
    const shown = Promise.withResolvers<void>();
    const { typed } = await terminal(model, {
      readLines: async function* () {},
      heard: (err) => err.includes('svc answer') && shown.resolve(),
    });
    const running = typed('run', 'anything');
    await shown.promise;
    const id = await sessionOfTheRun();
    await engine?.client['prompts.reply']({ params: { id }, body: { answer: 'x' } });
    expect(await running).toBe(0);
  });
});

describe('a run that asks without a terminal', () => {
  const told = (model: ScriptedModel): string => JSON.stringify(model.requests.at(-1)?.messages);

  verifies(
    'cli.no-input',
    'learns at once that there is no answer, and stderr says that it was declined',
    async () => {
      const several = { questions: [{ question: 'Which?', options: ['red'] }, { question: 'When?' }] };
      for (const input of [{ question: 'Which?', options: ['red', 'blue'] }, several]) {
        for (const options of [[], ['--no-input']]) {
          const model = asks(input);
          const given = options.length === 0 ? {} : { readLines: typing('red').readLines };
          const { typed, said } = await terminal(model, given);
          expect(await typed('run', ...options, 'anything')).toBe(0);
          expect(answersTo(model)).toEqual([expect.stringContaining('No answer: ')]);
          expect(said.err).toMatch(/\? Which\?\n {2}1\) red\n[^]*--wait/u);
          // There is a terminal: the switch declines.
          expect(said.err.includes('--no-input')).toBe(options.length > 0);
          await engine?.stop();
        }
      }
    },
  );

  verifies('cli.no-input', 'consents to nothing, and gives no secret', async () => {
    const post = { url: 'http://sink.example/', method: 'POST', body: 'x' };
    const sending = new ScriptedModel([[toolCalls({ name: 'http_request', input: post })], [text('Well.')]]);
    const first = await terminal(sending);
    expect(await first.typed('run', 'anything')).toBe(0);
    expect(told(sending)).not.toContain('no address for this host name');
    await engine?.stop();
    const wanted = { name: 'ask_secret', input: { name: 'TOKEN', prompt: 'For a test.' } };
    const asking = new ScriptedModel([[toolCalls(wanted)], [text('Well.')]]);
    const second = await terminal(asking);
    expect(await second.typed('run', 'anything')).toBe(0);
    // Nothing was asked, so nothing was denied.
    expect(told(asking)).not.toContain('does not want');
    expect(second.said.err).toContain('svc secret set TOKEN\n');
  });

  verifies('cli.no-input', 'is stopped where only an option can be an answer', async () => {
    const model = asks({ question: 'Which?', options: ['red', 'blue'], allowFreeText: false });
    const { typed, said } = await terminal(model);
    expect(await typed('run', 'anything')).toBe(1);
    expect(said.out).toBe('');
  });
});

/** Of the only run. */
async function sessionOfTheRun(): Promise<string> {
  const running = engine;
  if (!running) throw new Error('there is an engine');
  const { threads } = await running.client['threads.list']();
  const id = threads[0]?.threadId ?? '';
  const { messages } = await running.client['threads.messages']({ params: { id } });
  const { events } = await running.client['runs.events']({ params: { runId: messages[0]?.runId ?? '' } });
  for await (const event of events) if (event.type === 'prompt') return event.data.sessionId;
  throw new Error('nothing was asked');
}

describe('a run that asks for a secret', () => {
  const ASKING = { name: 'ask_secret', input: { name: 'TOKEN', prompt: 'For a test.', hosts: ['a.test'] } };
  const asking = () => new ScriptedModel([[toolCalls(ASKING)], [text('Thank you.')]]);

  verifies(
    'secrets.terminal',
    'says how to enter the secret, and accepts Enter once it is stored',
    async () => {
      const lines = Promise.withResolvers<void>();
      let asked = 0;
      const model = asking();
      const { typed, said } = await terminal(model, {
        readLines: async function* () {
          await lines.promise;
          yield 'pasted-by-mistake';
          await engine?.client['secrets.put']({ params: { name: 'TOKEN' }, body: { value: 'a value' } });
          yield '';
        },
        heard: (err) => {
          if (err.includes('press Enter')) lines.resolve();
          asked += 1;
        },
      });
      expect(await typed('run', 'anything')).toBe(0);
      expect(asked).toBeGreaterThan(0);
      expect(said.err).toContain('svc secret set TOKEN --hosts a.test\n');
      expect(JSON.stringify([said, model.requests])).not.toContain('by-mistake');
      expect(said.out).toBe('Thank you.\n');
    },
  );

  verifies('secrets.terminal', 'is declined, or says where to answer when there is no terminal', async () => {
    const model = asking();
    const declined = await terminal(model, {
      readLines: async function* () {
        yield 'no';
      },
    });
    expect(await declined.typed('run', 'anything')).toBe(0);
    expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain('does not want to give TOKEN');
    await engine?.stop();
    const stop = new AbortController();
    const unattended = await terminal(asking(), {
      interrupted: stop.signal,
      heard: (err) => {
        if (err.includes('svc answer')) stop.abort();
      },
    });
    expect(await unattended.typed('run', '--wait', 'anything')).toBe(1);
    expect(unattended.said.err).toMatch(/svc answer \S+ saved/u);
  });
});
