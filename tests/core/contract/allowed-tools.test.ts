import { expect, test } from '@jest/globals';
import { agentTools } from '../../../src/contract/agent/tools.ts';

test('a tool whose name does not count as a permission says so', () => {
  const byInput = agentTools.filter(({ consent }) => typeof consent !== 'string');
  // They change files or tasks: what is allowed by name counts for them.
  const byName = [
    'complete_task',
    'create_task',
    'delete_file',
    'drive_read',
    'edit_file',
    'rename_file',
    'update_task',
    'write_file',
  ];
  expect(
    byInput
      .filter(({ beforehand }) => beforehand === undefined)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(byName);
  const asks = agentTools.filter(({ consent }) => consent === 'change_self' || consent === 'exec');
  expect(asks.filter(({ beforehand }) => beforehand !== 'never')).toEqual([]);
});
