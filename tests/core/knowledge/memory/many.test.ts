import { expect, jest } from '@jest/globals';
import { fromOwner } from '../../../../src/core/knowledge/memory/model.ts';
import { memoryOver } from '../../../harness/memory.ts';
import { verifies } from '../../../spec/verifies.ts';

jest.setTimeout(120_000);

/** More than the argument limit of a call, and less than a namespace holds. */
const MANY = 150_000;

verifies(
  'memory.large',
  'deleting more entries than a call takes arguments reports all of them',
  async () => {
    const { memory, close } = memoryOver();
    const text = Array.from({ length: MANY }, (_, index) => `gone ${index}`).join('\n');
    await memory.replace('knowledge', text, fromOwner);
    expect(await memory.forgetAnywhere(null, 'gone')).toHaveLength(MANY);
    expect((await memory.read('knowledge')).entries).toHaveLength(0);
    await close();
  },
);
