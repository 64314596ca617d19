import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { ensureStorage } from '../../src/page/app/browser-storage.ts';
import { forgetConversations, OF_A_PERSON, OF_THE_PAGE } from '../../src/page/app/leave-browser.ts';

const page = fileURLToPath(new URL('../../src/page/', import.meta.url));
/**
 * Of the channel between tabs, in which nothing is kept; the look for whether anything can be; and what the tab has asked an
 * account elsewhere for, until it comes back.
 */
const NOT_KEPT = ['threads', '', 'account-for'];

it('says of each key that the page keeps in the browser whether it goes when a person leaves', () => {
  const written = readdirSync(page, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/u.test(name))
    .flatMap((name) => [...readFileSync(join(page, name), 'utf8').matchAll(/['`]svc\.([a-z.-]+)/gu)])
    .map(([, key = '']) => (key.startsWith('draft.') ? 'draft.' : key));
  const known: readonly string[] = [...OF_A_PERSON, ...OF_THE_PAGE, ...NOT_KEPT];
  expect(new Set(written)).toContain('profile.');
  expect(written.filter((key) => !known.includes(key))).toEqual([]);
});

it('forgets what is of a person, and keeps how the page looks', () => {
  ensureStorage(globalThis);
  localStorage.clear();
  const keys = [...OF_A_PERSON, ...OF_THE_PAGE].map((name) =>
    name.endsWith('.') ? `svc.${name}01900000` : `svc.${name}`,
  );
  for (const key of [...keys, 'other']) localStorage.setItem(key, 'kept');
  forgetConversations();
  expect(Object.keys(localStorage)).toEqual([...OF_THE_PAGE.map((name) => `svc.${name}`), 'other']);
});
