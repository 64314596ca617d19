import { expect, test } from '@jest/globals';
import { offeredIn } from '../../../../src/core/execution/runs/offered-tools.ts';
import { aTool } from '../../../harness/core.ts';

const answering = async () => ({ output: '', success: true });

test('what is not connected is left out, and the same tools are the same list', () => {
  let isConnected = false;
  const mail = { ...aTool('mail', answering), isOffered: () => isConnected };
  const all = [aTool('files', answering), mail];
  const box = { tools: () => [...all] };
  const before = offeredIn(box);
  expect(before.map(({ name }) => name)).toEqual(['files']);
  expect(offeredIn(box)).toBe(before);
  isConnected = true;
  const connected = offeredIn(box);
  expect(connected.map(({ name }) => name)).toEqual(['files', 'mail']);
  expect(offeredIn(box)).toBe(connected);
});
