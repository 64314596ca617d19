import { ToolClient } from '../../../src/adapters/out/tool-client/client.ts';
import { HostAddresses } from '../../../src/adapters/out/web/host-addresses.ts';
import { systemClock } from '../../../src/adapters/out/system/system-clock.ts';
import type { ServerPlace } from '../../../src/core/tool-servers/model.ts';
import type { CallAsked, ToolServerConnection } from '../../../src/core/tool-servers/port.ts';
import { RecordingLog } from '../../doubles/recording-log.ts';

export interface Connected {
  readonly connection: ToolServerConnection;
  readonly log: RecordingLog;
  /** How often the server has told of a changed list. */
  changes(): number;
  /** Resolves with the reason when the connection ends by itself. */
  readonly ended: Promise<string>;
}

export interface ConnectOptions {
  readonly signal?: AbortSignal;
  readonly ownPorts?: readonly number[];
  readonly names?: Readonly<Record<string, readonly string[]>>;
  readonly environment?: Readonly<Record<string, string>>;
  /** Told at each change of the list. */
  readonly changed?: () => void;
}

export const never = new AbortController().signal;

/** A connection of the adapter to a server at this place. */
export async function connected(
  place: string | ServerPlace,
  options: ConnectOptions = {},
): Promise<Connected> {
  const { signal = never, ownPorts = [], names, environment = {}, changed = () => undefined } = options;
  const log = new RecordingLog();
  const ended = Promise.withResolvers<string>();
  let changes = 0;
  const client = new ToolClient({
    version: 'test',
    ownPorts: new Set(ownPorts),
    addresses: new HostAddresses({
      clock: systemClock,
      ...(names ? { resolve: async (name: string) => names[name] ?? [] } : {}),
    }),
    environment: { PATH: process.env['PATH'] ?? '', ...environment },
    clock: systemClock,
    log,
  });
  const connection = await client.connect(
    { name: 'fake', place: typeof place === 'string' ? { kind: 'http', url: place } : place },
    {
      listChanged: () => {
        changes++;
        changed();
      },
      ended: ended.resolve,
    },
    signal,
  );
  return { connection, log, changes: () => changes, ended: ended.promise };
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
