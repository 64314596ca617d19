import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { FakeElement } from '../../doubles/fake-element.ts';

const page = new URL('../../../src/adapters/in/http/page/', import.meta.url);
const { document, sessionStorage, fetch, confirm, prompt } = globalThis as Readonly<Record<string, unknown>>;
let sent: string[] = [];
let typed: (string | null)[] = [];

/** Other things that the list of threads needs. */
class ListElement extends FakeElement {
  readonly dataset: Record<string, string> = {};
}

beforeEach(() => {
  sent = [];
  Object.assign(globalThis, {
    document: { createElement: (tag: string) => new ListElement(tag), activeElement: null, title: '' },
    sessionStorage: { getItem: () => null },
    confirm: () => true,
    prompt: () => typed.shift() ?? null,
    fetch: async (path: string, { method }: { method: string }) => {
      if (method === 'GET') {
        const thread = {
          threadId: 't1',
          title: 'Notes',
          archived: false,
          updatedAt: '2026-01-02T00:00:00.000Z',
        };
        return new Response(JSON.stringify({ threads: [thread], nextCursor: null }));
      }
      sent.push(`${method} ${path}`);
      if (path.includes('?')) return new Response(null, { status: 204 });
      return new Response(JSON.stringify({ detail: 'Changes wait.', code: 'changes_pending' }), {
        status: 409,
      });
    },
  });
});
afterEach(() => {
  Object.assign(globalThis, { document, sessionStorage, fetch, confirm, prompt });
});

const settled = () => new Promise((resolve) => setImmediate(resolve));

test.each<[readonly (string | null)[], readonly string[]]>([
  [['undo'], ['DELETE /api/threads/t1?changes=undo']],
  [['keep'], ['DELETE /api/threads/t1?changes=keep']],
  [[null], []],
])('a thread with changes is deleted with them kept, undone, or not at all: %j', async (answers, then) => {
  typed = [...answers];
  const { threadList } = (await import(new URL('threads.js', page).pathname)) as {
    threadList: (on: object) => { refresh(): Promise<void>; open(threadId: string): void };
  };
  const list = new ListElement('ul');
  const get = (id: string) => (id === 'threads' ? list : new ListElement(id));
  const problems: unknown[] = [];
  const threads = threadList({
    get,
    onDeleted: () => undefined,
    onProblem: (problem: unknown) => problems.push(problem),
  });
  await threads.refresh();
  threads.open('t1');
  list.all('button').at(-1)?.fire('click');
  await settled();
  expect([sent, problems]).toEqual([['DELETE /api/threads/t1', ...then], []]);
});
