import type { ConsentSays } from '../../../core/conversation/consent/says.ts';
import type { Words } from '../says.ts';
import { json, quoted } from './forms.ts';

export const consent: Words<ConsentSays> = {
  'consent.question': ({ agent, does }, tell) =>
    agent === null ? tell(does) : `The sub-agent ${quoted(agent)} asks. ${tell(does)}`,
  'consent.tool-use': ({ tool, input }) => `The agent wants to use its tool ${tool} with ${json(input)}.`,
  'consent.composed': () =>
    'The agent composed this itself after it read text by others, so it may contain what the agent knows.',
  'consent.once': () => 'Allow once',
  'consent.no': () => 'No',
  'consent.place-in-thread': ({ to, hours }, tell) =>
    `Allow everything to ${tell(to)} in this conversation, for ${hours} hours`,
  'consent.place': ({ to, days }, tell) => `Allow everything to ${tell(to)} for ${days} days`,
  'consent.tool-in-thread': ({ tool, hours }) =>
    `Allow the tool ${quoted(tool)} in this conversation, for ${hours} hours`,
  'consent.tool': ({ tool, days }) => `Allow the tool ${quoted(tool)} for ${days} days`,
  'consent.server-in-thread': ({ hours }) =>
    `Allow every tool of this server in this conversation, for ${hours} hours`,
  'place.host': ({ host }) => host,
};
