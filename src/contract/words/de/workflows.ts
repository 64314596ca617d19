import type { ExpectationSays } from '../../../core/automation/expectations/says.ts';
import type { PermissionSays } from '../../../core/automation/permissions/says.ts';
import type { WorkflowSays } from '../../../core/automation/workflows/says.ts';
import type { Words } from '../says.ts';
import { allQuoted, counted, dollars, plain, quoted } from './forms.ts';

const FAILING = {
  stop: '',
  skip: ' Scheitert er, entfällt, was von ihm abhängt, und die anderen gehen weiter.',
  continue: ' Scheitert er, gehen alle anderen weiter.',
} as const;

export const permissions: Words<PermissionSays & ExpectationSays> = {
  'may.send': ({ hosts }) => `Ohne Rückfrage erlaubt: senden an ${allQuoted(hosts)}.`,
  'may.change-files': ({ folders }) =>
    `Ohne Rückfrage erlaubt: Dateien ändern ${folders.length === 1 ? 'im Ordner' : 'in den Ordnern'} ${allQuoted(folders)}.`,
  'may.change-all-files': () => 'Ohne Rückfrage erlaubt: alle Dateien des Arbeitsordners ändern.',
  'may.use': ({ tools }) => `Ohne Rückfrage erlaubt: ${allQuoted(tools)} benutzen.`,
  'may.read': ({ isAll }) =>
    isAll
      ? 'Lesen ist erlaubt, und sonst nichts, ohne dich zu fragen.'
      : 'Lesen ist erlaubt. Alles andere wird erfragt.',
  'expectation.is': ({ expectation }) => `Gelungen ist es so: ${quoted(expectation)}.`,
  'expectation.asks': ({ url }) => `Nach jedem Lauf fragt svc ${quoted(url)} ab.`,
  'expected.no-file': ({ path }) => `Die Datei ${quoted(path)} gibt es nicht.`,
  'expected.same-file': ({ path }) => `Die Datei ${quoted(path)} wurde nicht geändert.`,
  'expected.words': ({ text }) => `Die Antwort enthält ${quoted(text)} nicht.`,
  'expected.pattern': ({ pattern }) => `Die Antwort passt nicht zu ${quoted(pattern)}.`,
  'expected.status': ({ address, answered, status }) =>
    `${plain(address)} antwortete mit ${answered}, nicht mit ${status}.`,
  'expected.unreadable': ({ address, why }, tell) => `${plain(address)} ließ sich nicht lesen: ${tell(why)}`,
  'expected.no-artifact': ({ type }) =>
    `Der Lauf hat kein Artefakt${type === null ? '' : ` der Art ${type}`} gespeichert.`,
  'expected.no-record': ({ collection }) => `Die Sammlung ${collection} hat keinen solchen Datensatz.`,
  'expected.no-collection': ({ collection, why }, tell) =>
    `Die Sammlung ${collection} lässt sich nicht prüfen: ${tell(why)}`,
};

export const workflows: Words<WorkflowSays> = {
  'workflow.save': () => 'Der Agent möchte einen Ablauf speichern.',
  'workflow.is': ({ name, description }) =>
    `${quoted(name)}.${description === null ? '' : ` ${quoted(description)}.`}`,
  'workflow.parameter': ({ name, type, description }) =>
    `Jeder Lauf bekommt ${name} (${type})${description === null ? '' : `: ${quoted(description)}`}.`,
  'workflow.step': ({ nth, id, after, task, tools, usd, isFast, onFailure }) => {
    const begins = after.length === 0 ? '' : ` und beginnt nach ${after.join(', ')}`;
    const has =
      tools === null
        ? ''
        : tools.length === 0
          ? 'hat keine Werkzeuge und '
          : `hat nur die Werkzeuge ${allQuoted(tools)} und `;
    const fast = isFast ? ' Er ist für das schnelle Modell.' : '';
    return `Schritt ${nth} heißt ${id}${begins}: ${quoted(task)}. Er ${has}darf bis zu ${dollars(usd)} kosten.${fast}${FAILING[onFailure]}`;
  },
  'workflow.cost': ({ usd }) =>
    `Ein Lauf darf bis zu ${dollars(usd)} kosten, wenn jeder Schritt sein ganzes Budget braucht.`,
  'workflow.run': ({ what, steps }) =>
    `Der Agent möchte den Ablauf ${quoted(what)} ausführen, in ${counted(steps, 'Schritt', 'Schritten')}.`,
};
