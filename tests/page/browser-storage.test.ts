import { expect, test } from '@jest/globals';
import { ensureStorage } from '../../src/page/app/browser-storage.ts';

test('keeps in the page what a browser that blocks its storage does not keep', () => {
  const blocked = Object.defineProperty({}, 'localStorage', {
    configurable: true,
    get: () => {
      throw new Error('The operation is insecure.');
    },
  }) as { localStorage: Storage };
  ensureStorage(blocked);
  const { localStorage } = blocked;
  expect(localStorage.getItem('svc.theme')).toBeNull();
  expect(localStorage.getItem('getItem')).toBeNull();
  localStorage.setItem('svc.theme', 'dark');
  localStorage.setItem('svc.language', 'de');
  expect(Object.keys(localStorage)).toEqual(['svc.theme', 'svc.language']);
  localStorage.removeItem('svc.theme');
  expect([localStorage.getItem('svc.theme'), localStorage.getItem('svc.language')]).toEqual([null, 'de']);
  localStorage.clear();
  expect(Object.keys(localStorage)).toEqual([]);
});

test('leaves the storage of a browser that has one', () => {
  const localStorage = { getItem: () => null };
  const scope = { localStorage };
  ensureStorage(scope);
  expect(scope.localStorage).toBe(localStorage);
});
