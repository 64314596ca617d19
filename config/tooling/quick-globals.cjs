// In the context that jest makes for each test file, reading a global takes a hundred times as long as anywhere else,
// because V8 asks Node for it at each reading. A constant of the module takes its place.
const NAMES = [
  'Array',
  'BigInt',
  'Boolean',
  'Buffer',
  'Date',
  'Error',
  'Int32Array',
  'JSON',
  'Map',
  'Math',
  'Number',
  'Object',
  'Promise',
  'Proxy',
  'RangeError',
  'Reflect',
  'RegExp',
  'Set',
  'String',
  'Symbol',
  'TextDecoder',
  'TextEncoder',
  'TypeError',
  'Uint32Array',
  'Uint8Array',
  'WeakMap',
  'WeakSet',
  'decodeURIComponent',
  'encodeURIComponent',
  'isNaN',
  'parseFloat',
  'parseInt',
];

const constantsOf = (names) => (names.length === 0 ? '' : `const { ${names.join(', ')} } = globalThis;`);

/** Words after which a module may declare a name of its own. */
const declares = (name) =>
  new RegExp(`\\b(?:import|const|let|var|class|function)\\b[^;='"()]*\\b${name}\\b`, 'u');

/** What to put before the first line of a module: it reads the globals that the module uses, and may not replace. */
const quickGlobals = (code) =>
  constantsOf(
    NAMES.filter((name) => new RegExp(`\\b${name}\\b`, 'u').test(code) && !declares(name).test(code)),
  );

/** For packages that are CommonJS: what none of them declares at its top. */
const commonJsGlobals = [
  'Array',
  'Date',
  'Error',
  'JSON',
  'Map',
  'Math',
  'Number',
  'Object',
  'Promise',
  'RegExp',
  'Set',
  'String',
];

module.exports = { commonJsGlobals, quickGlobals, allQuickGlobals: constantsOf(NAMES) };
