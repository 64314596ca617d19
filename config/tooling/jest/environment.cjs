// Where jest runs a test file: this process as it is, instead of a context of its own for each file. What a file changes
// in the process is taken back afterwards, as far as the next one could notice it.
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

/** What jest keeps of a file's tests under registered symbols: who listens to them, and how long they may take. */
const OF_ONE_FILE = [Symbol.for('EVENT_HANDLERS'), Symbol.for('TEST_TIMEOUT_SYMBOL')];

module.exports = class ProcessEnvironment {
  global = globalThis;
  #before = null;

  constructor({ projectConfig }) {
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    this.#before = state();
  }

  async setup() {}

  async teardown() {
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
