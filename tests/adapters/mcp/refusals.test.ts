import { say as sayOfSetup } from '../../../src/contract/setup-says.ts';
import { inEnglish } from '../../../src/contract/words/english.ts';
import { expect, test } from '@jest/globals';
import { refuseRequest, toProblem } from '../../../src/contract/problem.ts';
import { UnusableSetup } from '../../../src/main/unusable-setup.ts';
import { engineLink } from '../../../src/main/serving/engine-link.ts';
import { isRefusal } from '../../../src/core/kernel/refusal.ts';
import { refuse } from '../../../src/core/execution/tool-runs/errors.ts';
import { engineSays, INITIALIZE, NOWHERE, openTestPipes, type TestPipes } from '../../harness/tool-server.ts';
import { RecordingLog } from '../../doubles/recording-log.ts';
import { say } from '../../../src/contract/request-says.ts';

let pipes: TestPipes;

/** What a host gets for a call whose engine fails with this. */
async function told(error: unknown, name: string, args: object): Promise<Record<string, unknown>> {
  const problem = toProblem(error, 'the-id');
  pipes = await openTestPipes({
    dataDir: NOWHERE,
    engine: async () => engineSays(problem, problem.status),
  });
  pipes.send(INITIALIZE);
  await pipes.answerTo('init');
  pipes.send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });
  const { result } = (await pipes.answerTo(1)) as {
    result: { isError: boolean; structuredContent: Record<string, unknown>; content: { text: string }[] };
  };
  expect([result.isError, JSON.parse(result.content[0]?.text ?? '')]).toEqual([
    true,
    result.structuredContent,
  ]);
  return result.structuredContent;
}

test('a refusal is told once, with its facts and without what belongs to HTTP', async () => {
  const busy = refuse.tool_run_in_progress({ run_id: 'r', limit: 1 });
  expect(await told(busy, 'svc_run_start', { task: 'x' })).toEqual({
    code: 'tool_run_in_progress',
    error: expect.any(String),
    says: [{ code: 'tool_runs.tool_run_in_progress', facts: { run_id: 'r', limit: 1 } }],
    run_id: 'r',
    limit: 1,
  });
});

test('an internal failure names the id that the log has', async () => {
  expect(await told(new Error('secret'), 'svc_poll', { run_id: 'r' })).toEqual({
    code: 'internal',
    error: expect.stringMatching(/under the-id\. Try again/u),
  });
});

test('arguments that do not fit are all named', async () => {
  const { code, error } = await told(null, 'svc_run_start', { task: '', session: 'x', files: [{ name: 7 }] });
  expect(code).toBe('invalid_request');
  for (const argument of ['task', 'session', 'files.0']) expect(error).toContain(argument);
  expect(error).not.toMatch(/route|request/u);
});

test('half of a character is refused, wherever it stands', async () => {
  for (const half of [{ task: 'a\ud800' }, { task: 'x', files: [{ name: '\udc00', content: 'x' }] }]) {
    expect(await told(null, 'svc_run_start', half)).toMatchObject({ code: 'invalid_encoding' });
    await pipes.stop();
  }
});

test('a batch of none or too many is refused with the limit', async () => {
  const none = await told(null, 'svc_batch', { requests: [] });
  expect(none).toMatchObject({
    code: 'invalid_request',
    error: expect.stringContaining('requests must not be empty'),
  });
  await pipes.stop();
  const requests = Array.from({ length: 1_001 }, (_, at) => ({ id: `${at}`, task: 'x' }));
  const many = await told(null, 'svc_batch', { requests });
  expect(many).toMatchObject({ code: 'invalid_request', error: expect.stringContaining('1000') });
});

test('a wrong cursor of svc_status is told in the words of tools', async () => {
  const error = refuseRequest.invalid_request({ violations: [] });
  expect(await told(error, 'svc_status', { batch_id: 'b', cursor: 'x' })).toMatchObject({
    code: 'invalid_request',
    error: expect.stringMatching(/nextCursor that svc_status has returned/u),
  });
});

test('where no engine can be had, the host is told where the reason is and what to do', async () => {
  const log = new RecordingLog();
  const why = sayOfSetup('setup.hung');
  const attachedOrOwn = () => Promise.reject(new UnusableSetup(why));
  const link = engineLink({ attachedOrOwn }, log);
  const failure: unknown = await link.client['health.get']().catch((error: unknown) => error);
  expect(isRefusal(failure) && failure.says).toEqual([say('request.engine_not_available')]);
  expect(log.lines).toMatchObject([{ level: 'error', facts: { reason: inEnglish(why) } }]);
});
