import { expect, test } from '@jest/globals';
import { temporaryDir } from '../harness/in-process-engine.ts';
import { launcher, listening, others } from './others.ts';

const run = ['--method', 'tools/call', '--tool-name', 'svc_run', '--tool-arg', 'task=help'];

async function inspected(args: readonly string[]): Promise<unknown> {
  const { code, stdout, stderr } = await others('mcp-inspector', ['--cli', ...args], temporaryDir());
  if (code !== 0) throw new Error(`the inspector ended with ${code}: ${stderr}`);
  return JSON.parse(stdout);
}

const answered = { structuredContent: { text: expect.stringContaining('demo model') } };

test('the inspector runs a task over stdio', async () => {
  const env = ['-e', `SVC_DATA_DIR=${temporaryDir()}`, '-e', 'SVC_DEMO=1'];
  const command = [process.execPath, launcher, '--mcp-server'];
  expect(await inspected([...env, ...command, ...run])).toMatchObject(answered);
}, 60_000);

test('the inspector lists the tools and runs a task over HTTP, by both transports', async () => {
  const server = await listening({ SVC_DATA_DIR: temporaryDir() });
  const list = await inspected([`${server.origin}/mcp`, '--transport', 'http', '--method', 'tools/list']);
  expect((list as { tools: unknown[] }).tools).toHaveLength(10);
  expect(await inspected([`${server.origin}/mcp`, '--transport', 'http', ...run])).toMatchObject(answered);
  expect(await inspected([`${server.origin}/sse`, '--transport', 'sse', ...run])).toMatchObject(answered);
}, 60_000);
