import type { ConsentVerbs } from '../../../contract/cli/consents.ts';
import type { Attached } from './attach.ts';
import { onOneLine } from './terminal-text.ts';
import { withEngine } from './with-engine.ts';

export interface ConsentVerbDeps {
  readonly attachedOrOwn: () => Promise<Attached>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/** `svc consent`: what the agent may do without asking. */
export function consentVerbs({ attachedOrOwn, out, err }: ConsentVerbDeps): ConsentVerbs {
  const say = (line: string) => err(`${onOneLine(line)}\n`);

  const ask = withEngine({
    attachedOrOwn,
    err,
    whenGone: 'See with svc consent what is allowed.',
    whenNothing: 'This is not the id of a consent: svc consent lists them.',
  });
  return {
    list: ({ json }) =>
      ask(async ({ client }) => {
        const { consents } = await client['consents.list']();
        if (json) out(`${JSON.stringify({ consents })}\n`);
        else out(consents.map(line).join(''));
        if (!json && consents.length === 0) say('Nothing is allowed without asking.');
      }),

    revoke: ({ id }) =>
      ask(async ({ client }) => {
        await client['consents.revoke']({ params: { id } });
        say('It is taken back, and asked for again from the next call on.');
      }),
  };
}

type Consents = Awaited<ReturnType<Attached['client']['consents.list']>>['consents'];

function line({ id, class: kind, target, tool, threadId, expiresAt }: Consents[number]): string {
  const open = target?.startsWith('http://') === true ? ', unencrypted' : '';
  const what = kind === 'send_outside' ? `send to ${target ?? 'any host'}${open}` : 'change files and memory';
  const by = tool === null ? '' : ` by ${tool}`;
  const where = threadId === null ? '' : `, in thread ${threadId}`;
  return `${id}  ${onOneLine(`${what}${by}${where}`)}  until ${expiresAt.slice(0, 10)}\n`;
}
