import { expect } from '@jest/globals';
import type { JsonObject } from '../../../src/core/kernel/json.ts';
import type { Transport } from '../../../src/contract/client.ts';
import { ScriptedModel, text, toolCalls } from '../../doubles/scripted-model.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { INITIALIZE, modernMeta, openTestPipes, type TestPipes } from '../../harness/tool-server.ts';
import { verifies } from '../../spec/verifies.ts';
import { until } from '../http/wire.ts';
import { startHostedEngine } from '../tool-server/host.ts';

type Input = JsonObject;
interface Asked {
  readonly pipes: TestPipes;
  /** Calls svc_run, with what answers the question of the last call, and returns the result. */
  run(more?: object): Promise<Record<string, unknown>>;
  /** What the model was told after each call. */
  told(): readonly string[];
  /** The addresses of the engine that were asked. */
  readonly reached: readonly string[];
  /** The engine has started runs, but its answers arrive only then. */
  readonly holdStartsUntil: (told: Promise<unknown>) => void;
}

/** A host of revision 2026-07-28, and a model that calls these tools, one a turn. */
async function asked(capabilities: object, ...calls: { name: string; input: Input }[]): Promise<Asked> {
  let model: ScriptedModel | undefined;
  const open = async () =>
    (model = new ScriptedModel([...calls.map((call) => [toolCalls(call)]), [text('Done.')]]));
  const engine = await startHostedEngine({ models: { open } });
  const reached: string[] = [];
  let startsMayBeTold: Promise<unknown> = Promise.resolve();
  const reach = async (url: string, init: object) => {
    reached.push(url);
    const reply = await fetch(url.replace('http://localhost', engine.baseUrl), init);
    if (url.endsWith('/runs')) await startsMayBeTold;
    return reply;
  };
  const pipes = await openTestPipes({ dataDir: temporaryDir(), engine: reach as Transport });
  const _meta = modernMeta(capabilities);
  let id = 0;
  return {
    pipes,
    run: async (more = {}) => {
      id += 1;
      const params = { name: 'svc_run', arguments: { task: 'work' }, _meta, ...more };
      pipes.send({ jsonrpc: '2.0', id, method: 'tools/call', params });
      return ((await pipes.answerTo(id)) as { result: Record<string, unknown> }).result;
    },
    told: () =>
      (model?.requests.at(-1)?.messages ?? []).flatMap(({ content }) =>
        content.flatMap((block) => (block.type === 'tool_result' ? [block.output] : [])),
      ),
    reached,
    holdStartsUntil: (told) => {
      startsMayBeTold = told;
    },
  };
}

const forms = { elicitation: { form: {} } };
const question = (input: Input) => ({ name: 'ask_user', input });
const send = (path: string) => ({
  name: 'http_request',
  input: { url: `http://mail.example.org/${path}`, method: 'POST', body: '{}' },
});
const answer = ({ requestState }: Record<string, unknown>, returned: object) => ({
  requestState,
  inputResponses: { question: returned },
});
const says = (said: string) => ({ action: 'accept', content: { answer: said } });
const messageIn = (result: Record<string, unknown>) =>
  (result['inputRequests'] as { question: { params: { message: string } } }).question.params.message;

verifies('security.tool-server-consent', 'a repeated answer answers no next question', async () => {
  const host = await asked(
    forms,
    question({ question: 'Rename the file?', options: ['Yes', 'Cancel'] }),
    question({ question: 'Delete everything?', options: ['Yes', 'Cancel'] }),
    send('last'),
  );
  const first = await host.run();
  expect(messageIn(first)).toContain('Rename');
  const yes = answer(first, says('Yes'));
  const second = await host.run(yes);
  expect(messageIn(second)).toContain('Delete');
  for (const again of [yes, answer(first, says('Cancel'))])
    expect(messageIn(await host.run(again))).toContain('Delete');
  const third = await host.run(answer(second, says('Cancel')));
  expect(messageIn(third)).toContain('mail.example.org');
  for (const old of [first, second])
    expect(messageIn(await host.run(answer(old, says('consent.once'))))).toContain('mail.example.org');
  expect(await host.run(answer(third, says('No')))).toMatchObject({ structuredContent: { text: 'Done.' } });
  expect(host.told()).toEqual(['Yes', 'Cancel', expect.stringContaining('said no')]);
});

verifies('mcp.tools.svc_run', 'a declined question is answered with that, and no option', async () => {
  const host = await asked(
    forms,
    question({ question: 'How much may I spend?', options: ['No limit', '10 euro'] }),
  );
  const first = await host.run();
  await host.run(answer(first, { action: 'decline' }));
  expect(host.told()).toEqual(['No answer: the person declined.']);
});

verifies('mcp.tools.svc_run', 'where a host cannot show questions, the run goes on', async () => {
  const host = await asked({}, question({ question: 'Which?' }), send('mail'));
  expect(await host.run()).toMatchObject({ structuredContent: { text: 'Done.' } });
  expect(host.told()).toEqual([
    expect.stringContaining('svc_run_start can ask'),
    expect.stringContaining('consent'),
  ]);
});

verifies('mcp.tools.svc_run', 'a call that is cancelled at once starts no run, or stops it', async () => {
  const { pipes, reached, holdStartsUntil } = await asked({});
  pipes.send(INITIALIZE);
  await pipes.answerTo('init');
  for (const meta of [{}, modernMeta({})]) {
    const id = `call ${JSON.stringify(meta).length}`;
    const call = { name: 'svc_run', arguments: { task: 'work' }, _meta: meta };
    // What comes after the cancellation is answered, so that was read.
    const isRead = pipes.answerTo(`after ${id}`);
    holdStartsUntil(isRead);
    pipes.input.write(
      [
        { jsonrpc: '2.0', id, method: 'tools/call', params: call },
        { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } },
        {
          jsonrpc: '2.0',
          id: `after ${id}`,
          method: 'tools/call',
          params: { name: 'svc_memory', arguments: { namespace: 'facts' }, _meta: meta },
        },
      ]
        .map((message) => `${JSON.stringify(message)}\n`)
        .join(''),
    );
    await isRead;
  }
  // The cancellation may be read only after the run was started.
  const ending = (path: string) => reached.filter((url) => url.endsWith(path)).length;
  await until('what was started is stopped', () => ending('/abort') === ending('/runs'));
  expect(ending('/events')).toBe(0);
});
