import type { ExpectationSays } from '../../../core/automation/expectations/says.ts';
import type { PermissionSays } from '../../../core/automation/permissions/says.ts';
import type { WorkflowSays } from '../../../core/automation/workflows/says.ts';
import type { Says, Tell, Words } from '../says.ts';
import { allQuoted, counted, dollars, json, plain, quoted } from './forms.ts';

const FAILING = {
  stop: ' Schlägt er fehl, endet der Ablauf.',
  skip: ' Schlägt er fehl, entfällt, was von ihm abhängt, und die anderen gehen weiter.',
  continue: ' Schlägt er fehl, gehen alle anderen weiter.',
} as const;
const TYPES = { string: 'einen Text', number: 'eine Zahl', boolean: 'Ja oder Nein' } as const;

const each = (what: readonly Says[], tell: Tell): string => what.map((one) => tell(one)).join('; ');

export const permissions: Words<PermissionSays & ExpectationSays> = {
  'may.without-asking': ({ what }, tell) =>
    `In jedem Lauf ohne Rückfrage erlaubt, bis die Automatik oder der Ablauf gelöscht wird: ${each(what, tell)}.`,
  'may.new': ({ what }, tell) => `Neu ohne Rückfrage erlaubt: ${each(what, tell)}.`,
  'may.no-longer': ({ what }, tell) => `Nicht mehr ohne Rückfrage erlaubt: ${each(what, tell)}.`,
  'may.send': ({ hosts }) => `Beliebiges an ${allQuoted(hosts)} senden, dort ändern oder löschen`,
  'may.change-files': ({ folders }) =>
    `Dateien anlegen, ändern und löschen ${folders.length === 1 ? 'im Ordner' : 'in den Ordnern'} ${allQuoted(folders)} und allen Ordnern darunter`,
  'may.change-all-files': () => 'alle Dateien des Arbeitsordners anlegen, ändern und löschen',
  'may.use': ({ tools }) => `${allQuoted(tools)} mit beliebigen Angaben benutzen`,
  'may.read': () =>
    'Lesen ist immer erlaubt: Dateien, Gedächtnis, Webseiten und Ähnliches. Vor allem Übrigen wirst du gefragt.',
  'expectation.file': ({ path, isChanged }) =>
    `Ist die Datei ${quoted(path)} nach einem Lauf nicht da${isChanged ? ' oder nicht von ihm geändert' : ''}, gilt der Lauf als fehlgeschlagen.`,
  'expectation.words': ({ text }) =>
    `Enthält die Antwort eines Laufs ${quoted(text)} nicht, gilt der Lauf als fehlgeschlagen.`,
  'expectation.pattern': ({ pattern }) =>
    `Passt die Antwort eines Laufs nicht zum Muster ${quoted(pattern)}, gilt der Lauf als fehlgeschlagen.`,
  'expectation.http': ({ url, status }) =>
    `Nach jedem Lauf ruft svc ${quoted(url)} ab. Ist die Antwort nicht ${status}, gilt der Lauf als fehlgeschlagen.`,
  'expectation.artifact': ({ type }) =>
    `Speichert ein Lauf kein Artefakt${type === null ? '' : ` der Art ${type}`}, gilt er als fehlgeschlagen.`,
  'expectation.record': ({ collection, filter }) =>
    `Hat die Sammlung „${collection}“ nach einem Lauf keinen Datensatz${filter === null ? '' : `, auf den ${json(filter)} zutrifft`}, gilt der Lauf als fehlgeschlagen.`,
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
  'workflow.save': () => 'Der Agent möchte einen Ablauf speichern. Damit beginnt er noch nicht.',
  'workflow.is': ({ name, description }) =>
    `Name: ${quoted(name)}.${description === null ? '' : ` ${quoted(description)}.`}`,
  'workflow.parameter': ({ name, type, description }) =>
    `Jeder Lauf bekommt ${name} (${TYPES[type]})${description === null ? '' : `: ${quoted(description)}`}.`,
  'workflow.step': ({ nth, id, after, task, tools, usd, isFast, onFailure }) => {
    const begins = after.length === 0 ? '' : `, nach ${after.join(', ')}`;
    const has =
      tools === null
        ? 'alle außer denen, die andere Arbeit beginnen'
        : tools.length === 0
          ? 'keine'
          : `nur ${allQuoted(tools)}`;
    const fast = isFast ? ' Mit dem schnellen Modell.' : '';
    return `Schritt ${nth} (${id})${begins}: ${quoted(task)}. Werkzeuge: ${has}. Höchstens ${dollars(usd)}.${fast}${FAILING[onFailure]}`;
  },
  'workflow.cost': ({ usd }) =>
    `Ein Lauf darf bis zu ${dollars(usd)} kosten, wenn jeder Schritt sein ganzes Budget braucht.`,
  'workflow.run': ({ name, id, given, steps }, tell) =>
    `Den Ablauf ${quoted(name)} (${id}, ${counted(steps, 'Schritt', 'Schritte')}) ausführen${given.length === 0 ? '' : `, mit ${given.map((one) => tell(one)).join(' und ')}`}.`,
  'workflow.given': ({ name, value }) => `${name} = ${json(value)}`,
};
