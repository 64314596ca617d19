import type { TerminalSays } from '../../cli/says.ts';
import type { AllSays, Words } from '../says.ts';
import { counted, dollars, number } from './forms.ts';

const CEILINGS: Readonly<Record<string, string>> = { run: 'ein Lauf', day: 'ein Tag', month: 'ein Monat' };

export const terminal: Words<TerminalSays> = {
  'terminal.were_thoughts': 'Was oben steht, waren Gedanken des Modells. Seine Antwort folgt.',
  'terminal.again': ({ seconds, attempt, attempts }) =>
    `Nächster Versuch in ${number(seconds)} s (${number(attempt)}. von ${number(attempts)}).`,
  'terminal.no_room': ({ tools }) => `Im Fenster des Modells ist kein Platz für diese Werkzeuge: ${tools}`,
  'terminal.resumed': 'svc wurde neu gestartet und macht weiter; eine abgebrochene Antwort beginnt von vorn.',
  'terminal.summarised':
    'Frühere Nachrichten werden für das Modell zusammengefasst; gespeichert sind weiterhin alle.',
  'terminal.output_missing': 'Hier fehlt etwas: Der Strom fiel aus, bevor es gespeichert war.',
  'terminal.message_cut': ({ leftOut, chars }) =>
    `Was du geschrieben hast, ist länger als das Fenster des Modells: Von ${number(chars)} Zeichen sieht es ${number(leftOut)} aus der Mitte nicht.`,
  'terminal.cost': ({ spentUsd, limitUsd, ceiling }) =>
    `${dollars(Math.round(spentUsd * 100) / 100)} von den ${dollars(limitUsd)}, die ${CEILINGS[ceiling] ?? ceiling} kosten darf, sind ausgegeben.`,
  'terminal.ended_early': ({ how }) => `Der Lauf endete vor der Zeit: ${how}.`,
  'terminal.engine_gone':
    'svc wurde beendet, bevor der Lauf zu Ende war. Starte es wieder: Was getan war, bleibt, und eine offene Frage steht in svc waiting.',
  'terminal.review': ({ files }) =>
    `${counted(files, 'geänderte Datei wartet', 'geänderte Dateien warten')} darauf, geprüft zu werden: siehe svc changes, oder die Seite.`,
  'terminal.agent_begins': ({ role, model }) => `beginnt als ${role} mit ${model}`,
  'terminal.agent_ended': ({ how, cost }) => `zu Ende: ${how} (${cost})`,

  'terminal.answered_elsewhere': 'Sie wurde schon anderswo beantwortet.',
  'terminal.number': 'eine Nummer',
  'terminal.own_words': 'eigene Worte',
  'terminal.skip': 'nichts, um sie auszulassen',
  'terminal.or': ({ ways }, tell) => `(${ways.map((one) => tell(one)).join(', oder ')})`,
  'terminal.each_question': ' (eine für jede Frage; - lässt eine aus)',
  'terminal.no_terminal': 'es gibt kein Terminal, an dem jemand antworten kann',
  'terminal.no_input': 'es wurde mit --no-input gestartet',
  'terminal.way_at_terminal': 'Starte es an einem Terminal, oder mit --wait, um auf der Seite zu antworten.',
  'terminal.way_with_input':
    'Starte es ohne --no-input, um am Terminal zu antworten, oder mit --wait, um auf der Seite zu antworten.',
  'terminal.declined': ({ why, way }, tell) => `Die Frage wurde abgelehnt, denn ${tell(why)}. ${tell(way)}`,
  'terminal.only_options': ({ why, way }, tell) =>
    `Nur eine ihrer Möglichkeiten kann die Antwort sein, und ${tell(why)}. Der Lauf wird deshalb angehalten. ${tell(way)}`,
  'terminal.answer_elsewhere': ({ until }) =>
    `Der Lauf wartet bis ${until} auf die Antwort. Antworte auf der Seite, oder in einem anderen Terminal mit`,
  'terminal.secret': ({ name, kind, until }) =>
    `Der Lauf fragt bis ${until} nach dem Geheimnis ${name} (${kind}):`,
  'terminal.secret_nowhere': 'Wohin das Geheimnis gesendet wird, ist nicht gesagt.',
  'terminal.secret_to': ({ hosts }) => `Das Geheimnis wird an ${hosts} gesendet.`,
  'terminal.store_now': ({ command }) =>
    `Speichere es auf der Seite, oder in einem anderen Terminal mit\n  ${command}`,
  'terminal.store_later': ({ command }) =>
    `Damit es für den nächsten Lauf da ist, speichere es mit\n  ${command}`,
  'terminal.sign':
    'Drücke dann hier die Eingabetaste, oder schreib nein, um es nicht zu geben. Schreib hier nicht das Geheimnis selbst.',
  'terminal.confirm': ({ promptId }) =>
    `Bestätige es dann mit\n  svc answer ${promptId} saved (oder no, um es nicht zu geben)`,
  'terminal.not_stored': ({ name }) => `${name} ist noch nicht gespeichert.`,

  'terminal.type_yes': ({ question }) => `${question}? Schreib ja: `,
  'terminal.with_yes': ({ unasked, undone }) => `${unasked}: Wiederhole es mit --yes. ${undone}`,
  'terminal.neither': 'Das ist weder ja noch nein.',
  'terminal.save_it': 'Speichern',
  'terminal.to_confirm': 'das muss bestätigt werden',
  'terminal.nothing_saved': 'Es wurde nichts gespeichert.',
  'terminal.stopped': ({ whenGone }) => `svc wurde beendet. ${whenGone}`,

  'terminal.left_question':
    'svc wurde beendet, bevor du das beantwortet hast. Antworte hier, dann macht der Agent von dort weiter:',
  'terminal.question_gone':
    'Die Frage gibt es nicht mehr, weil svc beendet wurde, während sie offen war; dein Text wurde nicht gesendet. Die Eingabetaste sendet ihn als Aufgabe; alles andere, was du schreibst, tritt an seine Stelle.',
  'terminal.continuing': ({ title }) => `Weiter mit „${title}“.`,
  'terminal.chat_help': '/help zeigt die Befehle, Strg-D verlässt das Gespräch.',
  'terminal.continue_with': ({ threadId }) => `Weiter geht es mit: svc chat --thread ${threadId}`,
  'terminal.repeat_line': 'svc wurde beendet. Wiederhole die Zeile, dann tut es ein neues.',
  'terminal.not_running': ({ dataDir }) => `Für ${dataDir} läuft kein svc.`,
  'terminal.how_to_start': 'Starte eines mit svc --http-api; svc run und svc chat brauchen keines.',

  'terminal.upload_skipped': 'nicht in der Ablage',
  'terminal.upload_pending': 'wartet aufs Hochladen',
  'terminal.upload_uploading': 'wird hochgeladen',
  'terminal.upload_complete': 'auch in der Ablage',
  'terminal.upload_failed': 'nicht hochgeladen',
  'terminal.not_uploaded_hosted':
    'Ein Betreiber führt diese Instanz, deshalb bleiben ihre Sicherungen auf diesem Rechner.',
  'terminal.not_uploaded_off':
    'Das Hochladen ist ausgeschaltet: svc config set backup_clouddrive true schaltet es ein.',
  'terminal.not_uploaded_not_connected':
    'Es ist kein Cloud-Konto verbunden: svc google connect verbindet eines.',
  'terminal.not_uploaded_scope':
    'Das Konto wurde ohne die Erlaubnis verbunden, die Dateien von svc zu verwalten: Ruf svc google connect noch einmal auf, und lass das Häkchen stehen.',
  'terminal.not_uploaded_plain':
    'Sie ist nicht verschlüsselt, weil backup_encrypt ausgeschaltet ist; nur verschlüsselte Sicherungen werden hochgeladen.',
  'terminal.not_uploaded_no_key':
    'Der Tresor hat keinen brauchbaren Schlüssel, deshalb ist sie nicht verschlüsselt; nur verschlüsselte Sicherungen werden hochgeladen.',
  'terminal.safety_copy': 'Sicherheitskopien bleiben auf diesem Rechner.',
  'terminal.not_in_drive': 'nein.',
  'terminal.made_manual': 'von Hand gemacht',
  'terminal.made_scheduled': 'nach Plan gemacht',
  'terminal.made_before_restore': 'vor einer Wiederherstellung gemacht',
  'terminal.made_before_import': 'vor einem Einlesen gemacht',
  'terminal.made_before_move': 'gemacht, bevor Daten von einem anderen svc kamen',
  'terminal.made_before_migration': 'vor einer neuen Version gemacht',
  'terminal.backup_running': 'wird gemacht',
  'terminal.backup_unverified': 'noch nicht geprüft',
  'terminal.backup_complete': 'geprüft',
  'terminal.backup_failed': 'nicht brauchbar',
  'terminal.backup_proven': 'bewiesen',
  'terminal.not_uploaded_paused': ({ backupId }) =>
    `Das Konto wurde gerade getrennt. svc backup send ${backupId} sendet sie, sobald ein Konto verbunden ist.`,
  'terminal.not_uploaded_failed': ({ backupId, problem }) =>
    `${problem ?? 'Das Protokoll von svc sagt, warum.'} Jede Stunde wird es noch einmal versucht; svc backup send ${backupId} versucht es jetzt.`,
  'terminal.never_sent': ({ backupId }) => `Sie wurde nie gesendet: svc backup send ${backupId} sendet sie.`,
};

