import { expect, test } from '@jest/globals';
import { likeFirst, withoutSecrets } from '../../src/page/parts/kept.ts';

test('neither a secret field nor an address with a password is written to the disk', () => {
  const typed = {
    name: 'mine',
    api_key: 'sk-1',
    api_base_url: 'https://me:hidden@host.example/v1',
    note: 'a@b.example, https://host.example/@me',
  };
  expect(withoutSecrets(typed, ['api_key'])).toEqual({ name: 'mine', note: typed.note });
  expect(withoutSecrets('primary', [])).toBe('primary');
});

test('what an earlier page kept comes back as far as it has the same form', () => {
  const first = { name: '', tools: {} as Record<string, boolean>, most: '' };
  const kept = { name: 'mine', tools: { google: false, odd: {} }, most: 7, more: ['x'] };
  expect(likeFirst(kept, first)).toEqual({ name: 'mine', tools: { google: false }, most: '' });
  expect([likeFirst(undefined, first), likeFirst('x', first), likeFirst(null, first)]).toEqual([
    first,
    first,
    first,
  ]);
  expect([likeFirst(7, 'a'), likeFirst('b', 'a')]).toEqual(['a', 'b']);
});
