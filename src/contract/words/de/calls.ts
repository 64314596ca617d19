import type { CollectionSays } from '../../../core/knowledge/collections/says.ts';
import type { FileSays } from '../../../core/workspace/files/says.ts';
import type { MergeSays } from '../../../core/knowledge/merges/says.ts';
import type { TaskSays } from '../../../core/automation/tasks/says.ts';
import type { ToolServerSays } from '../../../core/execution/tool-servers/says.ts';
import type { WebSays } from '../../../core/outside/web/says.ts';
import type { Words } from '../says.ts';
import { charsOf, counted, json, number, plain, quoted } from './forms.ts';

export const calls: Words<WebSays & ToolServerSays & FileSays & TaskSays & CollectionSays & MergeSays> = {
  'request.invalid': () => 'Eine ungültige Adresse abrufen.',
  'request.send': ({ host, method, address, headers, body, isPrivate }) => {
    const given = [
      ...(headers === null ? [] : [`den Kopfzeilen ${quoted(headers)}`]),
      ...(body === null ? [] : [`${charsOf(body)}: ${quoted(body)}`]),
    ];
    const what = given.length === 0 ? '' : `, mit ${given.join(' und ')}`;
    const open = isPrivate ? '' : '\nDas ist nicht verschlüsselt: Andere im Netz können es lesen.';
    return `An ${host} wird gesendet: ${method} ${plain(address)}${what}${open}`;
  },
  'server.call': ({ tool, server, place, input }) =>
    `Das Werkzeug ${quoted(tool)} des Werkzeugservers ${quoted(server)} (${plain(place)}) aufrufen, mit ${json(input)}`,
  'file.write': ({ path, content, encoding }) =>
    `Die Datei ${quoted(path)} im Arbeitsordner schreiben. Sie enthält dann ${charsOf(content)}${encoding === 'base64' ? ' in Base64' : ''}: ${quoted(content)}.`,
  'file.edit': ({ path, before, after, isEverywhere }) =>
    `Die Datei ${quoted(path)} im Arbeitsordner ändern. Darin wird ${quoted(before)} zu ${quoted(after)}${isEverywhere ? ', überall, wo es steht' : ''}.`,
  'file.delete': ({ path }) => `Die Datei ${quoted(path)} im Arbeitsordner löschen.`,
  'file.move': ({ from, to }) => `Die Datei ${quoted(from)} nach ${quoted(to)} im Arbeitsordner verschieben.`,
  'task.note': () => 'Eine Aufgabe notieren.',
  'task.begin': ({ what }) => `Der Agent möchte im Hintergrund etwas beginnen: ${quoted(what)}.`,
  'records.delete': ({ count, of, collection, filter }) =>
    `Der Agent möchte ${counted(count, 'Datensatz', 'Datensätze')} von ${number(of)} in der Sammlung ${collection} löschen, auf ${count === 1 ? 'den' : 'die'} zutrifft: ${json(filter)}.`,
  'merge.ask': (facts, tell) => {
    const { kind, merged, mergedId, kept, keptId, rowsByKind } = facts;
    const each = rowsByKind.length === 0 ? '' : ` (${rowsByKind.map((one) => tell(one)).join(', ')})`;
    const brings = [
      `${number(facts.relations)} Beziehungen`,
      `${number(facts.memories)} Erinnerungen`,
      `${number(facts.rows)} Datenzeilen${each}`,
    ].join(', ');
    return `Zusammenführen (${kind}): ${quoted(merged)} (${mergedId}) in ${quoted(kept)} (${keptId}). Mit kommen ${brings} und ${number(facts.conversations)} Unterhaltungen.`;
  },
  'merge.rows': ({ kind, count }) => `${kind}: ${number(count)}`,
  'merge.differ': ({ details }) => `Unterschiede gibt es hier: ${details.join(', ')}.`,
  'merge.reversible': () => 'Du kannst das zurücknehmen.',
};
