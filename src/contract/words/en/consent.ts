import type { ConsentSays } from '../../../core/conversation/consent/says.ts';
import type { Words } from '../says.ts';
import { json, nameIn, quoted } from './forms.ts';
import { toolInputs, toolUses } from './tool-uses.ts';

export const consent: Words<ConsentSays> = {
  'consent.question': ({ agent, does }, tell) =>
    agent === null ? tell(does) : `The sub-agent ${quoted(agent)} asks. ${tell(does)}`,
  'consent.tool-use': ({ tool }) => nameIn(toolUses, tool) ?? `Use the tool ${tool}.`,
  'consent.given': ({ name, member, value }) =>
    `– ${nameIn(toolInputs, name.quoted) ?? quoted(name)}${member === null ? '' : ` ${quoted(member)}`}: ${json(value)}`,
  'consent.composed': () =>
    'The agent wrote this itself, after it had read texts by others, such as a web page or a file. They may have told it to: what it knows about you could reach the server in this way.',
  'consent.once': ({ lasts }) => (lasts ? 'Yes, do this' : 'Allow once'),
  'consent.no': () => 'No',
  'consent.place-in-thread': ({ to, hours }, tell) =>
    `Allow ${tell(to)}, for ${hours} hours in this conversation`,
  'consent.place': ({ to, days }, tell) =>
    `Allow ${tell(to)}, for ${days} days in all your conversations and automations`,
  'consent.tool-in-thread': ({ tool, hours }) =>
    `Allow ${quoted(tool)} of this server with any input, for ${hours} hours in this conversation`,
  'consent.tool': ({ tool, days }) =>
    `Allow ${quoted(tool)} of this server with any input, for ${days} days in all your conversations and automations`,
  'consent.server-in-thread': ({ hours }) =>
    `Allow every tool of this server with any input, for ${hours} hours in this conversation`,
  'place.host': ({ host }) => `every request to ${host}, whatever it sends, changes or deletes there`,
};
