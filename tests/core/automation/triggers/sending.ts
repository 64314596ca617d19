import { toolCalls, text } from '../../../doubles/scripted-model.ts';
import { aTool } from '../../../harness/core.ts';
import type { triggersOver } from '../../../harness/triggers.ts';
import { sentence } from '../../../doubles/sentences.ts';

/** A tool that notes each call, and is allowed beforehand. */
export const sending = (sent: string[]) => ({
  ...aTool('send', async () => {
    sent.push('sent');
    return { output: 'sent', success: true };
  }),
  consent: () => ({ class: 'send_outside' as const, says: sentence('Send.'), to: 'a.example' }),
});

/** What the model plays in a run that sends once, and answers as is expected. */
export const SENT = [[toolCalls({ name: 'send', input: {} })], [text('Sent, GREEN.')]];

/** A trigger for the agent, which sends, and a reminder, both due at the same times. */
export async function sendingAndReminder(
  { made }: Awaited<ReturnType<typeof triggersOver>>,
  schedule: string,
) {
  const at = { schedule, timeZone: 'UTC' };
  const agent = await made({
    title: 'Send it',
    task: 'Send it',
    permissions: { hosts: ['a.example'] },
    expectation: { kind: 'answer', contains: 'green' },
    ...at,
  });
  const reminder = await made({ title: 'Call Ann', effect: 'notify', ...at });
  return { agent: agent.trigger, reminder: reminder.trigger };
}
