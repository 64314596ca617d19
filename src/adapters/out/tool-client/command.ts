import type { Transport } from '@modelcontextprotocol/client';
import type { Clock } from '../../../core/ports/clock.ts';
import type { Log } from '../../../core/ports/log.ts';
import { refuse } from '../../../core/tool-servers/errors.ts';

export interface CommandDeps {
  readonly server: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly clock: Clock;
  readonly log: Log;
}

export class CommandTransport implements Transport {
  readonly hasEnded = false;

  constructor(_command: readonly string[], _deps: CommandDeps) {}

  start(): Promise<void> {
    return Promise.reject(
      refuse.tool_server_away({}, 'Tool servers that are commands cannot be started yet.'),
    );
  }

  async send(): Promise<void> {}

  async close(): Promise<void> {}
}
