import { afterEach, beforeEach, expect } from '@jest/globals';
import { FakeElement } from '../../doubles/fake-element.ts';
import { verifies } from '../../spec/verifies.ts';

const page = new URL('../../../src/adapters/in/http/page/', import.meta.url);
const { document, sessionStorage } = globalThis as Readonly<Record<string, unknown>>;

beforeEach(() => {
  const createElement = (tag: string) => new FakeElement(tag);
  Object.assign(globalThis, { document: { createElement }, sessionStorage: { getItem: () => null } });
});
afterEach(() => {
  Object.assign(globalThis, { document, sessionStorage });
});

const CONSENT = {
  promptId: 'p1',
  question: 'Send to a.example.',
  options: ['Allow once', 'No'],
  allowFreeText: true,
  expiresAt: '2026-01-02T00:00:00.000Z',
};

verifies('prompts.reply.named', 'every answer of the page names its prompt', async () => {
  const { promptForm } = (await import(new URL('prompt.js', page).pathname)) as {
    promptForm: (prompt: typeof CONSENT, reply: (body: unknown) => Promise<void>) => FakeElement;
  };
  const replies: unknown[] = [];
  const form = promptForm(CONSENT, async (body) => void replies.push(body));
  form
    .all('button')
    .find(({ words: label }) => label.trim() === 'Allow once')
    ?.fire('click');
  const [words] = form.all('input');
  if (!words) throw new Error('own words are possible');
  words.value = 'Only to b.example.';
  form.fire('submit');
  expect(replies).toEqual([
    { answer: 'Allow once', promptId: 'p1' },
    { answer: 'Only to b.example.', promptId: 'p1' },
  ]);
});
