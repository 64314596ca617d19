import { expect, it } from '@jest/globals';
import { whereOf } from '../../src/page/settings/grant-in-words.ts';

const nowhere = { threadId: null, triggerId: null, workflowId: null };

it('says where a permission counts, by the name of what it belongs to', () => {
  const none = () => undefined;
  expect(whereOf(nowhere, none)).toBeNull();
  expect(whereOf({ ...nowhere, threadId: 't' }, none)).toEqual({
    words: 'in one conversation',
    area: 'conversation',
    id: 't',
  });
  expect(whereOf({ ...nowhere, triggerId: 'a' }, () => 'Mornings')).toEqual({
    words: 'only in the automation “Mornings”',
    area: 'automation',
    id: 'a',
  });
  expect(whereOf({ ...nowhere, workflowId: '01900000-0000-7000-8000-0000000000ab' }, none)).toMatchObject({
    words: 'only in the workflow “000000ab”',
  });
});
