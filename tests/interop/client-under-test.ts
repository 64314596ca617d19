// The engine's client of tool servers, for the official suite: it connects to the address in the last argument, and calls
// every tool it finds there. If the server asks for a login, it signs in as an owner would whose browser agrees at once,
// and again when the server asks for more, but never a third time.
import { totalmem } from 'node:os';
import { ToolClient } from '../../src/adapters/out/tool-client/client.ts';
import { systemClock } from '../../src/adapters/out/system/system-clock.ts';
import type { Json, JsonObject } from '../../src/core/kernel/json.ts';
import { isRefusal } from '../../src/core/kernel/refusal.ts';
import type { Addresses } from '../../src/core/ports/addresses.ts';
import type { Log } from '../../src/core/ports/log.ts';
import type { KeptLogin, ToolServerConnection } from '../../src/core/execution/tool-servers/port.ts';

const say = (event: string, facts: object = {}): void =>
  void process.stderr.write(`${event} ${JSON.stringify(facts)}\n`);
const log: Log = { debug: say, info: say, warn: say, error: say };

/** A value that fits a schema of one of the suite's tools. */
function valueFor(schema: JsonObject): Json {
  const { type, properties = {} } = schema;
  if (type === 'number' || type === 'integer') return 5;
  if (type === 'boolean') return true;
  if (type !== 'object') return 'a text';
  const fields = Object.entries(properties as Readonly<Record<string, JsonObject>>);
  return Object.fromEntries(fields.map(([name, field]) => [name, valueFor(field)]));
}

interface Suite {
  readonly toolCalls?: readonly { readonly name: string; readonly arguments: JsonObject }[];
}

/** What the suite wants to be called with. */
const suite = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}') as Suite;

const schemaOf = (tool: JsonObject): JsonObject => (tool['inputSchema'] ?? { type: 'object' }) as JsonObject;

/** What the suite says; or the schema of another tool, where it wants to see that as we got it; or what fits. */
function inputFor(tool: JsonObject, tools: readonly JsonObject[]): JsonObject {
  const said = suite.toolCalls?.find(({ name }) => name === tool['name']);
  if (said) return said.arguments;
  const schema = schemaOf(tool);
  const another = tools.find((one) => one !== tool);
  return another && 'schema' in ((schema['properties'] ?? {}) as JsonObject)
    ? { schema: schemaOf(another) }
    : (valueFor(schema) as JsonObject);
}

/** The suite looks for the defaults of its form. */
function defaultsIn({ properties = {} }: JsonObject): JsonObject {
  const fields = Object.entries(properties as Readonly<Record<string, JsonObject>>);
  return Object.fromEntries(
    fields.flatMap(([name, field]) => (field['default'] === undefined ? [] : [[name, field['default']]])),
  );
}

/** The suite's servers of logins are on this machine too, where a server must not send us: here it stands for the web. */
const addresses: Addresses = {
  of: async (host) => (host === 'localhost' ? [{ address: '127.0.0.1', reach: 'public', isOwn: true }] : []),
};

const never = new AbortController().signal;
let kept: KeptLogin | null = null;
const client = new ToolClient({
  version: 'test',
  ownPorts: new Set(),
  addresses,
  environment: {},
  machineBytes: totalmem(),
  logins: {
    read: () => kept,
    keep: async (_server, login) => void (kept = login),
    renew: async (_server, _before, login) => void (kept = login),
    forget: async () => void (kept = null),
  },
  clock: systemClock,
  log,
});
const server = { name: 'suite', place: { kind: 'http', url: process.argv.at(-1) ?? '' } } as const;
const MOST_LOGINS = 2;
let logins = 0;

/** What works with a login works after it, too: once it is asked for, and once again when it does not suffice. */
async function signedIn<T>(work: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await work();
    } catch (error) {
      if (!isRefusal(error) || error.code !== 'tool_server_sign_in' || ++logins > MOST_LOGINS) throw error;
      say('signs in', { why: error.message });
      const { url, done } = await client.signIn(server, never);
      // The browser of an owner who agrees follows to our own listener.
      await fetch(url);
      await done;
    }
}

const connect = () =>
  client.connect(server, { listChanged: () => undefined, ended: (why) => say('ended', { why }) }, never);
const called = (connection: ToolServerConnection, tool: JsonObject, input: JsonObject) =>
  connection.call({
    tool: String(tool['name']),
    input,
    signal: never,
    fill: async ({ schema }) => ({ action: 'accept', content: defaultsIn(schema) }),
    progressed: (...step) => say('progress', { step }),
  });

const connection = await signedIn(connect);
const tools = (await signedIn(() => connection.definitions(never))) as readonly JsonObject[];
for (const tool of tools)
  // Some of the suite's tools only exist to be listed.
  await signedIn(() => called(connection, tool, inputFor(tool, tools))).then(
    (result) => say('result', result),
    (error: unknown) => say('failed', { error: String(error) }),
  );
await connection.close();
