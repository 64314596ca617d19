import { expect, it } from '@jest/globals';
import { foundWords, stateSince } from '../../src/page/memory/in-words.ts';
import { kind, query, showAdded, shown } from '../../src/page/memory/memories.ts';

it('counts the memories that fit, not those noted beside one', () => {
  const fits = { reasons: ['words' as const] };
  const beside = { reasons: ['time' as const, 'neighbours' as const] };
  expect(foundWords([fits, beside, beside, beside], 50)).toBe(
    '1 memory fits · 3 were noted next to one that fits',
  );
  expect(foundWords([fits, fits, beside], 50)).toBe('2 memories fit · 1 was noted next to one that fits');
  expect(foundWords([fits, fits], 50)).toBe('2 memories fit');
  expect(foundWords([fits, fits], 2)).toBe('The 2 memories that fit best');
});

it('says when a memory was forgotten or replaced', () => {
  const at = '2026-05-31T12:00:00.000Z';
  expect(stateSince({ supersededAt: null, supersededBy: null })).toBe('holds');
  expect(stateSince({ supersededAt: at, supersededBy: null })).toMatch(/^was forgotten, May 31, 2026/u);
  expect(stateSince({ supersededAt: at, supersededBy: 'x' })).toMatch(/^was replaced, May 31, 2026/u);
});

it('shows what was just written down, whatever the list showed before', () => {
  [query.value, shown.value, kind.value] = ['tea', 'past', 'knowledge'];
  showAdded('learnings');
  expect([query.value, shown.value, kind.value]).toEqual(['', 'current', 'learnings']);
});
