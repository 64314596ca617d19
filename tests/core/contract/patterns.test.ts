import { expect, it } from '@jest/globals';
import { agentTools } from '../../../src/contract/agent/tools.ts';
import { httpRows } from '../../../src/contract/http/rows.ts';
import { configKeys } from '../../../src/core/instance/config/keys.ts';
import { demandOf, NOT_BLANK } from '../../../src/core/kernel/patterns.ts';

function patternsIn(value: unknown, found: Set<string>): Set<string> {
  if (typeof value !== 'object' || value === null) return found;
  for (const [key, part] of Object.entries(value))
    if (key === 'pattern' && typeof part === 'string') found.add(part);
    else patternsIn(part, found);
  return found;
}

it('every pattern of what is sent says in words what it demands', () => {
  const found = new Set<string>();
  for (const { body, query, headers } of Object.values(httpRows)) patternsIn([body, query, headers], found);
  for (const { input } of agentTools) patternsIn(input, found);
  for (const { value } of Object.values(configKeys)) patternsIn(value.schema, found);
  expect(found.size).toBeGreaterThan(15);
  expect([...found].filter((pattern) => pattern !== NOT_BLANK && demandOf(pattern) === null)).toEqual([]);
});

it('a pattern that nobody has put in words demands nothing that could be told', () => {
  expect(demandOf('^(a+)+$')).toBeNull();
  expect(demandOf('constructor')).toBeNull();
});
