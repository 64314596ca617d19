import type { TriggerSays } from '../../../core/automation/triggers/says.ts';
import type { Words } from '../says.ts';
import { dollars, minuteIn, number, quoted } from './forms.ts';

export const triggers: Words<TriggerSays> = {
  'trigger.make': () => 'Der Agent möchte eine Automatik anlegen.',
  'trigger.change': () => 'Der Agent möchte eine Automatik ändern. Danach:',
  'trigger.delete': ({ title, when, url }, tell) => {
    const due = [
      ...(when === null ? [] : [tell(when)]),
      ...(url === null ? [] : [`beobachtet ${quoted(url)}`]),
    ];
    return `Die Automatik ${quoted(title)}${due.length === 0 ? '' : ` (${due.join(', ')})`} löschen? Dann läuft sie nicht mehr. Ein Lauf, der noch läuft, wird angehalten, und die Liste ihrer bisherigen Läufe wird auch gelöscht.`;
  },
  'trigger.watches': ({ title, url, part, minutes }) =>
    `${quoted(title)} beobachtet ${quoted(url)}${part === null ? '' : ` (den Teil ${quoted(part)})`}, alle ${number(minutes)} Minuten.`,
  'trigger.once': ({ title, at, zone }) =>
    `${quoted(title)} geschieht einmal: ${minuteIn(at, zone)} (${zone}).`,
  'trigger.scheduled': ({ title, when, next, zone }, tell) =>
    `${quoted(title)} geschieht von selbst: ${tell(when)}; ${next.length === 0 ? 'nicht wieder' : `als Nächstes: ${next.map((at) => minuteIn(at, zone)).join('; ')}`} (${zone}).`,
  'trigger.does': ({ task }) => `Sie tut das: ${quoted(task)}.`,
  'trigger.shows': ({ text }) => `Sie zeigt diesen Text: ${quoted(text)}.`,
  'trigger.was-called': ({ title }) => `Sie hieß ${quoted(title)}.`,
  'trigger.pauses': () => 'Sie wird pausiert und läuft erst wieder, wenn sie fortgesetzt wird.',
  'trigger.resumes': () => 'Sie wird fortgesetzt.',
  'trigger.backup': () =>
    'Sie macht eine Sicherung von allem, was svc aufbewahrt. Die Sicherung liegt auf diesem Rechner und, wo das eingerichtet ist, verschlüsselt auch in Google Drive.',
  'trigger.workflow': () => 'Sie führt einen gespeicherten Ablauf aus und darf, was dieser Ablauf darf.',
  'trigger.workflow-is': ({ name }) => `Der Ablauf heißt ${quoted(name)}.`,
  'trigger.workflow-given': ({ parameters }) => `Jeder Lauf davon bekommt ${quoted(parameters)}.`,
  'trigger.notice': () =>
    'Sie erinnert dich: Sie erscheint auf der Seite unter Wartet, und als Benachrichtigung eines Browsers, wo du das eingeschaltet hast. Nichts verlässt diesen Rechner.',
  'trigger.reports': () =>
    'Der Agent liest, was sich geändert hat, und berichtet es. Er hat kein Werkzeug, das etwas ändert oder sendet.',
  'trigger.cost': ({ runUsd, monthUsd }) => {
    const each = runUsd === null ? [] : [`in einem Lauf höchstens ${dollars(runUsd)}`];
    const all = monthUsd === null ? [] : [`in einem Monat höchstens ${dollars(monthUsd)}`];
    const most = [...each, ...all];
    return most.length === 0
      ? 'Ihre Kosten haben keine eigene Obergrenze: Es gelten nur die der Einstellungen.'
      : `Sie darf ${most.join(' und ')} kosten.`;
  },
  'trial.notice': () => 'Dir diesen Hinweis zeigen.',
  'trial.workflow': () => 'Den Ablauf starten.',
  'trial.backup': () => 'Eine Sicherung von allem machen, was svc aufbewahrt.',
};
