import { expect, test } from '@jest/globals';
import { agentTools } from '../../../../src/contract/agent/tools.ts';
import { readingTools } from '../../../../src/core/automation/triggers/tools-of-run.ts';
import type { Tool } from '../../../../src/core/execution/runs/port.ts';

test('a run that reads a watched page has no tool that reaches beyond this machine', () => {
  const names = readingTools(agentTools as unknown as readonly Tool[]).map(({ name }) => name);
  expect(names).toContain('read_file');
  expect(names.filter((name) => /^(?:drive|docs|sheets|web|http|spawn)_|page/u.test(name))).toEqual([]);
});
