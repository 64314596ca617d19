// The engine's client of tool servers, for the official suite: it connects to the address in the last argument, and calls
// every tool it finds there.
import { totalmem } from 'node:os';
import { ToolClient } from '../../src/adapters/out/tool-client/client.ts';
import { HostAddresses } from '../../src/adapters/out/web/host-addresses.ts';
import { systemClock } from '../../src/adapters/out/system/system-clock.ts';
import type { Json, JsonObject } from '../../src/core/kernel/json.ts';
import type { Log } from '../../src/core/ports/log.ts';

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

/** The suite looks for the defaults of its form. */
function defaultsIn({ properties = {} }: JsonObject): JsonObject {
  const fields = Object.entries(properties as Readonly<Record<string, JsonObject>>);
  return Object.fromEntries(
    fields.flatMap(([name, field]) => (field['default'] === undefined ? [] : [[name, field['default']]])),
  );
}

const never = new AbortController().signal;
const client = new ToolClient({
  version: 'test',
  ownPorts: new Set(),
  addresses: new HostAddresses({ clock: systemClock }),
  environment: {},
  machineBytes: totalmem(),
  logins: {
    read: () => null,
    keep: async () => undefined,
    renew: async () => undefined,
    forget: async () => undefined,
  },
  clock: systemClock,
  log,
});
const connection = await client.connect(
  { name: 'suite', place: { kind: 'http', url: process.argv.at(-1) ?? '' } },
  { listChanged: () => undefined, ended: (why) => say('ended', { why }) },
  never,
);
for (const tool of (await connection.definitions(never)) as readonly JsonObject[]) {
  const input = valueFor((tool['inputSchema'] ?? { type: 'object' }) as JsonObject) as JsonObject;
  const call = connection.call({
    tool: String(tool['name']),
    input,
    signal: never,
    fill: async ({ schema }) => ({ action: 'accept', content: defaultsIn(schema) }),
    progressed: (...step) => say('progress', { step }),
  });
  // Some of the suite's tools only exist to be listed.
  await call.then(
    (result) => say('result', result),
    (error: unknown) => say('failed', { error: String(error) }),
  );
}
await connection.close();
