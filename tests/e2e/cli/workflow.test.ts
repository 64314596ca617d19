import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect } from '@jest/globals';
import { StepModel } from '../../doubles/step-model.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { svcHere } from '../../harness/in-process-svc.ts';
import { startRestartable, type RestartableEngine } from '../../harness/restartable-engine.ts';
import { step } from '../../harness/workflows.ts';
import { verifies } from '../../spec/verifies.ts';

let engine: RestartableEngine;
let file: string;
beforeAll(async () => {
  engine = await startRestartable({
    models: { open: async () => new StepModel(new Map([['bad', 'fails']]), () => false) },
  });
  file = join(temporaryDir(), 'workflow.json');
});

const svc = (...args: readonly string[]) => svcHere(engine.dataDir, ['workflow', ...args]);
const written = (workflow: unknown) =>
  writeFileSync(file, typeof workflow === 'string' ? workflow : JSON.stringify(workflow));
const added = async (workflow: object): Promise<string> => {
  written(workflow);
  const { stdout } = await svc('add', file, '--yes');
  return stdout.trim();
};

verifies(
  'workflows.terminal',
  'svc workflow add shows what a run may do and can cost, and asks',
  async () => {
    written({ name: 'W', steps: [step('a')], permissions: { folders: ['reports'] } });
    const unasked = await svc('add', file);
    expect(unasked).toMatchObject({ code: 1, stdout: '' });
    for (const fact of ['"reports"', '$1', '--yes']) expect(unasked.stderr).toContain(fact);
    expect((await svc()).stdout).toBe('');
    const saved = await svc('add', file, '--yes');
    expect(saved).toMatchObject({ code: 0, stdout: expect.stringMatching(/^[0-9a-f]{12}\n$/u) });
    expect((await svc()).stdout).toContain('W  1 step  up to $1');
    // What is printed of one can be added again.
    const shown = await svc('show', saved.stdout.trim(), '--json');
    written(shown.stdout);
    expect((await svc('add', file, '--yes')).code).toBe(0);
  },
);

verifies(
  'workflows.terminal',
  'a file that is no workflow is refused, with the place and what may be meant',
  async () => {
    const step1 = step('a');
    for (const [what, place, meant] of [
      ['{', '', ''],
      ['[]', '', ''],
      [{ name: 'W', steps: [step1], stesp: [] }, 'stesp', ''],
      [{ name: 'W', steps: [step1, { stepId: 'write', tsak: 'x' }] }, '"write"', '"task"'],
      [{ name: 'W', steps: [{ ...step1, dependOn: [] }] }, '"a"', 'dependsOn'],
      [{ name: 'W', steps: [{ task: 'x' }] }, '1', '"stepId"'],
      [{ name: 'W', steps: [{ ...step1, dependsOn: [7] }] }, '"a"', '"dependsOn.0"'],
      [{ name: 'W', steps: ['a'] }, '1', ''],
      [{ name: 'W', steps: [step1], parameters: [{ name: 'day', typ: 'string' }] }, '"day"', 'type'],
      [{ name: 'W', steps: [step1], permissions: { folder: ['x'] } }, '"permissions.folder"', 'folders'],
    ] as const) {
      written(what);
      const { code, stderr } = await svc('add', file, '--yes');
      expect([code, stderr]).toEqual([1, expect.stringContaining(place)]);
      expect(stderr).toContain(meant);
    }
    expect((await svc('add', join(file, 'nothing'), '--yes')).code).toBe(1);
  },
);

verifies(
  'workflows.terminal',
  'svc workflow run follows a run, and prints the results of its last steps',
  async () => {
    const id = await added({
      name: 'W',
      parameters: [{ name: 'day' }],
      steps: [step('a'), step('b', ['a'])],
    });
    const done = await svc('run', id.slice(0, 6), '--param', 'day=monday');
    expect(done).toMatchObject({ code: 0, stdout: 'done b\n' });
    expect(done.stderr).toMatch(/a {2}completed .*\n[^]*b {2}completed [^]*W {2}completed \(not checked\)/u);
    const unfit = await svc('run', id, '--param', 'dya=monday');
    expect(unfit).toMatchObject({ code: 1, stderr: expect.stringContaining('Perhaps day is meant.') });
    expect(await svc('run', id, '--param', 'monday')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('name and a value'),
    });
  },
);

verifies('workflows.terminal', 'a failed run ends with 1, is shown, and is done again', async () => {
  const id = await added({ name: 'F', steps: [step('a'), step('bad', ['a'])] });
  const failed = await svc('run', id);
  expect(failed).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('The step bad failed: It fails.'),
  });
  const [run = ''] = (await svc('runs', '--workflow', id)).stdout.split(' ');
  const status = await svc('status', run);
  expect(status.stdout).toMatch(/F {2}failed[^]*a {2}completed[^]* {4}done a\nbad {2}failed/u);
  const notices = await svcHere(engine.dataDir, ['trigger', 'notices']);
  expect(notices.stdout).toContain(`Failed: F`);
  expect(notices.stdout).toContain(`See it with: svc workflow status ${run}`);
  expect((await svc('retry', run)).code).toBe(1);
  expect((await svc('status', run)).stdout).toContain('bad  failed  attempt 2');
  expect((await svc('stats')).stdout).toMatch(/F {2}bad {2}2 runs {2}2 failed/u);
  expect(await svc('stop', run)).toMatchObject({ code: 1 });
  expect((await svc('remove', id)).code).toBe(0);
  expect((await svc('status', run)).code).toBe(0);
});
