import type { MigrationVerbs } from '../../../contract/cli/migration.ts';
import { localMinute } from '../../../contract/cli/local-time.ts';
import { EXIT } from '../../../contract/cli/command.ts';
import type { Attached, SocketClient } from './attach.ts';
import type { BackupVerbDeps } from './backup-verdict.ts';
import type { Says, Tell } from '../../../contract/words/says.ts';
import { progressBar } from './progress-bar.ts';
import { onOneLine } from './terminal-text.ts';
import { withEngine } from './with-engine.ts';
import { say as sayOf } from '../../../contract/cli/says.ts';

export interface MigrationVerbDeps extends BackupVerbDeps {
  /** The running engine; null if there is none. Only it can be reached from another machine. */
  readonly attached: () => Promise<Attached | null>;
}

type Accepted = Awaited<ReturnType<SocketClient['migration.accept']>>;

const PHASES = {
  connecting: sayOf('terminal.phase_connecting'),
  copying: sayOf('terminal.phase_copying'),
  sending: sayOf('terminal.phase_sending'),
  restoring: sayOf('terminal.phase_restoring'),
} as const;

/** `svc migrate accept` and `send`. */
export function migrationVerbs(deps: MigrationVerbDeps): MigrationVerbs {
  const { out, err, tell, interrupted } = deps;
  const say = (line: string) => err(`${onOneLine(line)}\n`);
  const refused = (line: string): number => {
    err(`svc: ${onOneLine(line)}\n`);
    return EXIT.refused;
  };

  return {
    accept: async ({ replace }) => {
      const engine = await deps.attached();
      if (!engine) return refused(tell([sayOf('terminal.no_engine_here'), sayOf('terminal.make_reachable')]));
      const ask = withEngine({
        attachedOrOwn: () => Promise.resolve(engine),
        err,
        tell,
        whenGone: sayOf('gone.accept'),
        whenRefused: {
          migration_not_empty: () => sayOf('terminal.has_own_data'),
        },
      });
      return await ask(async ({ client }) => {
        // Served on the private socket alone.
        const accepted = await (client as SocketClient)['migration.accept']({ body: { replace } });
        out(`${accepted.token}\n`);
        for (const line of whatToDo(accepted, tell)) say(line);
      });
    },

    send: async ({ url, json }) => {
      const token = (await deps.readSecret(tell(sayOf('terminal.migration_token'))))?.trim() ?? '';
      if (token === '') return refused(tell(sayOf('terminal.no_token')));
      const bar = progressBar(err, deps.screen, deps.tell);
      let code: number = EXIT.refused;
      const ask = withEngine({
        attachedOrOwn: deps.attachedOrOwn,
        err,
        tell,
        whenGone: sayOf('gone.send'),
      });
      let hasSent = false;
      const asked = await ask(async ({ client, isOwn }) => {
        const body = { targetUrl: url, migrationToken: token };
        const { events } = await client['migration.export']({ body, signal: interrupted });
        try {
          for await (const event of events) {
            if (event.type === 'progress') {
              const { phase, sentBytes, totalBytes } = event.data;
              hasSent ||= phase === 'sending' || phase === 'restoring';
              bar.show({ what: PHASES[phase], doneBytes: sentBytes, totalBytes });
            } else if (event.type === 'error') {
              bar.clear();
              code = refused(event.data.error);
              return;
            } else {
              bar.clear();
              code = EXIT.done;
              if (json) out(`${JSON.stringify(event.data)}\n`);
              else for (const line of moved(event.data, tell)) out(`${onOneLine(line)}\n`);
              return;
            }
          }
        } catch (error) {
          if (!interrupted.aborted) throw error;
        }
        bar.clear();
        code = refused(
          isOwn
            ? tell(sayOf(hasSent ? 'terminal.sending_kept' : 'terminal.sending_again'))
            : tell(sayOf('terminal.sending_goes_on')),
        );
      });
      return asked === EXIT.done ? code : asked;
    },
  };
}

function whatToDo({ port, isOpen, addresses, expiresAt, replace }: Accepted, tell: Tell): readonly string[] {
  const isHere = (address: string) => address === 'localhost';
  const near = addresses.filter((address) => !isHere(address));
  const send = (address: string) =>
    `  svc migrate send http://${address.includes(':') ? `[${address}]` : address}:${port}${isHere(address) ? `   ${tell(sayOf('terminal.on_this_machine'))}` : ''}`;
  return [
    tell([
      sayOf('terminal.accepts_until', { until: localMinute(expiresAt) }),
      ...(replace ? [sayOf('terminal.is_replaced')] : []),
    ]),
    ...(near.length > 0 ? [] : [tell(whyNotNear(port, isOpen))]),
    ...(addresses.length > 0
      ? [
          near.length > 0 ? tell(sayOf('terminal.type_on_other')) : tell(sayOf('terminal.type_here')),
          ...addresses.map(send),
        ]
      : []),
    tell(sayOf('terminal.token_above')),
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
    tell(sayOf('terminal.moved', { at: localMinute(copiedAt), databases: databases.length, files, secrets })),
    ...next,
  ];
}
