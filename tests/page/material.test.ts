import { expect, it } from '@jest/globals';
import { RunModel } from '../../src/page/conversation/run-model.ts';

it('shows what a program sent with its task as material, and only the task as the task', () => {
  const run = new RunModel('01900000-0000-7000-8000-000000000001');
  run.message({
    seq: 1,
    role: 'user',
    runId: '01900000-0000-7000-8000-000000000001',
    createdAt: '2026-11-23T09:00:00.000Z',
    content: [
      { type: 'text', text: 'Look at these.' },
      { type: 'text', text: '<attachment name="a.txt">…' },
    ],
  });
  expect(run.items.value).toMatchObject([
    { kind: 'task', text: 'Look at these.' },
    { kind: 'material', text: '<attachment name="a.txt">…' },
  ]);
  expect(run.taskText).toBe('Look at these.');
});
