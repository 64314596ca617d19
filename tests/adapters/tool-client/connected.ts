import { inEnglish } from '../../../src/contract/words/english.ts';
import type { Says } from '../../../src/core/kernel/says.ts';
import { totalmem } from 'node:os';
import { ToolClient } from '../../../src/adapters/out/tool-client/client.ts';
import { HostAddresses } from '../../../src/adapters/out/web/host-addresses.ts';
import { systemClock } from '../../../src/adapters/out/system/system-clock.ts';
import type { Clock } from '../../../src/core/ports/clock.ts';
import type { ServerPlace } from '../../../src/core/execution/tool-servers/model.ts';
import type {
  CallAsked,
  KeptLogin,
  ToolServerConnection,
} from '../../../src/core/execution/tool-servers/port.ts';
import { RecordingLog } from '../../doubles/recording-log.ts';
import { afterwards } from '../../harness/afterwards.ts';

export interface Connected {
  readonly connection: ToolServerConnection;
  readonly log: RecordingLog;
  /** Resolves with the reason when the connection ends by itself. */
  readonly ended: Promise<string>;
}

export interface ConnectOptions {
  readonly signal?: AbortSignal;
  readonly ownPorts?: readonly number[];
  readonly names?: Readonly<Record<string, readonly string[]>>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly machineBytes?: number;
  readonly clock?: Clock;
  /** Told at each change of the list. */
  readonly changed?: () => void;
}

export const never = new AbortController().signal;

/** The adapter, with a memory of one login. */
export function toolClient({
  ownPorts = [],
  names,
  environment = {},
  machineBytes = totalmem(),
  clock = systemClock,
}: Omit<ConnectOptions, 'signal' | 'changed'> = {}) {
  const log = new RecordingLog();
  let kept: KeptLogin | null = null;
  const client = new ToolClient({
    logins: {
      read: () => kept,
      keep: async (_server, login) => void (kept = login),
      renew: async (_server, _before, login) => void (kept = login),
      forget: async () => void (kept = null),
    },
    version: 'test',
    ownPorts: new Set(ownPorts),
    addresses: new HostAddresses({
      clock: systemClock,
      ...(names ? { resolve: async (name: string) => names[name] ?? [] } : {}),
    }),
    environment: { PATH: process.env['PATH'] ?? '', ...environment },
    machineBytes,
    clock,
    log,
  });
  return { client, log, login: () => kept };
}

/** A connection of the adapter to a server at this place. It is closed after the test. */
export async function connected(
  place: string | ServerPlace,
  { signal = never, changed = () => undefined, ...options }: ConnectOptions = {},
): Promise<Connected> {
  const { client, log } = toolClient(options);
  const ended = Promise.withResolvers<readonly Says[]>();
  const connection = await client.connect(
    { name: 'fake', place: typeof place === 'string' ? { kind: 'http', url: place } : place },
    { listChanged: changed, ended: ended.resolve },
    signal,
  );
  afterwards(() => connection.close());
  return { connection, log, ended: ended.promise.then(inEnglish) };
}

/** A call as the core makes it; nothing is asked. */
export const asked = (tool: string, more: Partial<CallAsked> = {}): CallAsked => ({
  tool,
  input: {},
  signal: never,
  fill: () => Promise.reject(new Error('nothing was to be asked')),
  progressed: () => undefined,
  ...more,
});
