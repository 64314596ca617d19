// The import rules, as data. `structure-lint.mjs` applies them, tests/architecture/structure.test.ts proves them.
//
// A rule says: a file in `from` that imports a file in `within` (default: any file of the repository) may import
// only what is in `to`, and by `import type` also what is in `types`. The first broken rule reports, with its remedy.
// Paths start at the root; `*` is one name, `**` any number of folders; `<way>` and `<own>` are the corresponding parts
// of the importing file's path.

export const rules = [
  {
    name: 'src-stands-alone',
    from: 'src/**',
    to: ['src/**'],
    remedy: 'src never imports tests, bench or config. Move what both need into src.',
  },
  {
    name: 'one-root',
    from: 'src/{core,contract,adapters}/**',
    within: 'src/{main/**,index.ts}',
    to: [],
    remedy: 'No other code imports main. Take what you need as a dependency and let src/main hand it in.',
  },
  {
    name: 'core-stands-alone',
    from: 'src/core/**',
    to: ['src/core/**'],
    remedy:
      'core imports only core. Need the time? Take `Clock` in deps. Need a file, a key or the network? Add a port.',
  },
  {
    name: 'kernel-stands-below',
    from: 'src/core/{kernel,ports}/**',
    to: ['src/core/{kernel,ports}/**'],
    remedy: 'core/kernel and core/ports know no room. Does this belong to one? Move it there.',
  },
  {
    name: 'features-meet-through-services',
    from: 'src/core/<way>/<own>/**',
    to: [
      'src/core/<way>/<own>/**',
      'src/core/{kernel,ports}/**',
      'src/core/trust/{masking,untrusted}/**',
      'src/core/instance/data-directory/**',
      'src/core/*/*/{model,errors,limits,says}.ts',
    ],
    types: ['src/core/*/*/service.ts', 'src/core/*/*/{store,port,changes}*.ts'],
    remedy:
      'Of another feature import its model.ts or errors.ts, or by `import type` its service.ts and store.ts. ' +
      'Does every feature need it? Move it to core/kernel or core/ports.',
  },
  {
    name: 'contract-is-data',
    from: 'src/contract/**',
    to: [
      'src/contract/**',
      'src/core/kernel/**',
      'src/core/trust/{masking,untrusted}/**',
      'src/core/**/{model,keys,limits,says}.ts',
    ],
    types: ['src/core/**'],
    remedy:
      'contract is data: of core it imports kernel, model.ts and keys.ts, the rest by `import type`, and adapters never. ' +
      'Is this logic? Move it into the service that `handle` calls.',
  },
  {
    name: 'adapters-are-strangers',
    from: 'src/adapters/<way>/<own>/**',
    within: 'src/adapters/**',
    // What the adapters of the databases say alike, which is none itself.
    to: ['src/adapters/<way>/<own>/**', 'src/adapters/out/sql/**'],
    remedy: 'No adapter imports another adapter. Add a port in core and let src/main hand the other one in.',
  },
  {
    name: 'ways-in',
    from: 'src/adapters/in/<own>/**',
    to: [
      'src/adapters/in/<own>/**',
      'src/contract/**',
      'src/core/features.ts',
      'src/core/{kernel,ports}/**',
      'src/core/trust/{masking,untrusted}/**',
      'src/core/*/*/limits.ts',
    ],
    types: ['src/core/*/*/port*.ts'],
    remedy:
      'A way in serves a table: it imports contract, core/features.ts, core/kernel and core/ports. Call a service.',
  },
  {
    name: 'ways-out',
    from: 'src/adapters/out/<own>/**',
    to: ['src/adapters/out/<own>/**', 'src/adapters/out/sql/**', 'src/core/**'],
    remedy:
      'A way out implements ports: it imports core and its own folder. Does core need to know it? Put it into the port.',
  },
  {
    name: 'page-is-a-client',
    from: 'src/page/**',
    to: ['src/page/**', 'src/contract/{client,words/*,words/*/entries}.ts'],
    types: ['src/contract/**'],
    remedy:
      'The page knows the engine by src/contract/client.ts and types of the contract, like any other client. ' +
      'Does it need more? Add a route.',
  },
  {
    name: 'nothing-needs-the-page',
    from: 'src/{core,contract,adapters,main}/**',
    within: 'src/page/**',
    to: [],
    remedy: 'The page is built on its own and sent as files; the engine never imports it.',
  },
  {
    name: 'launcher',
    from: 'src/index.ts',
    to: ['src/main/main.ts'],
    remedy:
      'The launcher must parse on an old Node: it imports src/main/main.ts and node: built-ins, nothing else.',
  },
];

