// Where jest runs a test file: this process as it is, instead of a context of its own for each file. What a file changes
// in the process is taken back afterwards, as far as the next one could notice it.
const { Script } = require('node:vm');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

/** What jest keeps of a file's tests under registered symbols: who listens to them, and how long they may take. */
const OF_ONE_FILE = [Symbol.for('EVENT_HANDLERS'), Symbol.for('TEST_TIMEOUT_SYMBOL')];

/** Where tests/harness/afterwards.ts leaves what is to be closed and removed. */
const AFTERWARDS = Symbol.for('svc.afterwards');

module.exports = class ProcessEnvironment {
  global = globalThis;
  #before = null;

  constructor({ projectConfig }) {
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    this.#before = state();
  }

  async setup() {
    globalThis[AFTERWARDS] = { test: null, file: [] };
  }

  async handleTestEvent({ name, test }, { testTimeout }) {
    const afterwards = globalThis[AFTERWARDS];
    if (name === 'test_start') afterwards.test = [];
    if (name === 'test_fn_start' && test.fn.length === 0)
      test.fn = limited(test.fn, test.timeout ?? testTimeout);
    if (name !== 'test_done') return;
    const opened = afterwards.test;
    afterwards.test = null;
    await inReverse(opened);
  }

  async teardown() {
    const { file } = globalThis[AFTERWARDS];
    delete globalThis[AFTERWARDS];
    await inReverse(file);
    this.moduleMocker.restoreAllMocks();
    this.fakeTimersModern.dispose();
    restore(this.#before);
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  /** There is none. */
  getVmContext() {
    return null;
  }
};

/** Where the script below finds what it is to do. */
const LIMITED = Symbol.for('svc.limited');
/** The one that turns, also where a test has put another clock in its place. */
const turned = setImmediate;

const doing = new Script(`globalThis[Symbol.for('svc.limited')]()`);

/**
 * A test whose time limit also ends work that never lets the event loop turn: jest's own timer would not fire before that
 * work is over, or would never. So a test of what must not take quadratic time reads no clock: its input is so large that
 * only linear work stays within the limit.
 */
function limited(fn, timeout) {
  return function (...given) {
    globalThis[LIMITED] = () => fn.apply(this, given);
    return doing.runInThisContext({ timeout })?.then(timersFire);
  };
}

/** The timers that are due fire between two of these. */
async function timersFire() {
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => turned(resolve));
}

/** Only what hangs takes longer: without a bound, the whole run would wait for it without a word. */
const CLOSING_MS = 60_000;

/** What was opened last is closed first. One that fails or hangs keeps none of the others. */
async function inReverse(closers) {
  const faults = [];
  for (const close of closers.toReversed())
    try {
      await inTime(close());
    } catch (fault) {
      faults.push(fault);
    }
  if (faults.length > 0) throw faults[0];
}

async function inTime(closing) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`What a test had opened was not closed within ${CLOSING_MS / 1000} s.`)),
      CLOSING_MS,
    );
  });
  try {
    await Promise.race([closing, late]);
  } finally {
    clearTimeout(timer);
  }
}

function state() {
  return {
    env: { ...process.env },
    exit: process.exit,
    exitCode: process.exitCode,
    console: globalThis.console,
    listeners: new Map(process.eventNames().map((event) => [event, process.rawListeners(event)])),
    symbols: new Set(Object.getOwnPropertySymbols(globalThis)),
  };
}

function restore({ env, exit, exitCode, console, listeners, symbols }) {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  for (const [name, value] of Object.entries(env)) if (process.env[name] !== value) process.env[name] = value;
  process.exit = exit;
  process.exitCode = exitCode;
  globalThis.console = console;
  for (const event of process.eventNames())
    for (const listener of process.rawListeners(event))
      if (!listeners.get(event)?.includes(listener)) process.removeListener(event, listener);
  // jest's own state for this file, which holds all its tests: jest makes a new symbol for each.
  for (const symbol of Object.getOwnPropertySymbols(globalThis))
    if (!symbols.has(symbol) && Symbol.keyFor(symbol) === undefined) delete globalThis[symbol];
  for (const symbol of OF_ONE_FILE) delete globalThis[symbol];
}
