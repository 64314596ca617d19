import type { CollectionSays } from '../../../core/knowledge/collections/says.ts';
import type { FileSays } from '../../../core/workspace/files/says.ts';
import type { MergeSays } from '../../../core/knowledge/merges/says.ts';
import type { TaskSays } from '../../../core/automation/tasks/says.ts';
import type { ToolServerSays } from '../../../core/execution/tool-servers/says.ts';
import type { WebSays } from '../../../core/outside/web/says.ts';
import type { Words } from '../says.ts';
import { entryDetails, entryKinds } from './entries.ts';
import { charsOf, counted, json, listed, number, plain, quoted } from './forms.ts';

type Named = Readonly<Record<string, string>>;

const KINDS: Named = entryKinds;
const DETAILS: Named = entryDetails;
/** Collections have names of their own. */
const ROWS: Named = { interactions: 'Begegnungen', deals: 'Geschäfte' };

export const calls: Words<WebSays & ToolServerSays & FileSays & TaskSays & CollectionSays & MergeSays> = {
  'request.invalid': () => 'Eine ungültige Adresse abrufen.',
  'request.send': ({ host, method, address, headers, body, secrets, isPrivate }) => {
    const given = [
      ...(headers === null ? [] : [`den Kopfzeilen ${quoted(headers)}`]),
      ...(body === null ? [] : [`${charsOf(body)}: ${quoted(body)}`]),
    ];
    const what = given.length === 0 ? '' : `, mit ${given.join(' und ')}`;
    const adds =
      secrets.length === 0
        ? ''
        : `\nDabei ${secrets.length > 1 ? 'sind deine Geheimnisse' : 'ist dein Geheimnis'} ${listed(secrets)}.`;
    const open = isPrivate ? '' : '\nDas ist nicht verschlüsselt: Andere im Netz können es lesen.';
    const does =
      method === 'GET'
        ? `Diese Adresse bei ${host} abrufen: ${plain(address)}`
        : `An ${host} senden (${method} ${plain(address)})`;
    return `${does}${what}${adds}${open}`;
  },
  'server.call': ({ tool, server, place, isProgram, input }) =>
    `Das Werkzeug ${quoted(tool)} des Werkzeugservers ${quoted(server)} aufrufen. ${
      isProgram
        ? `Das Programm ${plain(place)} auf diesem Rechner bekommt das und kann es weitersenden`
        : `Gesendet wird das an ${plain(place)}`
    }: ${json(input)}`,
  'file.write': ({ path, content, encoding }) =>
    `Die Datei ${quoted(path)} im Arbeitsordner schreiben. Gibt es sie schon, wird sie ersetzt. Sie enthält dann ${charsOf(content)}${encoding === 'base64' ? ' in Base64' : ''}: ${quoted(content)}.`,
  'file.edit': ({ path, before, after, isEverywhere }) =>
    `Die Datei ${quoted(path)} im Arbeitsordner ändern. Darin wird ${quoted(before)} zu ${quoted(after)}${isEverywhere ? ', überall, wo es steht' : ''}.`,
  'file.delete': ({ path }) => `Die Datei ${quoted(path)} im Arbeitsordner löschen.`,
  'file.move': ({ from, to }) => `Die Datei ${quoted(from)} nach ${quoted(to)} im Arbeitsordner verschieben.`,
  'task.begin': ({ what }) =>
    `Im Hintergrund daran arbeiten: ${quoted(what)}. Das beginnt sofort, und die Modellaufrufe können Geld kosten. Vor jeder Änderung und jedem Senden wirst du gefragt, wenn du es nicht schon erlaubt hast.`,
  'records.delete': ({ count, of, collection, filter }) =>
    `In der Sammlung „${collection}“ ${number(count)} von ${counted(of, 'Datensatz', 'Datensätzen')} endgültig löschen: alle, auf die das zutrifft: ${json(filter)}.`,
  'merge.ask': (facts, tell) => {
    const { kind, merged, mergedId, kept, keptId, relations, memories, rows, rowsByKind, conversations } =
      facts;
    const each = rowsByKind.length === 0 ? '' : ` (${rowsByKind.map((one) => tell(one)).join(', ')})`;
    const comes = [
      ...(relations === 0 ? [] : [counted(relations, 'Beziehung', 'Beziehungen')]),
      ...(memories === 0 ? [] : [counted(memories, 'Notiz', 'Notizen')]),
      ...(rows === 0 ? [] : [`${counted(rows, 'Datensatz', 'Datensätze')}${each}`]),
      ...(conversations === 0 ? [] : [counted(conversations, 'Unterhaltung', 'Unterhaltungen')]),
    ];
    const brings = comes.length === 0 ? '' : ` Übernommen werden: ${comes.join(', ')}.`;
    return `${quoted(merged)} (${mergedId}, ${KINDS[kind] ?? kind}) mit ${quoted(kept)} (${keptId}) zusammenführen: Beide werden ein Eintrag mit dem Namen ${quoted(kept)}.${brings}`;
  },
  'merge.rows': ({ kind, count }) => `${ROWS[kind] ?? kind}: ${number(count)}`,
  'merge.differ': ({ details, kept }) =>
    `Wo sie sich unterscheiden (${details.map((one) => DETAILS[one] ?? one).join(', ')}), wird zuerst gezeigt, was bei ${quoted(kept)} steht.`,
  'merge.reversible': ({ days }) => `Du kannst das ${number(days)} Tage lang zurücknehmen.`,
};
