import { expect, test } from '@jest/globals';
import { requirements, type RequirementId } from './requirements.ts';

/**
 * A test that proves these requirements; `coverage.test.ts` finds it by this call, so the ids are literals.
 * One that passes without an assertion fails: naming a requirement proves nothing.
 */
export function verifies(
  ids: RequirementId | readonly RequirementId[],
  summary: string,
  body: () => Promise<void> | void,
): void {
  const cited = typeof ids === 'string' ? [ids] : ids;
  const unknown = cited.filter((id) => !(id in requirements));
  if (unknown.length > 0) throw new Error(`no such requirement: ${unknown.join(', ')}`);
  test(`${summary} [${cited.join(', ')}]`, async () => {
    expect.hasAssertions();
    await body();
  });
}
