import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from '@jest/globals';
import { removeTemporaryDirs, temporaryDir } from '../harness/in-process-engine.ts';
import { others } from './others.ts';

afterEach(removeTemporaryDirs);

/**
 * The scenarios of the official suite for clients. Not those of `auth/`, where a login needs its owner; nor those that
 * want a client to repeat what the suite tells it in a variable of its own.
 */
const scenarios = [
  'initialize',
  'tools_call',
  'elicitation-sep1034-client-defaults',
  'sse-retry',
  'request-metadata',
  'sep-2322-client-request-state',
  'http-standard-headers',
  'http-invalid-tool-headers',
  'json-schema-ref-no-deref',
];

const client = fileURLToPath(new URL('client-under-test.ts', import.meta.url));
const command = `"${process.execPath}" --disable-warning=ExperimentalWarning "${client}"`;

test.each(scenarios)(
  'the client of tool servers passes %s of the official suite',
  async (scenario) => {
    const args = ['client', '--command', command, '--scenario', scenario];
    const { code, stdout, stderr } = await others('conformance', args, temporaryDir());
    expect(stdout + stderr).toMatch(/Passed: (\d+)\/\1, 0 failed/u);
    expect(code).toBe(0);
  },
  60_000,
);