/** What the engine says, where a person at the terminal would do it in another way than on the page. */
export const onTerminal: Partial<Words<AllSays>> = {
  'request.violation': ({ place, why }, tell) =>
    place === null ? `Die Anfrage ${tell(why)}.` : `${nameOf(place)}: ${tell(why)}.`,
  'persons.handover_not_agreed':
    'Der Übergabe an diese Person wurde nicht zugestimmt, deshalb lässt sich alles nur löschen. Zugestimmt wird von der Person selbst.',
  'tasks.task_running': 'Der Agent arbeitet an dieser Aufgabe. Halte sie zuerst an: svc task stop.',
  'prompts.secret_only':
    'Hier wird nach einem Geheimnis gefragt, und eine Antwort in Worten sähe das Modell. Speichere den Wert mit svc secret set, und antworte dann mit dem Wort saved. Der Text wurde nicht behalten.',
  'prompts.no_secret': 'Diese Frage fragt nach keinem Geheimnis: Beantworte sie mit svc answer.',
  'prompts.consent_by_id':
    'Der Lauf fragt, ob du etwas erlaubst, und das geht nur mit der Kennung der Frage: svc waiting zeigt sie. Es wurde nichts erlaubt und nichts verboten.',
  'prompts.repeat':
    'Dieser Lauf hat auf eine Frage schon dieselbe Antwort bekommen, das könnte also eine Wiederholung sein. Ist die offene Frage gemeint, dann antworte mit ihrer Kennung: svc waiting zeigt sie.',
};

/** As it is called in a command: its user typed no route. */
const nameOf = (place: string): string =>
  place.replace(/^\/(?:(?:query|params)\/)?/u, '').replaceAll('/', ' ');
