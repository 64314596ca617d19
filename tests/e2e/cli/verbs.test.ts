import { afterEach, describe, expect, test } from '@jest/globals';
import { verbsOver, type VerbDeps } from '../../../src/adapters/in/cli/verbs.ts';
import { hangUntilAbort, ScriptedModel, text, toolCalls } from '../../doubles/scripted-model.ts';
import { removeTemporaryDirs, startTestEngine, type TestEngine } from '../../harness/in-process-engine.ts';

let engine: TestEngine | undefined;
afterEach(async () => {
  await engine?.stop();
  engine = undefined;
  removeTemporaryDirs();
});

async function terminal(
  model: ScriptedModel,
  { interrupted = new AbortController().signal, tty = false, readLines = null as VerbDeps['readLines'] } = {},
) {
  const running = await startTestEngine({ model });
  engine = running;
  const said = { out: '', err: '' };
  const attached = async () => ({
    client: running.client,
    socketPath: "/run/o'engine.sock",
    close: async () => undefined,
  });
  const verbs = verbsOver({
    attached,
    attachedOrOwn: attached,
    dataDir: running.dataDir,
    version: '0.0.0',
    out: (piece) => void (said.out += piece),
    err: (piece) => void (said.err += piece),
    readInput: async () => null,
    readLines,
    tty,
    interrupted,
  });
  return { verbs, said };
}

describe('the verbs of the terminal', () => {
  test('a Ctrl-C that comes while the run is being started stops it too', async () => {
    const { verbs, said } = await terminal(new ScriptedModel([[hangUntilAbort()]]), {
      interrupted: AbortSignal.abort(),
    });
    expect(await verbs.run({ task: 'anything', json: false })).toBe(1);
    expect(said).toEqual({ out: '', err: 'The run ended early: aborted.\n' });
  });

  test('what is said before and after a call stays apart on stdout, the call is told on stderr', async () => {
    const { verbs, said } = await terminal(
      new ScriptedModel([
        [text('before'), toolCalls({ name: 'write_file', input: { path: 'a.txt', content: 'a' } })],
        [text('after')],
      ]),
    );
    expect(await verbs.run({ task: 'anything', json: false })).toBe(0);
    expect(said.out).toBe('before\nafter\n');
    expect(said.err).toBe('→ write_file {"path":"a.txt","content":"a"}\n✓ Created a.txt (1 bytes).\n');
  });

  test('what a model says is shown by a terminal, not obeyed; a pipe gets it as it is', async () => {
    const hostile = 'a\u001b]52;c;eA==\u0007b\u009b2Jc\n\td';
    for (const tty of [true, false]) {
      const { verbs, said } = await terminal(new ScriptedModel([[text(hostile)]]), { tty });
      expect(await verbs.run({ task: 'anything', json: false })).toBe(0);
      expect(said.out).toBe(tty ? 'a ]52;c;eA== b 2Jc\n\td\n' : `${hostile}\n`);
      await engine?.stop();
    }
  });

  test('with --json stdout has nothing but events', async () => {
    const { verbs, said } = await terminal(
      new ScriptedModel([
        [text('before'), toolCalls({ name: 'write_file', input: { path: 'a.txt', content: 'a' } })],
        [text('after')],
      ]),
    );
    expect(await verbs.run({ task: 'anything', json: true })).toBe(0);
    const types = said.out
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { type: string }).type);
    expect(types).toEqual(['text', 'tool_call', 'turn_end', 'tool_result', 'text', 'turn_end', 'done']);
  });

  test('control characters of a tool are shown, not obeyed', async () => {
    const name = 'no_\u001b[2Jsuch';
    const { verbs, said } = await terminal(
      new ScriptedModel([[toolCalls({ name, input: { a: '\u009b2J' } })], [text('done')]]),
    );
    await verbs.run({ task: 'anything', json: false });
    expect(said.err).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/u);
  });
});