/** For each package, the folders that may import it; nothing in src may import an unlisted package. */
export const owners = {
  '@agentclientprotocol/sdk': ['src/adapters/in/faces'],
  '#words': ['src/page'],
  '@preact/signals': ['src/page'],
  '@simplewebauthn/server': ['src/adapters/out/sign-in'],
  '@anthropic-ai/sdk': ['src/adapters/out/llm'],
  '@anthropic-ai/vertex-sdk': ['src/adapters/out/llm'],
  '@google-cloud/vertexai': ['src/adapters/out/llm'],
  '@modelcontextprotocol/client': ['src/adapters/out/tool-client'],
  '@modelcontextprotocol/node': ['src/adapters/in/mcp'],
  '@modelcontextprotocol/sdk': ['src/adapters/in/mcp'],
  '@modelcontextprotocol/server': ['src/adapters/in/mcp'],
  ajv: ['src/adapters/out/system'],
  'ajv-formats': ['src/adapters/out/system'],
  'better-sqlite3': ['src/adapters/out/sqlite'],
  commander: ['src/adapters/in/cli'],
  'content-disposition': ['src/adapters/in/http'],
  diff: ['src/adapters/out/files', 'src/page/review'],
  'eventsource-parser': ['src/contract', 'src/adapters/out/llm'],
  express: ['src/adapters/in/http'],
  googleapis: ['src/adapters/out/google'],
  helmet: ['src/adapters/in/http'],
  htmlparser2: ['src/adapters/out/text', 'src/adapters/out/web'],
  'css-select': ['src/adapters/out/web'],
  'csv-parse': ['src/adapters/out/text'],
  'csv-stringify': ['src/adapters/out/text'],
  'ical.js': ['src/adapters/out/text'],
  croner: ['src/adapters/out/schedules'],
  'awesome-phonenumber': ['src/adapters/out/contact-points'],
  tldts: ['src/adapters/out/contact-points'],
  validator: ['src/adapters/out/contact-points'],
  'email-providers': ['src/adapters/out/contact-points'],
  re2js: ['src/adapters/out/system'],
  inversify: ['src/main'],
  'ipaddr.js': ['src/adapters/out/web'],
  kysely: ['src/adapters/out/sql', 'src/adapters/out/sqlite', 'src/adapters/out/postgres'],
  'prom-client': ['src/contract'],
  openai: ['src/adapters/out/llm'],
  'openid-client': ['src/adapters/out/sign-in'],
  'highlight.js': ['src/page/conversation'],
  lowlight: ['src/page/conversation'],
  marked: ['src/adapters/out/text', 'src/page/conversation'],
  mermaid: ['src/page/diagrams'],
  pg: ['src/adapters/out/postgres'],
  preact: ['src/page'],
  remend: ['src/page/conversation'],
  temml: ['src/page/conversation'],
  uqr: ['src/page/settings'],
  'reflect-metadata': ['src/main'],
  typebox: ['src/contract'],
  undici: ['src/adapters/out/tool-client', 'src/adapters/out/web'],
  uuid: ['src/adapters/out/system'],
  winston: ['src/adapters/out/system'],
  yaml: ['src/adapters/out/system'],
  yauzl: ['src/adapters/out/files'],
  yazl: ['src/adapters/out/files'],
};

/** Folders that must not import `node:` modules, and what to do instead. */
export const withoutNode = {
  'src/core': 'core runs without Node. Need a file, a key or the network? Add a port.',
  'src/contract':
    'contract is data and runs without Node. Is this logic? Move it into a service or an adapter.',
};

/**
 * The code that may open connections to other machines: a URL that a model, a file or a remote party can influence goes
 * through the port `Web` only. `clients` are the global names of network clients, `modules` the built-in modules; of a
 * module with `names`, only these are clients. Types are not checked.
 */
export const network = {
  within: 'src',
  rooms: [
    'src/adapters/out/web/**',
    'src/adapters/out/llm/**',
    'src/adapters/out/google/{google-fetch,control-plane}.ts',
    'src/adapters/out/tool-client/{guarded-fetch,judged-fetch,sign-in}.ts',
    'src/adapters/in/cli/socket-transport.ts',
    'src/adapters/in/http/web/forward.ts',
    'src/page/engine/transport.ts',
    'src/page/offline/screen.ts',
    'src/page/offline/worker.ts',
    'src/page/engine/watched-body.ts',
  ],
  clients: ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest'],
  modules: {
    http: ['request', 'get', 'Agent', 'ClientRequest', 'globalAgent', 'default', '*'],
    https: ['request', 'get', 'Agent', 'globalAgent', 'default', '*'],
    http2: ['connect', 'default', '*'],
    net: ['connect', 'createConnection', 'Socket', 'default', '*'],
    tls: ['connect', 'TLSSocket', 'default', '*'],
    dgram: ['createSocket', 'Socket', 'default', '*'],
    dns: ['*'],
    'dns/promises': ['*'],
  },
  remedy:
    'Only adapters/out/web, the wires of adapters/out/llm, the fetches of adapters/out/google and adapters/out/tool-client, the client of the private ' +
    'socket, the proxy of the page, its engine/{transport,watched-body}.ts and offline/{screen,worker}.ts speak to others: take `Web` (core/ports/web.ts) in deps.',
};

/**
 * Files must not import one another in a circle, nor must the rooms of the core (its folders of the second level) and its
 * districts (those of the first); types and dynamic imports count.
 */
export const circles = {
  within: 'src',
  rooms: { within: 'src/core' },
  remedies: {
    district:
      'Arrows between districts run one way: the room belongs to another district, or needs a few facts that an interface in its own port.ts can name.',
    room:
      'A room needs a few facts of the other: name them in an interface in its own port.ts, which a service or store of the other room satisfies, ' +
      'or move what both need into the room that needs less (core/ports, core/kernel).',
    file: 'Move what both need into a third file, or into the one that needs less.',
  },
};

/** Objects that wrap a port by copying its members: they would miss members that are added to the port. */
export const wrappers = {
  within: 'src',
  /** The number of members that only forward their call to the member of the same name. */
  members: 3,
  remedy:
    'Wrap with `around(port, { what differs })` of core/kernel/around.ts, or extend the one class of the port that forwards everything (like ModelAround in core/ports).',
};

/** Hidden inputs: only these folders in `within` may read them. */
export const hiddenInputs = {
  clock: { within: 'src/core', remedy: 'core reads no clock: take `now` from Clock.' },
  randomness: { within: 'src/core', remedy: 'core makes no random values: take ids from Ids.' },
  environment: {
    within: 'src',
    except: ['src/main/**', 'src/index.ts'],
    remedy: 'Only src/main reads the environment: take the value as a dependency or from the config.',
  },
};
