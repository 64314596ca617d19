import type { ConsentSays } from '../../../core/conversation/consent/says.ts';
import type { Words } from '../says.ts';
import { json, number, quoted } from './forms.ts';

export const consent: Words<ConsentSays> = {
  'consent.question': ({ agent, does }, tell) =>
    agent === null ? tell(does) : `Der Unteragent ${quoted(agent)} fragt. ${tell(does)}`,
  'consent.tool-use': ({ tool, input }) =>
    `Der Agent möchte sein Werkzeug ${tool} benutzen, mit ${json(input)}.`,
  'consent.composed': () =>
    'Das hat der Agent selbst verfasst, nachdem er Texte anderer gelesen hat. Es kann also enthalten, was er weiß.',
  'consent.once': () => 'Einmal erlauben',
  'consent.no': () => 'Nein',
  'consent.place-in-thread': ({ to, hours }, tell) =>
    `Alles an ${tell(to)} in dieser Unterhaltung erlauben, für ${number(hours)} Stunden`,
  'consent.place': ({ to, days }, tell) => `Alles an ${tell(to)} erlauben, für ${number(days)} Tage`,
  'consent.tool-in-thread': ({ tool, hours }) =>
    `Das Werkzeug ${quoted(tool)} in dieser Unterhaltung erlauben, für ${number(hours)} Stunden`,
  'consent.tool': ({ tool, days }) => `Das Werkzeug ${quoted(tool)} erlauben, für ${number(days)} Tage`,
  'consent.server-in-thread': ({ hours }) =>
    `Alle Werkzeuge dieses Servers in dieser Unterhaltung erlauben, für ${number(hours)} Stunden`,
  'place.host': ({ host }) => host,
};
