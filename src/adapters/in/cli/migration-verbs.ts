import { EXIT } from '../../../contract/cli/command.ts';
import { localMinute } from '../../../contract/cli/local-time.ts';
import { say as sayOf, type Tell } from '../../../contract/cli/says.ts';
import type { Says } from '../../../contract/words/says.ts';
import type { OwnCodes } from './at-terminal.ts';
import type { SocketClient } from './attach.ts';
import { progressBar } from './progress-bar.ts';

type Accepted = Awaited<ReturnType<SocketClient['migration.accept']>>;

const PHASES = {
  connecting: sayOf('terminal.phase_connecting'),
  copying: sayOf('terminal.phase_copying'),
  sending: sayOf('terminal.phase_sending'),
  restoring: sayOf('terminal.phase_restoring'),
} as const;

/** `svc migrate accept` and `send`. */
export const migrationVerbs = {
  'migrate accept': async (at, { switches }) => {
    // Only a running engine can be reached from another machine.
    const engine = await at.attached();
    if (!engine)
      return at.refuse(at.tell([sayOf('terminal.no_engine_here'), sayOf('terminal.make_reachable')]));
    const how = {
      engine: () => Promise.resolve(engine),
      whenGone: sayOf('gone.accept'),
      whenRefused: { migration_not_empty: () => sayOf('terminal.has_own_data') },
    };
    return await at.over(how, async ({ client }) => {
      const body = { replace: switches.has('replace') };
      // Served on the private socket alone.
      const accepted = await (client as SocketClient)['migration.accept']({ body });
      at.print([accepted.token]);
      for (const line of whatToDo(accepted, at.tell)) at.say(line);
    });
  },

  'migrate send': async (at, { args: [url = ''], json }) => {
    const { tell, interrupted } = at;
    const token = (await at.readSecret(tell('terminal.migration_token')))?.trim() ?? '';
    if (token === '') return at.refuse(tell('terminal.no_token'));
    const bar = progressBar(at.err, at.screen, tell);
    return await at.over({ whenGone: sayOf('gone.send') }, async ({ client, isOwn }) => {
      let hasSent = false;
      const body = { targetUrl: url, migrationToken: token };
      const { events } = await client['migration.export']({ body, signal: interrupted });
      try {
        for await (const event of events) {
          if (event.type === 'progress') {
            const { phase, sentBytes, totalBytes } = event.data;
            hasSent ||= phase === 'sending' || phase === 'restoring';
            bar.show({ what: PHASES[phase], doneBytes: sentBytes, totalBytes });
            continue;
          }
          bar.clear();
          if (event.type === 'error') return event.data.error;
          if (json) at.printJson(event.data);
          else at.print(moved(event.data, tell));
          return EXIT.done;
        }
      } catch (error) {
        if (!interrupted.aborted) throw error;
      }
      bar.clear();
      if (!isOwn) return tell('terminal.sending_goes_on');
      return tell(hasSent ? 'terminal.sending_kept' : 'terminal.sending_again');
    });
  },
} satisfies OwnCodes;

function whatToDo({ port, isOpen, addresses, expiresAt, replace }: Accepted, tell: Tell): readonly string[] {
  const isHere = (address: string) => address === 'localhost';
  const near = addresses.filter((address) => !isHere(address));
  const send = (address: string) =>
    `  svc migrate send http://${address.includes(':') ? `[${address}]` : address}:${port}${isHere(address) ? `   ${tell('terminal.on_this_machine')}` : ''}`;
  return [
    tell([
      sayOf('terminal.accepts_until', { until: localMinute(expiresAt) }),
      ...(replace ? [sayOf('terminal.is_replaced')] : []),
    ]),
    ...(near.length > 0 ? [] : [tell(whyNotNear(port, isOpen))]),
    ...(addresses.length > 0
      ? [
          near.length > 0 ? tell('terminal.type_on_other') : tell('terminal.type_here'),
          ...addresses.map(send),
        ]
      : []),
    tell('terminal.token_above'),
  ];
}

/** Why `send` of another machine does not come here over plain http, and what to do. */
function whyNotNear(port: number | null, isOpen: boolean): readonly Says[] {
  if (isOpen) return [sayOf('terminal.no_private_address', { port: String(port) })];
  return [
    port === null ? sayOf('terminal.no_port') : sayOf('terminal.own_port', { port }),
    sayOf('terminal.restart_reachable'),
  ];
}

interface Done {
  readonly verification: {
    readonly databases: readonly { readonly name: string }[];
    readonly files: number;
    readonly secrets: number;
    readonly copiedAt: string;
  };
  readonly next: readonly string[];
}

function moved(
  { verification: { databases, files, secrets, copiedAt }, next }: Done,
  tell: Tell,
): readonly string[] {
  return [
    tell('terminal.moved', { at: localMinute(copiedAt), databases: databases.length, files, secrets }),
    ...next,
  ];
}
