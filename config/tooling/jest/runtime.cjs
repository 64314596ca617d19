// How jest loads a test file: by Node itself, so that the tests run the very text that Node would run, and what a file
// has loaded, the next one in the same process finds loaded. jest's own runtime loads the whole engine anew for each.
const { enableCompileCache, flushCompileCache, registerHooks } = require('node:module');
const { dirname, join } = require('node:path');
const { pathToFileURL } = require('node:url');

const GLOBALS = [
  'expect',
  'test',
  'it',
  'describe',
  'beforeAll',
  'beforeEach',
  'afterAll',
  'afterEach',
  'jest',
];
const URL_OF_GLOBALS = 'svc-jest:globals';
const CURRENT = 'svc.jest.globals';

/** The folders of what keeps the tests of one file in its module: each file needs it new. */
const CIRCUS = dirname(require.resolve('jest-circus/runner'));

enableCompileCache(join(__dirname, '../../../node_modules/.cache/node'));
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals' ? { url: URL_OF_GLOBALS, shortCircuit: true } : next(specifier, context),
  load: (url, context, next) =>
    url === URL_OF_GLOBALS
      ? { format: 'module', source: globalsModule(), shortCircuit: true }
      : next(url, context),
});

/** Modules that several test files share import it once, and must reach the globals of the file that runs. */
function globalsModule() {
  return `
    const current = (name) => globalThis[Symbol.for('${CURRENT}')][name];
    const passing = (name) => new Proxy(function () {}, {
      apply: (_target, _this, given) => current(name)(...given),
      get: (_target, key) => current(name)[key],
    });
    ${GLOBALS.map((name) => `export const ${name} = passing('${name}');`).join('\n')}`;
}

module.exports = class NativeRuntime {
  #environment;

  constructor(_config, environment) {
    this.#environment = environment;
  }

  setGlobalsForRuntime(globals) {
    const { moduleMocker, fakeTimersModern } = this.#environment;
    globalThis[Symbol.for(CURRENT)] = { ...globals, jest: jestObject(moduleMocker, fakeTimersModern) };
  }

  unstable_shouldLoadAsEsm = () => true;

  async unstable_importModule(path) {
    await import(pathToFileURL(path).href);
  }

  requireModule(path) {
    return require(path);
  }

  requireInternalModule(path) {
    for (const loaded of Object.keys(require.cache))
      if (dirname(loaded) === CIRCUS && loaded !== join(CIRCUS, 'runner.js')) delete require.cache[loaded];
    return require(path);
  }

  enterTestCode() {}
  leaveTestCode() {}
  resetModules() {}
  clearAllMocks() {
    this.#environment.moduleMocker.clearAllMocks();
  }
  resetAllMocks() {
    this.#environment.moduleMocker.resetAllMocks();
  }
  restoreAllMocks() {
    this.#environment.moduleMocker.restoreAllMocks();
  }
  getSourceMaps = () => new Map();
  getAllCoverageInfoCopy() {}

  /** jest ends its workers before they could write what they compiled. */
  teardown() {
    flushCompileCache();
  }
};

function jestObject(mocker, timers) {
  const jest = {
    fn: mocker.fn.bind(mocker),
    spyOn: mocker.spyOn.bind(mocker),
    restoreAllMocks: () => (mocker.restoreAllMocks(), jest),
    useFakeTimers: (options) => (timers.useFakeTimers(options), jest),
    useRealTimers: () => (timers.useRealTimers(), jest),
    advanceTimersByTimeAsync: (ms) => timers.advanceTimersByTimeAsync(ms),
    getTimerCount: () => timers.getTimerCount(),
    setTimeout: (ms) => ((globalThis[Symbol.for('TEST_TIMEOUT_SYMBOL')] = ms), jest),
  };
  return jest;
}
