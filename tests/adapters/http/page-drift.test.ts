import { beforeEach, expect, test } from '@jest/globals';

interface Thread {
  readonly messageCount: number;
  readonly activeRunId: string | null;
  readonly pendingChangeset: { readonly runId: string; readonly fileCount: number } | null;
}
interface Drift {
  shows(thread: Thread | null): void;
  look(): Promise<void>;
}
type Make = (deps: { read: () => Promise<Thread | null>; onDrift: () => void }) => Drift;

const module = new URL('../../../src/adapters/in/http/page/drift.js', import.meta.url);
const STILL: Thread = { messageCount: 2, activeRunId: null, pendingChangeset: null };

let thread: Thread | null;
let asked = 0;
let drifted = 0;
let drift: Drift;
beforeEach(async () => {
  [thread, asked, drifted] = [STILL, 0, 0];
  const { threadDrift } = (await import(module.pathname)) as { threadDrift: Make };
  const read = async () => {
    asked += 1;
    return thread;
  };
  drift = threadDrift({ read, onDrift: () => (drifted += 1) });
});

const ofLook = async (found: Thread | null): Promise<number> => {
  thread = found;
  drifted = 0;
  await drift.look();
  return drifted;
};

test('an up-to-date thread leaves the page alone', async () => {
  drift.shows(STILL);
  expect([await ofLook({ ...STILL }), await ofLook(null)]).toEqual([0, 0]);
});

test('any change by another tab, browser or terminal is noticed', async () => {
  drift.shows(STILL);
  expect(await ofLook({ ...STILL, messageCount: 4 })).toBe(1);
  expect(await ofLook({ ...STILL, activeRunId: 'r' })).toBe(1);
  expect(await ofLook({ ...STILL, pendingChangeset: { runId: 'r', fileCount: 1 } })).toBe(1);
  drift.shows({ ...STILL, pendingChangeset: { runId: 'r', fileCount: 2 } });
  expect(await ofLook({ ...STILL, pendingChangeset: { runId: 'r', fileCount: 1 } })).toBe(1);
  expect(await ofLook(STILL)).toBe(1);
});

test('while nothing is shown, nothing is requested; what was shown meanwhile counts', async () => {
  drift.shows(null);
  expect([await ofLook({ ...STILL, activeRunId: 'r' }), asked]).toEqual([0, 0]);
  drift.shows(STILL);
  thread = { ...STILL, messageCount: 4 };
  const looking = drift.look();
  drift.shows(thread);
  await looking;
  expect(drifted).toBe(0);
});
