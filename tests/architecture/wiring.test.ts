import { EVERYONE } from '../../src/core/trust/people/model.ts';
import { expect, test } from '@jest/globals';
import { WRAPS } from '../../src/core/kernel/around.ts';
import { WriteGate } from '../../src/core/kernel/write-gate.ts';
import { modules } from '../../src/main/modules/all.ts';
import { machineBoot } from '../../src/adapters/out/system/machine-boot.ts';
import { uuidIds } from '../../src/adapters/out/system/uuid-ids.ts';
import { systemClock } from '../../src/adapters/out/system/system-clock.ts';
import { openStores } from '../../src/main/open-stores.ts';
import { databaseTokens, modelTokens, processTokens } from '../../src/main/tokens.ts';
import type { Token } from '../../src/main/token.ts';
import { RecordingLog } from '../doubles/recording-log.ts';
import { graphOver } from '../harness/graph.ts';
import { temporaryDir } from '../harness/in-process-engine.ts';

const tokens: readonly (readonly [string, Token<unknown>])[] = modules.flatMap((module) =>
  Object.entries(module.tokens).map(([name, id]) => [`${module.name}.${name}`, id] as const),
);

test('every token of every module resolves, each time to the same instance', async () => {
  const { get, close } = graphOver();
  for (const [name, id] of tokens) {
    const found = get(id);
    expect([name, found === undefined || found === null]).toEqual([name, false]);
    expect([name, get(id) === found]).toEqual([name, true]);
  }
  await close();
});

test('token names and module names are unique', () => {
  expect(new Set(tokens.map(([, id]) => id)).size).toBe(tokens.length);
  expect(new Set(modules.map(({ name }) => name)).size).toBe(modules.length);
});

/** Parts that exist once in a process, and parts without state. */
const SHARED: ReadonlySet<Token<unknown>> = new Set<Token<unknown>>([
  processTokens.missingDatabases,
  processTokens.validator,
  processTokens.words,
  processTokens.renderers,
]);

test('two graphs share no part that belongs to one engine', async () => {
  const [a, b] = [graphOver(), graphOver()];
  const shared = tokens.filter(([, id]) => !SHARED.has(id) && a.get(id) === b.get(id)).map(([name]) => name);
  expect(shared).toEqual([
    'secrets.crypto',
    'web.pageReader',
    'graph.contactPoints',
    'merges.movedAtOnce',
    'contacts.tables',
    'contacts.cards',
  ]);
  await Promise.all([a.close(), b.close()]);
});

/** Every member, own and inherited, except `constructor` and private ones. */
function membersOf(one: object): ReadonlySet<string> {
  const members = new Set<string>();
  for (
    let at: object | null = one;
    at && at !== Object.prototype;
    at = Object.getPrototypeOf(at) as object | null
  )
    for (const name of Object.getOwnPropertyNames(at)) if (name !== 'constructor') members.add(name);
  return members;
}

type Members = Readonly<Record<string, unknown>>;

/** The parts that a wrapper wraps, down to the innermost. */
function* layersOf(port: unknown): Iterable<readonly [outer: Members, inner: Members]> {
  let outer = port;
  while (typeof outer === 'object' && outer !== null) {
    const inner: unknown = (outer as { readonly [WRAPS]?: unknown })[WRAPS];
    if (typeof inner !== 'object' || inner === null) return;
    yield [outer as Members, inner as Members];
    outer = inner;
  }
}

test('a wrapper has every member of the part it wraps, for every bound port, every store and an opened model', async () => {
  const [gate, log] = [new WriteGate(), new RecordingLog()];
  const closes: (() => Promise<void>)[] = [];
  const add = (_name: string, close: () => Promise<void>) => void closes.push(close);
  const databases = await openStores({
    dataDir: temporaryDir(),
    storage: null,
    lifecycle: { add },
    log,
    gate,
    clock: systemClock,
    ids: uuidIds,
    machineBoot: machineBoot(),
    stage: () => Promise.reject(new Error('there is no server')),
    backUpOlder: () => Promise.reject(new Error('there is no server')),
  });
  const { get, close } = graphOver({
    env: { SVC_DEMO: '1' },
    rebind: ({ set }) => set(databaseTokens.databases, databases),
  });
  const ports: (readonly [string, unknown])[] = tokens.map(([name, id]) => [name, get(id)]);
  ports.push(['an opened model', await get(modelTokens.models).open(null, EVERYONE)]);
  for (const [name, journal] of Object.entries(databases.journals))
    ports.push([`journal of ${name}`, journal]);
  const layers = ports.flatMap(([name, port]) =>
    [...layersOf(port)].map((layer) => [name, ...layer] as const),
  );
  const names = layers.map(([name]) => name);
  expect(names).toEqual(
    expect.arrayContaining(['memory.memoryStore', 'secrets.vaultStore', 'journal of vault']),
  );
  for (const [name, outer, inner] of layers)
    for (const member of membersOf(inner))
      expect([name, member, typeof outer[member]]).toEqual([name, member, typeof inner[member]]);
  await close();
  for (const end of closes.toReversed()) await end();
});
