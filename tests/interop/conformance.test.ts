import { expect, test } from '@jest/globals';
import { temporaryDir } from '../harness/in-process-engine.ts';
import { listening, others } from './others.ts';

const TASKS =
  'an extension that is not in the specification of the protocol; svc_run_start and svc_poll are what it is for';

/** Scenarios that no revision requires, and why this server does not pass them. */
const notApplicable: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '2025-11-25': {},
  '2026-07-28': {
    'tasks-lifecycle': TASKS,
    'tasks-capability-negotiation': TASKS,
    'tasks-wire-fields': TASKS,
    'tasks-request-state-removal': TASKS,
    'tasks-mrtr-input': TASKS,
    'tasks-request-headers': TASKS,
    'tasks-dispatch-and-envelope': TASKS,
    'tasks-required-task-error': TASKS,
    'tasks-mrtr-composition': TASKS,
    'http-custom-header-server-validation':
      'no tool of ours asks for a header of its own; the reference server does not pass it either',
  },
};

for (const revision of Object.keys(notApplicable))
  test(`the official suite passes for revision ${revision}`, async () => {
    const server = await listening({ SVC_DATA_DIR: temporaryDir(), SVC_TEST_MCP_FIXTURES: '1' });
    const args = ['server', '--url', `${server.origin}/mcp`, '--requirements', revision];
    const { code, stdout } = await others('conformance', args, temporaryDir());
    const summary = stdout.slice(stdout.indexOf('=== SUMMARY ==='));
    const [scored = '', ...rest] = summary.split(/^Not scored.*$/mu);
    const failed = new Set(
      [...scored.matchAll(/^✗ (?<name>[\w-]+)/gmu)].map(({ groups }) => groups?.['name']),
    );
    expect([...failed].toSorted()).toEqual(Object.keys(notApplicable[revision] ?? {}).toSorted());
    // A suite that ran nothing would pass, too.
    expect([...scored.matchAll(/^✓ /gmu)].length).toBeGreaterThan(30);
    expect(rest).toHaveLength(1);
    expect(code).toBe(0);
  }, 60_000);
