import type { MigrationVerbs } from '../../../contract/cli/migration.ts';
import { localMinute } from '../../../contract/cli/local-time.ts';
import { EXIT } from '../../../contract/cli/command.ts';
import type { Attached, SocketClient } from './attach.ts';
import type { BackupVerbDeps } from './backup-verdict.ts';
import { progressBar } from './progress-bar.ts';
import { onOneLine } from './terminal-text.ts';
import { withEngine } from './with-engine.ts';

export interface MigrationVerbDeps extends BackupVerbDeps {
  /** The running engine; null if there is none. Only it can be reached from another machine. */
  readonly attached: () => Promise<Attached | null>;
}

type Accepted = Awaited<ReturnType<SocketClient['migration.accept']>>;

const PHASES = {
  connecting: 'Connecting',
  copying: 'Copying',
  sending: 'Sending',
  restoring: 'Restoring',
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
      if (!engine) return refused(`no engine is running here that could be reached. ${HOW_TO_START}`);
      const ask = withEngine({
        attachedOrOwn: () => Promise.resolve(engine),
        err,
        tell,
        whenGone: 'Run svc migrate accept again.',
        whenRefused: {
          migration_not_empty: () =>
            'this engine has data of its own. To replace it, repeat this with --replace; a safety backup of it is made before.',
        },
      });
      return await ask(async ({ client }) => {
        // Served on the private socket alone.
        const accepted = await (client as SocketClient)['migration.accept']({ body: { replace } });
        out(`${accepted.token}\n`);
        for (const line of whatToDo(accepted)) say(line);
      });
    },

    send: async ({ url, json }) => {
      const token = (await deps.readSecret('Migration token'))?.trim() ?? '';
      if (token === '')
        return refused(
          'there was no token. Type the one that svc migrate accept has printed, or send it to stdin.',
        );
      const bar = progressBar(err, deps.screen);
      let code: number = EXIT.refused;
      const ask = withEngine({
        attachedOrOwn: deps.attachedOrOwn,
        err,
        tell,
        whenGone: 'What has arrived at the other engine is kept: run the same again to go on.',
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
              else for (const line of moved(event.data)) out(`${onOneLine(line)}\n`);
              return;
            }
          }
        } catch (error) {
          if (!interrupted.aborted) throw error;
        }
        bar.clear();
        code = refused(
          isOwn
            ? `interrupted. ${hasSent ? 'What has arrived at the other engine is kept: run' : 'Run'} the same again to go on.`
            : 'interrupted. The engine goes on sending: run the same again to follow it or to see how it ended, or end it with svc migrate stop.',
        );
      });
      return asked === EXIT.done ? code : asked;
    },
  };
}

const HOW_TO_START =
  'Start it so that the other machine reaches it: make a token with svc token, then SVC_HTTP_HOST=0.0.0.0 svc --http-api. Then run svc migrate accept again.';

function whatToDo({ port, isOpen, addresses, expiresAt, replace }: Accepted): readonly string[] {
  const isHere = (address: string) => address === 'localhost';
  const near = addresses.filter((address) => !isHere(address));
  const send = (address: string) =>
    `  svc migrate send http://${address.includes(':') ? `[${address}]` : address}:${port}${isHere(address) ? '   (on this machine)' : ''}`;
  return [
    `This engine accepts one migration until ${localMinute(expiresAt)}.${replace ? ' What it has now is replaced; a safety backup of it is made before.' : ''}`,
    ...(near.length > 0 ? [] : [whyNotNear(port, isOpen)]),
    ...(addresses.length > 0
      ? [
          near.length > 0 ? 'On the other machine, type:' : 'For another engine on this machine, type:',
          ...addresses.map(send),
        ]
      : []),
    'It asks for the token above. Whoever has the token can read nothing here, but can send what this engine would then have: give it to no one else.',
  ];
}

/** Why `send` of another machine does not come here over plain http, and what to do. */
function whyNotNear(port: number | null, isOpen: boolean): string {
  if (isOpen)
    return `This machine has no address in a private network at which it listens, and plain http goes only there. Put a server with https in front of it that forwards to port ${port}, and type its address on the other machine: svc migrate send https://<name>. Or connect both machines to one private network, like a VPN, and run svc migrate accept again.`;
  return `${port === null ? 'It listens on no port' : `It listens on this machine only (port ${port})`}, so another machine does not reach it. Make a token with svc token, and restart it with SVC_HTTP_HOST=0.0.0.0 svc --http-api; the acceptance stays. Or put a server with https in front of it, and type its address on the other machine: svc migrate send https://<name>.`;
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

function moved({ verification: { databases, files, secrets, copiedAt }, next }: Done): readonly string[] {
  return [
    `Moved and checked, as it was at ${localMinute(copiedAt)}: ${databases.length} databases, ${files === 1 ? '1 file' : `${files} files`}, ${secrets === 1 ? '1 secret' : `${secrets} secrets`}.`,
    ...next,
  ];
}
