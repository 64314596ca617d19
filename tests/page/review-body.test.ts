import { expect, it } from '@jest/globals';
import { reviewOf } from '../../src/page/review/review-body.ts';

it("sends the person's decision", () => {
  const set = { runId: 'r', files: [{ path: 'a' }, { path: 'b' }] };
  expect(reviewOf(set, ['a', 'b'])).toEqual({ action: 'accept', runId: 'r' });
  expect(reviewOf(set, [])).toEqual({ action: 'rollback', runId: 'r' });
  expect(reviewOf(set, ['b'])).toEqual({ action: 'partial', runId: 'r', rolledBackFiles: ['a'] });
});
