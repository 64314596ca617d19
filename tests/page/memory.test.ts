import { expect, it } from '@jest/globals';
import { kind, query, showAdded, shown } from '../../src/page/memory/memories.ts';

it('shows what was just written down, whatever the list showed before', () => {
  [query.value, shown.value, kind.value] = ['tea', 'past', 'knowledge'];
  showAdded('learnings');
  expect([query.value, shown.value, kind.value]).toEqual(['', 'current', 'learnings']);
});
