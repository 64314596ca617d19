import type { AnswerOf } from '../client.ts';
import { consents as routes } from '../http/consents.ts';
import { commandsOf, listing } from './from-route.ts';
import { say, type Tell } from './says.ts';

const command = commandsOf(routes, {
  whenGone: say('gone.consents'),
  whenNothing: say('nothing.consent'),
});

type Consent = AnswerOf<(typeof routes)['consents.list']>['consents'][number];

function line(
  { id, class: kind, target, tool, folder, threadId, triggerId, workflowId, expiresAt }: Consent,
  tell: Tell,
) {
  const what =
    kind === 'send_outside'
      ? tell('terminal.may_send', {
          target: target ?? tell('terminal.any_host'),
          isOpen: target?.startsWith('http://') === true,
        })
      : tell('terminal.may_change');
  const by = tool === null ? '' : tell('terminal.by_tool', { tool });
  const inFolder = folder === null ? '' : tell('terminal.in_the_folder', { folder });
  const inThread = threadId === null ? '' : tell('terminal.in_the_thread', { threadId });
  const until =
    triggerId !== null
      ? tell('terminal.with_trigger', { triggerId })
      : workflowId !== null
        ? tell('terminal.with_workflow', { workflowId })
        : tell('terminal.until_day', { day: expiresAt.slice(0, 10) });
  return [id, `${what}${by}${inFolder}${inThread}`, until];
}

const list = {
  lines: ({ consents }: { readonly consents: readonly Consent[] }, tell: Tell) =>
    consents.map((one) => line(one, tell)),
  none: say('none.consents'),
};

export const consents = listing('consent', command('list', 'consents.list', list), [
  command('revoke', 'consents.revoke', { done: say('done.consent_revoked') }),
]);
