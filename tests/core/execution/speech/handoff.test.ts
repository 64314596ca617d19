import { getEventListeners } from 'node:events';
import { expect, test } from '@jest/globals';
import { Handoff } from '../../../../src/core/execution/speech/handoff.ts';

test('what was taken leaves nothing waiting for the end of the call', async () => {
  const handoff = new Handoff<string>();
  const { signal } = new AbortController();
  const put = handoff.put('a', signal);
  const reader = handoff.read(() => undefined);
  expect((await reader.next()).value).toBe('a');
  handoff.end();
  expect((await reader.next()).done).toBe(true);
  await put;
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
