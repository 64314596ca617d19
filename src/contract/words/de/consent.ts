import type { ConsentSays } from '../../../core/conversation/consent/says.ts';
import type { Words } from '../says.ts';
import { json, number, quoted } from './forms.ts';
import { nameIn } from '../en/forms.ts';
import { toolInputs, toolUses } from './tool-uses.ts';

export const consent: Words<ConsentSays> = {
  'consent.question': ({ agent, does }, tell) =>
    agent === null ? tell(does) : `Der Unteragent ${quoted(agent)} fragt. ${tell(does)}`,
  'consent.tool-use': ({ tool }) => nameIn(toolUses, tool) ?? `Das Werkzeug ${tool} benutzen.`,
  'consent.given': ({ name, member, value }) =>
    `– ${nameIn(toolInputs, name.quoted) ?? quoted(name)}${member === null ? '' : ` ${quoted(member)}`}: ${json(value)}`,
  'consent.composed': () =>
    'Das hat der Agent selbst geschrieben, nachdem er Texte anderer gelesen hat, etwa eine Webseite oder eine Datei. Sie können ihn dazu gebracht haben: So könnte der Server erfahren, was der Agent über dich weiß.',
  'consent.once': ({ lasts }) => (lasts ? 'Ja, das tun' : 'Einmal erlauben'),
  'consent.no': () => 'Nein',
  'consent.place-in-thread': ({ to, hours }, tell) =>
    `${tell(to)} erlauben, ${number(hours)} Stunden lang in dieser Unterhaltung`,
  'consent.place': ({ to, days }, tell) =>
    `${tell(to)} erlauben, ${number(days)} Tage lang in allen deinen Unterhaltungen und Automatiken`,
  'consent.tool-in-thread': ({ tool, hours }) =>
    `${quoted(tool)} dieses Servers mit beliebigen Angaben erlauben, ${number(hours)} Stunden lang in dieser Unterhaltung`,
  'consent.tool': ({ tool, days }) =>
    `${quoted(tool)} dieses Servers mit beliebigen Angaben erlauben, ${number(days)} Tage lang in allen deinen Unterhaltungen und Automatiken`,
  'consent.server-in-thread': ({ hours }) =>
    `Alle Werkzeuge dieses Servers mit beliebigen Angaben erlauben, ${number(hours)} Stunden lang in dieser Unterhaltung`,
  'place.host': ({ host }) => `Jede Anfrage an ${host} (egal, was sie dort sendet, ändert oder löscht)`,
};
