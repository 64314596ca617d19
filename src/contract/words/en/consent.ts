import type { ConsentSays } from '../../../core/conversation/consent/says.ts';
import type { Words } from '../says.ts';
import { json, quoted } from './forms.ts';

export const consent: Words<ConsentSays> = {
  'consent.question': ({ agent, does }, tell) =>
    agent === null ? tell(does) : `The sub-agent ${quoted(agent)} asks. ${tell(does)}`,
  'consent.tool-use': ({ tool, input }) => `The agent wants to use its tool ${tool} with ${json(input)}.`,
  'consent.composed': () =>
    'The agent wrote this itself, after reading what others wrote. It may tell the server what the agent knows about you.',
  'consent.once': ({ lasts }) => (lasts ? 'Yes, do this' : 'Allow once'),
  'consent.no': () => 'No',
  'consent.place-in-thread': ({ to, hours }, tell) =>
    `Allow ${tell(to)}, for ${hours} hours in this conversation`,
  'consent.place': ({ to, days }, tell) =>
    `Allow ${tell(to)}, for ${days} days in all conversations and automations`,
  'consent.tool-in-thread': ({ tool, hours }) =>
    `Allow ${quoted(tool)} of this server with any input, for ${hours} hours in this conversation`,
  'consent.tool': ({ tool, days }) =>
    `Allow ${quoted(tool)} of this server with any input, for ${days} days in all conversations and automations`,
  'consent.server-in-thread': ({ hours }) =>
    `Allow every tool of this server with any input, for ${hours} hours in this conversation`,
  'place.host': ({ host }) => `every request to ${host}, whatever it contains`,
};
