import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { leaveNotices, notices, say } from '../../src/page/app/notices.ts';

const texts = () => notices.value.map(({ text }) => text);
const act = { label: 'Undo', act: () => undefined };

beforeEach(() => {
  jest.useFakeTimers({ now: 0 });
  notices.value = [];
});
afterEach(() => void jest.useRealTimers());

it('says the last piece of news, beside what can be taken back', async () => {
  say('one');
  say('two');
  expect(texts()).toEqual(['two']);
  say('deleted a', act);
  say('deleted b', act);
  say('three');
  expect(texts()).toEqual(['deleted a', 'deleted b', 'three']);
  await jest.advanceTimersByTimeAsync(9_000);
  expect(texts()).toEqual(['deleted a', 'deleted b']);
});

it('news does not follow a person elsewhere, unless it is why they are led there', async () => {
  say('old news');
  await jest.advanceTimersByTimeAsync(3_000);
  say('deleted', act);
  leaveNotices();
  expect(texts()).toEqual(['deleted']);
  say('this is gone');
  leaveNotices();
  expect(texts()).toEqual(['deleted', 'this is gone']);
});
