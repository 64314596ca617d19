import { expect } from '@jest/globals';
import { RunModel } from '../../src/page/conversation/run-model.ts';
import type { RunEvent } from '../../src/page/engine/run-events.ts';
import { verifies } from '../spec/verifies.ts';

// A browser has them; nothing here waits for a frame.
Object.assign(globalThis, { requestAnimationFrame: () => 0, cancelAnimationFrame: () => undefined });

verifies('models.tagged-thoughts', 'the page takes text back that was thoughts', () => {
  const run = new RunModel('r');
  run.task('do it', []);
  const events = [
    { type: 'text', data: { text: 'Hm.\n' } },
    { type: 'thinking', data: { summary: 'Hm.\n', replacesText: true } },
    { type: 'text', data: { text: 'Yes.' } },
    {
      type: 'done',
      data: { runId: 'r', text: 'Yes.', stopReason: 'end_turn', usage: {}, costUsd: 0, durationMs: 1 },
    },
  ];
  events.forEach((event, at) => run.take({ id: at + 1, ...event } as unknown as RunEvent));
  const told = run.items.value.map((item) =>
    item.kind === 'answer' || item.kind === 'thinking' ? [item.kind, item.text.value] : [item.kind],
  );
  expect(told).toEqual([['task'], ['thinking', 'Hm.\n'], ['answer', 'Yes.']]);
});
