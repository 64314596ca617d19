import type { PromptProblems } from '../../../core/conversation/prompts/says.ts';
import type { ConsentProblems } from '../../../core/conversation/consent/says.ts';
import type { BackgroundProblems } from '../../../core/conversation/background/says.ts';
import type { FolderProblems } from '../../../core/conversation/folders/says.ts';
import type { AssistantProblems } from '../../../core/conversation/assistants/says.ts';
import type { TagProblems } from '../../../core/conversation/tags/says.ts';
import type { ThreadProblems } from '../../../core/conversation/threads/says.ts';
import type { SessionProblems } from '../../../core/conversation/sessions/says.ts';
import type { Words } from '../says.ts';
import { allQuoted, number, plain, quoted } from './forms.ts';

export const conversation: Words<
  SessionProblems &
    ThreadProblems &
    FolderProblems &
    AssistantProblems &
    TagProblems &
    BackgroundProblems &
    ConsentProblems &
    PromptProblems
> = {
  'sessions.session_not_found': 'Diese Sitzung gibt es nicht mehr. Lade die Seite neu.',
  'sessions.conversation_begun':
    'Mit einem Assistenten kann eine Unterhaltung nur beginnen, und diese hat schon begonnen. Beginne eine neue.',

  'assistants.assistant_not_found':
    'Diesen Assistenten gibt es nicht. Vielleicht wurde er gelöscht oder umbenannt.',
  'assistants.assistant_name_taken': ({ name }) =>
    `Einen Assistenten namens „${name}“ gibt es schon. Es wurde nichts geändert: Wähle einen anderen Namen.`,
  'assistants.too_many_assistants': ({ most }) =>
    `Es gibt höchstens ${number(most)} Assistenten. Es wurde keiner angelegt: Lösche einen, den du nicht brauchst.`,

  'threads.instructions_too_long': ({ most }) =>
    `Anweisungen haben höchstens ${number(most)} Zeichen; ein Geheimnis darin zählt als seine Maske. Es wurde nichts geändert: Kürze sie.`,
  'threads.too_many_switches': ({ most }) =>
    `Eine Unterhaltung hat höchstens ${number(most)} Schalter für Werkzeuge. Es wurde nichts geändert: Nimm die von Werkzeugservern weg, die es nicht mehr gibt.`,
  'threads.thread_not_found': 'Diese Unterhaltung gibt es nicht mehr. Vielleicht wurde sie gelöscht.',
  'threads.message_not_found':
    'Diese Nachricht gibt es in der Unterhaltung nicht. Vielleicht wurde sie gelöscht.',
  'threads.run_in_progress':
    'In dieser Unterhaltung läuft schon etwas. Warte, bis es zu Ende ist, oder halte es zuerst an.',

  'folders.invalid_folder': 'Ein Ordner hat einen kurzen Namen auf einer Zeile.',
  'folders.folder_long': ({ most }) => `Der Name eines Ordners hat höchstens ${number(most)} Zeichen.`,
  'tags.invalid_tag': 'Eine Markierung ist ein kurzer Text auf einer Zeile, ohne Kommas.',
  'tags.tag_long': ({ most }) => `Eine Markierung hat höchstens ${number(most)} Zeichen.`,
  'tags.too_many_tags': ({ most }) => `Eine Unterhaltung hat höchstens ${number(most)} Markierungen.`,

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
    'Worum es geht, hat sich geändert, seit gefragt wurde. Es wurde nichts getan. Sieh es dir noch einmal an, und rufe noch einmal auf, wenn es noch stimmt: Dann wird neu gefragt.',
  'consent.no_host':
    'Senden wird für einen Server erlaubt, geschrieben wie „api.example.org“ oder „api.example.org:8443“ für https, oder „http://api.example.org“ für unverschlüsselte Anfragen, ohne Pfad und ohne Platzhalter.',
  'consent.no_target':
    'Änderungen an Dateien und am Gedächtnis haben kein Ziel: Lass es weg, oder nenne ein Werkzeug.',
  'consent.stopped': 'Der Lauf wurde angehalten, bevor es erlaubt wurde. Es wurde nichts getan.',
  'consent.expired':
    'Es wurde um Erlaubnis gefragt, und 24 Stunden lang kam keine Antwort, was als Nein gilt.',
  'consent.said_no': 'Es wurde um Erlaubnis gefragt, und die Antwort war Nein.',
  'consent.said_else': ({ words }) =>
    `Es wurde um Erlaubnis gefragt, und die Antwort war kein Ja, sondern: ${quoted(words)}`,
  'consent.cannot_ask': 'Das braucht eine Erlaubnis, um die sich in einem solchen Lauf nicht fragen lässt.',
  'consent.no_other_way':
    'Es wurde nichts getan. Versuche dasselbe nicht auf andere Weise: Mache ohne es weiter, oder sag, was nicht geht.',
  'consent.allow_beforehand': 'Sag, was du wo tun wolltest, damit es sich vorab erlauben lässt.',

  'prompts.prompt_not_found': 'Diese Frage gibt es hier nicht mehr.',
  'prompts.no_pending_prompt': 'Hier wird gerade nichts gefragt.',
  'prompts.prompt_expired': 'Diese Frage ist abgelaufen: Ihr Lauf wartet nicht mehr auf die Antwort.',
  'prompts.prompt_pending':
    'Du fragst schon etwas: Warte auf die Antwort, oder frag beides in einem Formular.',
  'prompts.answered': 'Die Frage wurde inzwischen beantwortet, oder sie ist abgelaufen.',
  'prompts.no_secret': 'Diese Frage fragt nach keinem Geheimnis: Beantworte sie mit Worten.',
  'prompts.secret_only':
    'Hier wird nach einem Geheimnis gefragt, und eine Antwort in Worten sähe das Modell. Speichere den Wert bei den Geheimnissen, und bestätige es dann. Der Text wurde nicht behalten.',
  'prompts.consent_by_id':
    'Der Lauf fragt, ob du etwas erlaubst, und das geht nur mit der Kennung der Frage. Lade die Seite neu, und antworte dort. Es wurde nichts erlaubt und nichts verboten.',
  'prompts.repeat':
    'Dieser Lauf hat auf eine Frage schon dieselbe Antwort bekommen, das könnte also eine Wiederholung sein. Lade die Seite neu, und antworte dort.',
  'prompts.form':
    'Es wurden mehrere Fragen gestellt, die Antwort muss also ein JSON-Objekt als Text sein, von der Nummer einer Frage zu ihrer Antwort: {"0": "…", "1": "…"}.',
  'prompts.none_answered': 'Keine der Fragen ist beantwortet.',
  'prompts.no_question': ({ index, last }) =>
    `Eine Frage ${plain(index)} gibt es nicht: Sie werden von 0 bis ${number(last)} gezählt.`,
  'prompts.empty_answer': ({ index }) =>
    `Die Antwort auf Frage ${index} muss ein Text sein, der nicht leer ist; lass unbeantwortete Fragen weg.`,
  'prompts.of_question': ({ index, why }, tell) => `Frage ${index}: ${tell(why)}`,
  'prompts.no_option': ({ options }) => `Die Antwort muss eine von diesen sein: ${allQuoted(options)}.`,
  'prompts.no_yes_or_no': ({ options }) =>
    `Das ist weder ein Ja noch ein Nein. Antworte „Ja“, was es einmal erlaubt, „Nein“, oder wähle eine der Antworten: ${allQuoted(options)}; geraten wird nichts. Um zu sagen, warum nicht, beginne mit „Nein“, wie „Nein, frag mich morgen“.`,
};
