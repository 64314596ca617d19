import type { ArrivalProblems } from '../../../core/keeping/backups/says.ts';
import type { Words } from '../says.ts';
import { number } from './forms.ts';

export const arrivals: Words<ArrivalProblems> = {
  'arrived.grants': 'Erlaubnisse, die länger galten, sind beendet: Du wirst wieder gefragt.',
  'arrived.tools': 'Werkzeuge von Werkzeugservern warten, bis du sie wieder annimmst.',
  'arrived.batches':
    'Stapel, die in Arbeit waren, sind beendet, denn sie können seither erledigt worden sein. Gib erneut auf, was fehlt.',
  'arrived.triggers':
    'Automatiken warten auf deine Zustimmung: auf der Seite unter Wartet, im Terminal mit svc trigger confirm ID.',
  'arrived.workflows':
    'Abläufe dürfen nichts mehr ohne Rückfrage: Speichere einen Ablauf neu, um ihm das wieder zu erlauben.',
  'arrived.hosts':
    'Ziele von Geheimnissen, deren Werte nicht mitkamen, wurden entfernt: Sag bei jedem Wert, wohin er darf.',
  'arrived.logins':
    'Das Geheimnis des Werkzeugservers und Anmeldungen bei Werkzeugservern wurden entfernt: Hinterlege ein neues Geheimnis und melde dich neu an.',
  'arrived.without_parents': ({ tables }, tell) =>
    `Zeilen wurden weggelassen, weil fehlt, wozu sie gehören: ${tables.map((one) => tell(one)).join(', ')}.`,
  'arrived.rows': ({ table, rows }) => `${number(rows)} von ${table}`,
  'arrived.workspace':
    'Der Arbeitsordner von diesem svc liegt anderswo: Die Dateien des Exports sind in files/workspace in der Zip-Datei.',
  'arrived.settings': ({ keys }) =>
    `Einstellungen, die sagen, wohin Daten und Schlüssel gehen, wer hinein darf oder was ausgegeben werden darf, werden keiner Datei entnommen: ${keys.join(', ')}. Setze sie selbst.`,
  'arrived.google': 'Der Zugang zu einem Google-Konto steht in keinem Export: svc google connect gibt ihn.',
};
