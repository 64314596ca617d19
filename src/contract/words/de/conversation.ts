import type { ConsentProblems } from '../../../core/conversation/consent/says.ts';
import type { BackgroundProblems } from '../../../core/conversation/background/says.ts';
import type { TagProblems } from '../../../core/conversation/tags/says.ts';
import type { ThreadProblems } from '../../../core/conversation/threads/says.ts';
import type { SessionProblems } from '../../../core/conversation/sessions/says.ts';
import type { Words } from '../says.ts';
import { number, quoted } from './forms.ts';

export const conversation: Words<
  SessionProblems & ThreadProblems & TagProblems & BackgroundProblems & ConsentProblems
> = {
  'sessions.session_not_found': 'Diese Sitzung gibt es nicht mehr. Lade die Seite neu.',

  'threads.thread_not_found': 'Diese Unterhaltung gibt es nicht mehr. Vielleicht wurde sie gelöscht.',
  'threads.run_in_progress':
    'In dieser Unterhaltung läuft schon etwas. Warte, bis es zu Ende ist, oder halte es zuerst an.',

  'tags.invalid_tag': 'Ein Schlagwort ist ein kurzer Text auf einer Zeile, ohne Kommas.',
  'tags.tag_long': ({ most }) => `Ein Schlagwort hat höchstens ${number(most)} Zeichen.`,
  'tags.too_many_tags': ({ most }) => `Eine Unterhaltung hat höchstens ${number(most)} Schlagwörter.`,

  'background.task_not_found': 'Diese Aufgabe gibt es nicht mehr.',
  'background.not_running': 'Hier läuft gerade nichts.',
  'background.unstoppable': 'Das lässt sich jetzt nicht mehr anhalten. Es endet von selbst.',
  'background.forbidden': 'Das darf nur, wem diese Instanz gehört, oder wer es begonnen hat.',
  'background.ambiguous_id': ({ ids, hasMore }) =>
    `Mehrere Kennungen beginnen so: ${ids.join(', ')}${hasMore ? ' und andere' : ''}. Es wurde nichts getan: Gib mehr Zeichen an.`,
  'background.id_too_short': ({ chars }) =>
    `Das gibt es nicht: Eine Kennung braucht mindestens ${number(chars)} Zeichen. Wähle es in der Liste aus.`,

  'consent.consent_not_found': 'Diese Erlaubnis gibt es nicht mehr.',
  'consent.consent_outdated':
    'Worum es geht, hat sich geändert, seit gefragt wurde. Es wurde nichts getan. Sieh es dir noch einmal an, und ruf noch einmal auf, wenn es noch stimmt: Dann wird neu gefragt.',
  'consent.no_host':
    'Senden wird für einen Server erlaubt, geschrieben wie „api.example.org“ oder „api.example.org:8443“ für https, oder „http://api.example.org“ für unverschlüsselte Anfragen, ohne Pfad und ohne Platzhalter.',
  'consent.no_target':
    'Änderungen an Dateien und am Gedächtnis haben kein Ziel: Lass es weg, oder nenn ein Werkzeug.',
  'consent.stopped': 'Der Lauf wurde angehalten, bevor es erlaubt wurde. Es wurde nichts getan.',
  'consent.expired':
    'Es wurde um Erlaubnis gefragt, und 24 Stunden lang kam keine Antwort, was als Nein gilt.',
  'consent.said_no': 'Es wurde um Erlaubnis gefragt, und die Antwort war Nein.',
  'consent.said_else': ({ words }) =>
    `Es wurde um Erlaubnis gefragt, und die Antwort war kein Ja, sondern: ${quoted(words)}`,
  'consent.cannot_ask': 'Das braucht eine Erlaubnis, um die sich in einem solchen Lauf nicht fragen lässt.',
  'consent.no_other_way':
    'Es wurde nichts getan. Versuch dasselbe nicht auf andere Weise: Mach ohne es weiter, oder sag, was nicht geht.',
  'consent.allow_beforehand': 'Sag, was du wo tun wolltest, damit es sich vorab erlauben lässt.',
};
