import { expect, it } from '@jest/globals';
import { stateOf, tabTitle } from '../../src/page/app/tab-title.ts';
import type { Thread } from '../../src/page/engine/client.ts';
import { verifies } from '../spec/verifies.ts';

const thread = (more: Partial<Thread>): Thread =>
  ({
    title: 'Harbour',
    pendingPrompt: null,
    activeRunId: null,
    pendingChangeset: null,
    unread: false,
    archived: false,
    ...more,
  }) as unknown as Thread;
const prompt = {} as Thread['pendingPrompt'];

it('names the most urgent of what a thread does and wants', () => {
  const changes = { runId: 'r', fileCount: 1 };
  expect(stateOf(thread({ pendingPrompt: prompt, activeRunId: 'r', unread: true })).name).toBe('waiting');
  expect(stateOf(thread({ activeRunId: 'r', pendingChangeset: changes })).name).toBe('running');
  expect(stateOf(thread({ pendingChangeset: changes, unread: true })).name).toBe('changes');
  expect(stateOf(thread({ unread: true, archived: true })).name).toBe('unread');
  expect(stateOf(thread({})).text).toBe('');
});

verifies('page.running.known', 'says of nothing that it runs or waits while the engine is away', () => {
  expect(stateOf(thread({ pendingPrompt: prompt, activeRunId: 'r' }), true).name).toBe('none');
  expect(tabTitle(0, thread({ activeRunId: 'r' }), '', true)).toBe('Harbour · svc');
});

it('says in the title of the tab how much wants the person, and what the open thread does', () => {
  expect(tabTitle(0, undefined, '')).toBe('svc');
  expect(tabTitle(2, undefined, 'Settings')).toBe('(2) Settings · svc');
  expect(tabTitle(0, undefined, 'Contacts', false, 'Anna')).toBe('Anna · Contacts · svc');
  expect(tabTitle(0, thread({ activeRunId: 'r' }), 'Conversation')).toBe('[running] Harbour · svc');
  expect(tabTitle(1, thread({ pendingPrompt: prompt }), '')).toBe('(1) [waits for you] Harbour · svc');
});
