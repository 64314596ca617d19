import type { TerminalSays } from '../../cli/says.ts';
import type { AllSays, Words } from '../says.ts';
import { counted, dollars, number, oneOf, quoted } from './forms.ts';
import { sections } from './export.ts';
import { KINDS } from './setup.ts';

const CEILINGS: Readonly<Record<string, string>> = { run: 'ein Lauf', day: 'ein Tag', month: 'ein Monat' };

const conversations = (count: number): string =>
  count === 1 ? '1 Unterhaltung' : `${number(count)} Unterhaltungen`;

const TIME = 'wie 2027-01-31, "2027-01-31 09:00" (nach der Uhr hier) oder 2027-01-31T09:00:00Z';

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
    'Drücke dann hier die Eingabetaste, oder schreibe nein, um es nicht zu geben. Schreibe hier nicht das Geheimnis selbst.',
  'terminal.confirm': ({ promptId }) =>
    `Bestätige es dann mit\n  svc answer ${promptId} saved (oder no, um es nicht zu geben)`,
  'terminal.not_stored': ({ name }) => `${name} ist noch nicht gespeichert.`,

  'terminal.type_yes': ({ question }) => `${question}? Schreibe ja: `,
  'terminal.with_yes': ({ unasked, undone }) => `${unasked}: Wiederhole es mit --yes. ${undone}`,
  'terminal.neither': 'Das ist weder ja noch nein.',
  'terminal.save_it': 'Speichern',
  'terminal.to_confirm': 'das muss bestätigt werden',
  'terminal.nothing_saved': 'Es wurde nichts gespeichert.',
  'terminal.stopped': ({ whenGone }, tell) => `svc wurde beendet. ${tell(whenGone)}`,

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

  'terminal.upload_skipped': 'nicht in Google Drive',
  'terminal.upload_pending': 'wartet aufs Hochladen',
  'terminal.upload_uploading': 'wird hochgeladen',
  'terminal.upload_complete': 'auch in Google Drive',
  'terminal.upload_failed': 'nicht hochgeladen',
  'terminal.not_uploaded_hosted':
    'Ein Betreiber führt diese Instanz, deshalb bleiben ihre Sicherungen auf diesem Rechner.',
  'terminal.not_uploaded_off':
    'Das Hochladen ist ausgeschaltet: svc config set backup_clouddrive true schaltet es ein.',
  'terminal.not_uploaded_not_connected':
    'Es ist kein Google-Konto verbunden: svc google connect verbindet eines.',
  'terminal.not_uploaded_scope':
    'Das Konto wurde ohne die Erlaubnis verbunden, die Dateien von svc zu verwalten: Rufe svc google connect noch einmal auf, und lass das Häkchen stehen.',
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

  'none.threads': 'Keine Unterhaltungen gefunden.',
  'none.messages': 'Keine Nachrichten gefunden.',
  'none.folders': 'Es gibt keine Ordner.',
  'none.instructions': 'Sie hat keine.',
  'none.switches': 'Alle Werkzeuge werden angeboten, wenn sie gebraucht werden.',
  'none.backups': 'Es gibt noch keine Sicherung. svc backup create macht eine.',
  'none.runs': 'Es gibt noch keine Läufe.',
  'none.told': 'Außer der Unterhaltung wurde ihm nichts gesagt.',
  'none.steps': 'Er hat noch nichts getan.',
  'none.questions': 'Es wartet keine Frage auf dich.',
  'none.entities': 'Nichts gefunden.',
  'none.relations': 'Es hat keine Beziehungen.',
  'none.statements': 'Noch wurde nichts festgehalten.',
  'none.merges': 'In den letzten 90 Tagen wurde nichts zusammengeführt.',
  'none.contacts': 'Keine Kontakte gefunden.',
  'none.timeline': 'Es gibt noch nichts.',
  'none.imports': 'Nichts wurde importiert.',
  'none.deals': 'Keine Geschäfte gefunden.',
  'none.apis': 'Es ist keine API eingerichtet.',
  'none.consents': 'Ohne Rückfrage ist nichts erlaubt.',
  'none.assistants': 'Es gibt keine Assistenten: svc assistant add legt einen an.',
  'none.tags': 'Keine Markierungen gefunden.',
  'none.tags_of_thread': 'Die Unterhaltung hat keine Markierungen.',
  'none.tool_servers': 'Es gibt keinen Werkzeugserver.',
  'none.tasks': 'Es gibt keine solchen Aufgaben.',
  'none.triggers': 'Es gibt keine Automatiken.',
  'none.trigger_runs': 'Sie ist noch nicht gelaufen.',
  'none.notices': 'Es gibt keinen Hinweis.',
  'none.workflows':
    'Es gibt keine Abläufe. Bitte den Agenten, einen zu speichern, oder nimm einen aus einer Datei: svc workflow add FILE.',
  'none.workflow_runs': 'Kein Ablauf ist gelaufen.',
  'none.workflow_steps': 'In den letzten 30 Tagen ist kein Schritt zu Ende gegangen.',
  'none.collections': 'Es gibt keine Sammlung. svc data create legt eine an.',
  'none.records': 'Kein Datensatz passt.',
  'none.backups_in_drive': 'In Google Drive ist keine Sicherung.',
  'done.backup_deleted':
    'Die Sicherung ist auf diesem Rechner gelöscht. Eine Kopie in Google Drive bleibt dort.',
  'done.run_asked_to_stop': 'Der Lauf wurde gebeten anzuhalten.',
  'done.unrelated': 'Sie gilt nicht mehr.',
  'done.deal_deleted': 'Es ist gelöscht.',
  'done.consent_revoked': 'Zurückgenommen. Ab dem nächsten Aufruf fragt der Agent.',
  'done.tool_server_removed': 'Er ist entfernt, und seine Verbindung ist beendet.',
  'done.deleted': 'Gelöscht.',
  'done.dismissed': 'Erledigt.',
  'done.migration_stopped': 'Es läuft kein Umzug mehr, und es wird keiner angenommen.',
  'done.connection_canceled': 'Es wartet keine Verbindung mehr auf dich.',
  'done.access_forgotten': 'Der Zugang ist auf diesem Rechner vergessen.',
  'gone.threads': 'Versuche es noch einmal.',
  'gone.backups': 'svc backup zeigt, welche Sicherungen es gibt.',
  'gone.runs': 'Was er festgehalten hatte, bleibt: siehe svc runs.',
  'gone.questions': 'Gib svc waiting noch einmal ein.',
  'gone.graph': 'svc graph zeigt, was bekannt ist; geändert ist nur, was dort steht.',
  'gone.merges':
    'svc merges zeigt, was zusammengeführt ist; was unterbrochen wurde, beendet svc bei seinem Start.',
  'gone.contacts':
    'svc contacts zeigt die Kontakte; was nicht als getan gemeldet wurde, ist vielleicht nicht geschehen.',
  'gone.deals':
    'svc deals zeigt die Geschäfte; was nicht als getan gemeldet wurde, ist vielleicht nicht geschehen.',
  'gone.token': 'Gib svc token noch einmal ein.',
  'gone.people': 'svc people zeigt, wer hier ist.',
  'gone.consents': 'svc consent zeigt, was erlaubt ist.',
  'gone.assistants': 'svc assistant zeigt, welche Assistenten es gibt.',
  'gone.tags': 'svc tags zeigt, welche Markierungen es gibt.',
  'gone.tool_servers': 'svc mcp zeigt, wie es um die Server steht.',
  'gone.tasks': 'svc task zeigt die Aufgaben.',
  'gone.triggers': 'svc trigger zeigt, wie es um die Automatiken steht.',
  'gone.workflows':
    'svc workflow runs zeigt, wie weit er gekommen ist; ein Lauf geht weiter, wenn svc wieder läuft.',
  'gone.collections': 'svc data list zeigt, welche Sammlungen es gibt und wie viele Datensätze sie haben.',
  'gone.migration': 'Gib den Befehl noch einmal ein.',
  'gone.google': 'svc google zeigt, wie es um die Verbindung steht.',
  'gone.answer': 'svc waiting zeigt, ob sie noch wartet.',
  'gone.changes': 'svc changes zeigt, was noch nicht geprüft ist.',
  'gone.config': 'svc config zeigt, was gesetzt ist.',
  'gone.erasure': 'Das Löschen geht beim nächsten Start weiter: siehe svc erase.',
  'gone.export': 'Es wurde nichts aufgehoben. Gib den Befehl noch einmal ein.',
  'gone.accept': 'Gib svc migrate accept noch einmal ein.',
  'gone.send':
    'Was beim anderen svc angekommen ist, bleibt dort: Gib dasselbe noch einmal ein, dann geht es weiter.',
  'gone.secrets': 'svc secret zeigt, was gespeichert ist.',
  'gone.trigger': 'svc trigger zeigt, ob sie gespeichert wurde.',
  'nothing.thread':
    'Das ist nicht die ID einer Unterhaltung: svc threads listet sie auf, svc threads --archived alle.',
  'nothing.thread_with_tools': 'Das ist nicht die ID einer Unterhaltung: svc threads listet sie auf.',
  'nothing.backup': 'Das ist nicht die ID einer Sicherung: svc backup listet sie auf.',
  'nothing.backup_in_drive': 'Das ist nicht die ID einer Sicherung: svc backup list --drive listet sie auf.',
  'nothing.run': 'Das ist nicht die ID eines Laufs: svc runs listet sie auf.',
  'nothing.entity': 'Das gibt es im Graphen nicht: svc graph find WORDS sucht danach.',
  'nothing.merge': 'Eine solche Zusammenführung ist nicht verzeichnet: svc merges listet sie auf.',
  'nothing.merged': 'Eines der beiden gibt es nicht: svc graph find WORDS sucht danach.',
  'nothing.contact': 'Diesen Kontakt gibt es nicht: svc contacts find WORDS sucht danach.',
  'nothing.import': 'Diesen Import gibt es nicht: svc contacts imports listet sie auf.',
  'nothing.deal': 'Dieses Geschäft gibt es nicht: svc deals listet sie auf.',
  'nothing.api': 'Das ist nicht die ID einer API: svc api listet sie auf.',
  'nothing.person': 'Das ist nicht die ID einer Person: svc people listet sie auf.',
  'nothing.consent': 'Das ist nicht die ID einer Erlaubnis: svc consent listet sie auf.',
  'nothing.assistant': 'svc assistant zeigt, welche es gibt.',
  'nothing.tagged_thread':
    'Das ist nicht die ID einer Unterhaltung: svc tags listet die mit Markierungen auf.',
  'nothing.tool_server': 'Das ist nicht der Name eines Werkzeugservers: svc mcp listet sie auf.',
  'nothing.task': 'Das ist nicht die ID einer Aufgabe: svc task listet sie auf.',
  'nothing.trigger': 'Das ist nicht die ID einer Automatik: svc trigger listet sie auf.',
  'nothing.workflow':
    'Das ist weder die ID eines Ablaufs noch die eines Laufs: svc workflow und svc workflow runs listen sie auf.',
  'nothing.collection': 'Eine Sammlung dieses Namens gibt es nicht: svc data list zeigt sie.',
  'nothing.question': 'Das ist nicht die ID einer Frage: svc waiting listet sie auf.',
  'nothing.thread_with_changes':
    'Das ist nicht die ID einer Unterhaltung: svc changes listet die mit Änderungen auf.',
  'nothing.export': 'Dieses svc kennt keine Exporte: Es ist eine ältere Fassung.',
  'nothing.secret':
    'Das ist nicht der Name eines Geheimnisses: Namen bestehen aus Großbuchstaben, Ziffern und _, und svc secret listet sie auf.',

  'usage.not_text':
    'ein Argument hat Bytes, die nicht UTF-8 sind, und lässt sich deshalb nicht lesen. Nichts wurde getan. Stelle das Terminal auf UTF-8 (LANG=C.UTF-8), benenne eine Datei um, deren Name nicht UTF-8 ist, oder gib den Text einer Aufgabe auf der Standardeingabe: svc run - < aufgabe.txt',
  'usage.engine': 'Ein KI-Agent, der auf deinem Rechner läuft.',
  'usage.version': 'die Version ausgeben',
  'usage.http_api': 'die HTTP-API und ihre Seite anbieten',
  'usage.web': 'die Seite auf Port 3000 anbieten, für ein svc, das mit --http-api gestartet wurde',
  'usage.mcp_server': 'einem Agenten Werkzeuge anbieten, über Standardeingabe und -ausgabe',
  'usage.acp': 'einem Editor über Standardeingabe und -ausgabe antworten, im Agent Client Protocol',
  'usage.transport': 'mit --mcp-server: sse bietet sie über HTTP auf Port 3042 an',
  'usage.demo': 'mit dem eingebauten Demo-Modell antworten',
  'usage.migrate_without_backup': 'nicht sichern, bevor eine neue Version die Datenbanken ändert',
  'usage.help_option': 'die Hilfe des Befehls zeigen',
  'usage.help': 'Dies ausgeben, oder die Hilfe eines Befehls.',
  'usage.exit_codes':
    'Endet mit: 0 getan, 1 abgelehnt, 2 falscher Aufruf, 70 interner Fehler, 78 unbrauchbare Einstellungen.',
  'usage.start':
    'So beginnst du: Mit svc chat redest du hier mit dem Agenten; svc --http-api startet svc mit einer Seite unter http://127.0.0.1:3100. Mehr zu einem Befehl sagt svc help BEFEHL.',
  'usage.json': 'JSON ausgeben',
  'usage.title': 'Aufruf:',
  'usage.arguments': 'Argumente:',
  'usage.options': 'Optionen:',
  'usage.commands': 'Befehle:',
  'usage.choices': ({ text, choices }) =>
    `${text} (eines von ${choices.map((one) => `„${one}“`).join(', ')})`,
  'usage.web_alone': ({ isDemo }) =>
    `Fehler: --web leitet an svc weiter und ist keines: Starte es mit --http-api${isDemo ? ' --demo' : ''} als eigenes Programm`,
  'usage.mcp_server_alone': ({ without }) =>
    `Fehler: --mcp-server ist ein eigenes Programm: Starte es ohne ${without}; es findet das svc, das läuft`,
  'usage.acp_alone': ({ without }) =>
    `Fehler: --acp ist ein eigenes Programm: Starte es ohne ${without}; es findet das svc, das läuft`,
  'usage.transport_alone': 'Fehler: --transport gehört zu --mcp-server',
  'usage.twice': ({ name, value }) => `Fehler: --${name} steht mehrmals da, und nimmt nur ein ${value}`,
  'usage.mode_alone': ({ mode, name }) =>
    `Fehler: ${mode} nimmt keinen Befehl: Lass es weg, oder lass '${name}' weg`,
  'usage.blank': ({ name, text }) => `Fehler: <${name}> ist leer: ${text}`,
  'usage.apart': ({ names }) =>
    `Fehler: --${names.join(' und --')} schließen einander aus: Gib eines an, oder keines`,
  'usage.wrong': ({ why }, tell) => `Fehler: ${tell(why)}`,
  'usage.no_commands': ({ name }) => `Fehler: ${name} hat keine Befehle`,
  'usage.no_command': ({ typed, names }) =>
    `Fehler: Den Befehl '${typed}' gibt es nicht: Es ist einer von ${names.join(', ')}`,
  'usage.no_command_near': ({ typed, near }) =>
    `Fehler: Den Befehl '${typed}' gibt es nicht: Meinst du ${near}?`,
  'usage.missing': ({ name }) => `Fehler: Es fehlt das Argument '${name}'`,
  'usage.unknown_option': ({ flag }) => `Fehler: Die Option '${flag}' gibt es nicht`,
  'usage.unknown_option_near': ({ flag, near }) =>
    `Fehler: Die Option '${flag}' gibt es nicht\n(Meinst du ${near}?)`,
  'usage.no_value': ({ flags }) => `Fehler: Der Option '${flags}' fehlt ihr Wert`,
  'usage.no_choice': ({ flags, value, choices }) =>
    `Fehler: Die Option '${flags}' nimmt '${value}' nicht, nur ${choices}.`,
  'usage.too_many': ({ expected, received, given }) =>
    `Fehler: zu viele Argumente, ${received} statt ${expected}: ${given}.`,
  'usage.see': ({ command }) => `siehe ${command} --help`,
  'option.nothing_to_change': 'Es wurde nichts angegeben, was sich ändern soll.',
  'option.time': TIME,
  'option.names': ({ names }) => oneOf(names),
  'option.from_to': ({ minimum, maximum }) => `${minimum} bis ${maximum}`,
  'option.by_default': ({ usual }) => `sonst ${usual}`,
  'option.repeated': 'mehrmals möglich',
  'option.or_none': 'oder none',
  'option.not_a_time': ({ name }) => `--${name} ist ein Tag oder eine Zeit, ${TIME}.`,
  'option.one_of': ({ option, names }) => `--${option} nimmt eines von ${names.join(', ')}.`,
  'option.no_column': ({ text }) =>
    `Eine Spalte ist name:type, und dahinter :unique oder :event, wie date:date:event. ${quoted(text)} ist keine.`,
  'option.no_type': ({ type, name, types }) =>
    `${quoted(type)} ist keine Art von Spalte: ${quoted(name)} kann ${types.join(', ')} sein.`,
  'option.no_values': ({ option }) =>
    `--${option} ist JSON aus Spalten und Werten, wie '{"status": "open"}'.`,
  'option.no_rename': '--rename ist alt:neu, wie --rename amount:price.',
  'option.no_parameter': '--param ist ein Name und ein Wert, wie --param day=monday.',
  'option.no_amount': '--value ist ein Betrag mit seiner Währung, wie "1250.50 EUR", oder none.',
  'option.contact_name': 'Ein Kontakt braucht einen Namen: --name none, was ihn entfernte, geht nicht.',
  'terminal.more': ({ cursor }) => `Es gibt mehr: Wiederhole das mit --cursor ${cursor}`,

  'terminal.answer_each': ({ n, skip }) =>
    `es sind ${n} Fragen: Gib für jede ein Wort oder einen Text in Anführungszeichen, und ${skip}, um eine zu überspringen.`,
  'terminal.answer_secret': ({ name, id }) =>
    `ein Geheimnis wird hier nicht eingetippt. Speichere es mit svc secret set ${name}, und dann: svc answer ${id} saved (oder no, um es nicht zu geben).`,
  'terminal.secret_not_stored': ({ name }) => `${name} ist noch nicht gespeichert: svc secret set ${name}`,
  'terminal.goes_on_with_secret': 'Der Lauf geht mit dem Geheimnis weiter.',
  'terminal.gets_none': 'Ihm wird gesagt, dass er keines bekommt.',
  'terminal.answered': 'Beantwortet. Der Lauf geht weiter.',
  'terminal.answer_needs_words': 'eine Antwort braucht Worte.',
  'terminal.id_too_short': ({ least }) => `gib mindestens ${least} Zeichen der ID an.`,
  'terminal.no_such_question': 'keine wartende Frage hat diese ID: svc waiting listet sie auf.',
  'terminal.several_questions':
    'mehrere Fragen beginnen so: svc waiting zeigt, wie viel von der ID nötig ist.',
  'terminal.backup_added': ({ backupId }) =>
    `Die Sicherung ist in der Liste. Prüfe sie mit svc backup verify ${backupId}.`,
  'terminal.attach_most': ({ most, given }) =>
    `eine Aufgabe nimmt höchstens ${most} Dateien, und es sind ${given}.`,
  'terminal.attach_no_file': ({ path }) => `${path} ist keine Datei und lässt sich deshalb nicht anhängen.`,
  'terminal.attach_too_large': ({ path, bytes, most }) =>
    `${path} hat ${bytes} Bytes, und ein Anhang darf ${most} haben. Lege die Datei in den Arbeitsordner, und nenne ihren Pfad in der Aufgabe.`,
  'terminal.sent_and_compared': 'Sie ist in Google Drive, und ihre Prüfsummen wurden verglichen.',
  'terminal.sent_while_running': 'Sie wird nach Google Drive gesendet, solange svc läuft.',
  'terminal.upload_impossible': ({ why }) =>
    `die Sicherung ist nur auf diesem Rechner: Sie ließ sich nicht hochladen. ${why}`,
  'terminal.upload_left_out': ({ why }) =>
    `die Sicherung ist nur auf diesem Rechner: Sie wurde nicht hochgeladen. ${why}`,
  'terminal.log_says_why': 'Das Protokoll von svc sagt, warum.',
  'terminal.backup_made': ({ files }) =>
    `Die Sicherung ist vollständig: ${files} Dateien, geöffnet und geprüft.`,
  'terminal.backup_verified': 'Die Sicherung wurde geöffnet und geprüft: Sie lässt sich wiederherstellen.',
  'terminal.backup_needs_key': 'diese Sicherung lässt sich ohne ihren Schlüssel nicht prüfen.',
  'terminal.backup_not_restorable': 'diese Sicherung lässt sich nicht wiederherstellen.',
  'terminal.no_backup_yet': 'es gibt noch keine Sicherung. svc backup create macht eine.',
  'terminal.drill_begins': ({ backupId }) => `${backupId} wird in einen Probeordner wiederhergestellt …`,
  'terminal.drill_done': ({ seconds }) =>
    `svc ist damit gestartet und hat in ${seconds} s alles gefunden: bewiesen.`,
  'terminal.backup_interrupted':
    'unterbrochen. Läuft svc weiter, beendet es, was es begann: siehe svc backup.',
  'terminal.diff_too_long': 'zu lang, um es zu zeigen',
  'terminal.changed_by_others': ', seitdem auch von jemand anderem geändert',
  'terminal.not_among_changes': ({ path }) =>
    `${path} ist nicht unter den Änderungen; svc changes listet sie auf.`,
  'terminal.nothing_done': 'Nichts wurde getan.',
  'terminal.equal_files':
    'Diese Dateien sind wieder wie zuvor: Schließe die Prüfung mit svc changes keep und der Unterhaltung ab.',
  'terminal.no_changes': 'Keine Änderungen warten auf Prüfung.',
  'terminal.how_to_review':
    'Behalte sie mit svc changes keep, oder mache sie mit svc changes undo rückgängig, jeweils mit der Unterhaltung oder mit all. Mit --run und dem hier genannten Lauf bleibt draußen, was ein späterer Lauf geändert hat.',
  'terminal.changes_taken_over': ({ run }) =>
    `keine Änderungen des Laufs ${run} warten auf Prüfung: Sie wurden geprüft, oder ein späterer Lauf hat mehr geändert und hat sie jetzt. Siehe svc changes.`,
  'terminal.see_config_help': 'siehe svc config set --help.',
  'terminal.config_invalid':
    'nichts wurde geändert. Berichtige die Datei, oder wiederhole den Befehl mit --replace: Er beginnt eine neue Datei, und die alte bleibt daneben.',
  'terminal.no_key_on_stdin': ({ key }) => `auf der Standardeingabe war kein ${key}.`,
  'terminal.shell_history': ({ key }) =>
    `Der Verlauf deiner Shell enthält jetzt vielleicht dieses Geheimnis. „svc config set ${key} -“ liest es von der Standardeingabe.`,
  'terminal.set_but_demo': ({ key }) =>
    `${key} ist gesetzt und wirkt noch nicht: Das Demo-Modell antwortet, bis svc ohne --demo und SVC_DEMO gestartet wird.`,
  'terminal.would_import': ({ added, completed }) =>
    `${added} kämen dazu, und ${completed} würden ergänzt. Sie importieren`,
  'terminal.nothing_imported': 'Nichts wurde importiert.',
  'terminal.row': ({ n }) => `Zeile ${n}`,
  'terminal.line': ({ n }) => `Zeile ${n}`,
  'terminal.no_json_records':
    'Das ist kein JSON von Datensätzen: eine Liste von Objekten aus Spalten und Werten, oder ein Objekt.',
  'terminal.erases_all': ({ dataDir }) =>
    `Das löscht alles in ${dataDir}: Unterhaltungen, Gedächtnis, Personen, Geheimnisse, Einstellungen und den Arbeitsordner.`,
  'terminal.backups_stay': 'Sicherungen auf diesem Rechner und der Schlüssel des Tresors bleiben.',
  'terminal.backups_go':
    'Auch Sicherungen auf diesem Rechner und der Schlüssel des Tresors werden gelöscht: Kopien anderswo lassen sich ohne eine Kopie des Schlüssels nicht mehr lesen.',
  'terminal.workspace_goes':
    'Auch alles im Arbeitsordner außerhalb dieses Ordners (SVC_WORKSPACE von svc) wird gelöscht.',
  'terminal.no_way_back':
    'Laufende Arbeit wird angehalten, und svc ist für einige Sekunden weg. Es gibt kein Zurück.',
  'terminal.erasure_to_confirm': ({ word }) =>
    `ein Löschen muss bestätigt werden: Wiederhole dies mit --confirm ${word}. Nichts wurde gelöscht.`,
  'terminal.type_to_erase': ({ word }) => `Tippe ${word}, um zu löschen: `,
  'terminal.nothing_erased': 'Nichts wurde gelöscht.',
  'terminal.storage_copying': ({ database, done, total }) =>
    `${database} wird kopiert (bisher ${number(done)} von ${number(total)} Zeilen)`,
  'terminal.storage_comparing': ({ database, done, total }) =>
    `${database} wird verglichen (bisher ${number(done)} von ${number(total)} Zeilen)`,
  'terminal.storage_copied': ({ rows, tables }) =>
    `Kopiert und verglichen: ${number(rows)} Zeilen aus ${number(tables)} Tabellen.`,
  'terminal.storage_there': ({ rows, tables }) =>
    `Alles ist schon da: ${number(rows)} Zeilen aus ${number(tables)} Tabellen, verglichen.`,
  'terminal.storage_which': 'sag, woher und wohin: --from sqlite --to postgres, oder umgekehrt.',
  'terminal.storage_not_set':
    'SVC_STORAGE_URL ist nicht gesetzt: Es sagt, welcher Server von PostgreSQL gemeint ist.',
  'terminal.storage_not_empty':
    'wohin kopiert werden soll, sind schon andere Daten. Nichts wurde geändert: Nimm ein leeres Schema, oder verschiebe die Dateien.',
  'terminal.storage_not_ready':
    'die Daten sind nicht vollständig, oder von einer anderen Version. Starte svc einmal damit, beende es, und kopiere dann noch einmal.',
  'terminal.storage_in_use': 'ein svc verwendet die Daten. Beende es, und kopiere dann noch einmal.',
  'terminal.storage_differs':
    'die Kopie war nicht gleich, deshalb wurde sie verworfen. Nichts wurde geändert.',
  'terminal.storage_package': 'für Daten in PostgreSQL wird das Paket pg gebraucht: npm install pg.',
  'terminal.storage_away': 'der Server aus SVC_STORAGE_URL antwortet nicht. Nichts wurde geändert.',
  'terminal.erased': 'Gelöscht:',
  'terminal.rows_count': 'Auch Zeilen von Verläufen und Indexen zählen.',
  'terminal.still_there': 'Noch da:',
  'terminal.not_the_word': ({ word }) => `das ist nicht ${word}. Nichts wurde gelöscht.`,
  'terminal.gone_before_erasure': 'svc wurde beendet, bevor etwas gelöscht war. Gib das noch einmal ein.',
  'terminal.not_all_erased': 'nicht alles ließ sich löschen. Jeder Start von svc versucht es wieder.',
  'terminal.interrupted': ({ why }) => `unterbrochen. ${why}`,
  'terminal.export_incomplete': 'der Export ist nicht vollständig. Was sich lesen ließ, ist in der Datei.',
  'terminal.exported': ({ counts, size }) =>
    `${counts} (${size}). Bewahre die Datei auf, wo niemand sonst sie lesen kann.`,
  'terminal.nothing_kept': 'Nichts wurde aufgehoben.',
  'terminal.nothing_changed': 'Nichts wurde geändert.',
  'terminal.import_folder': ({ file }) =>
    `${file} ist ein Ordner: Nenne die Zip-Datei, die svc export geschrieben hat. Nichts wurde geändert.`,
  'terminal.import_json': ({ file }) =>
    `${file} ist ein JSON-Dokument: Was svc export schreibt, lässt sich nur als Zip-Datei importieren. Nichts wurde geändert.`,
  'terminal.import_whole': ({ file }) =>
    `${file} ist ein Export von svc: Er kommt als Ganzes, und nur in ein svc, das noch keine Daten hat. --dry-run ist für Unterhaltungen aus anderen Assistenten. Nichts wurde geändert.`,
  'terminal.past_new': 'neu',
  'terminal.past_here': 'schon da',
  'terminal.past_left': 'kommt nicht',
  'terminal.past_would': ({ willBring, alreadyHere, left }) =>
    `Es kämen: ${conversations(willBring)}. Schon da: ${number(alreadyHere)}. Kämen nicht: ${number(left)}. Nichts wurde geändert.`,
  'terminal.past_came': ({ brought, alreadyHere, left }) =>
    `Importiert: ${conversations(brought)}. Schon da: ${number(alreadyHere)}. Kamen nicht: ${number(left)}.`,
  'terminal.past_stopped': ({ brought, willBring }) =>
    `der Import wurde angehalten: ${number(brought)} von ${conversations(willBring)} sind da. Gib das noch einmal ein, damit die anderen kommen.`,
  'terminal.past_goes_on':
    'Was gekommen ist, bleibt. Gib das noch einmal ein, damit die anderen kommen: Nichts kommt zweimal.',
  'terminal.export_checked': 'Der Export wird geprüft …',
  'terminal.import_if_sent':
    'Wurde die ganze Datei gesendet, importiert svc weiter: svc threads zeigt, ob es fertig ist. Sonst wurde nichts geändert.',
  'terminal.import_if_sound':
    'Wurde die ganze Datei gelesen und für gut befunden, kommt sie mit dem nächsten Befehl von svc herein; sonst wurde nichts geändert. svc threads zeigt es.',
  'terminal.comes_in_next': 'Er kommt mit dem nächsten Befehl von svc herein.',
  'terminal.import_goes_on': 'svc importiert weiter: svc threads zeigt, wann es fertig ist.',
  'terminal.export_sound': 'Der Export ist in Ordnung. svc startet damit neu …',
  'terminal.import_undone': 'nichts wurde importiert: Alles ist, wie es vorher war.',
  'terminal.secrets_again': ({ names }) =>
    `Geheimnisse sind nicht in einem Export. Speichere diese wieder mit svc secret set: ${names}.`,
  'terminal.automations_wait':
    'Zeitpläne, Beobachtungen und Erinnerungen warten, bis du sie bestätigst: svc trigger list.',
  'terminal.consents_revoked':
    'Was dem Agenten ohne Rückfrage erlaubt war, gilt hier nicht mehr: Erlaube es wieder, wo du willst.',
  'terminal.google_asked_for': 'Google wird gebeten um:',
  'terminal.open_here': 'Öffne diese Adresse in einem Browser auf diesem Rechner:',
  'terminal.open_anywhere': 'Öffne diese Adresse in irgendeinem Browser:',
  'terminal.type_code': ({ code }) => `und tippe dort diesen Code ein: ${code}`,
  'terminal.waiting_for_answer': ({ until }) => `Wartet auf deine Antwort bis ${until} …`,
  'terminal.nothing_connected': 'unterbrochen. Dieser Befehl hat nichts verbunden.',
  'terminal.ended_unanswered': 'die Verbindung endete ohne Antwort.',
  'terminal.drive_not_allowed':
    'Sicherungen lassen sich nicht hochladen: Die Dateien von svc zu verwalten, wurde nicht erlaubt. Verbinde noch einmal, und lass das Häkchen stehen.',
  'terminal.switch_uploads_on':
    'Um Sicherungen hochzuladen, schalte es ein: svc config set backup_clouddrive true',
  'terminal.no_account': 'Kein Konto ist verbunden.',
  'terminal.pending_ended': 'Die Verbindung, die auf dich wartete, ist beendet.',
  'terminal.disconnected': 'Getrennt: Google hat den Zugang beendet.',
  'terminal.deletion_incomplete': 'das Löschen ist nicht vollständig.',
  'terminal.ask_drive_backups':
    'Das beendet den Zugang zu deinem Konto. Vorher die Sicherungen löschen, die svc dort hochgeladen hat? Schreibe ja oder nein (Strg-C ändert nichts): ',
  'terminal.say_drive_backups':
    'sag, was aus den Sicherungen in Google Drive wird: Wiederhole dies mit --delete-backups oder --keep-backups. Nichts wurde geändert.',
  'terminal.drive_backups_kept': 'Die Sicherungen in Google Drive wurden behalten.',
  'terminal.drive_unchecked': 'Es gab keinen Zugang zu Google Drive, deshalb wurde dort nichts gelöscht.',
  'terminal.drive_no_backups': 'In Google Drive waren keine Sicherungen.',
  'terminal.drive_deleted': ({ files }) =>
    `In Google Drive gelöscht: ${files} Dateien. Die leeren Ordner bleiben.`,
  'terminal.drive_partly': ({ files }) =>
    `In Google Drive gelöscht: ${files} Dateien. Nicht alles ließ sich löschen:`,
  'terminal.access_forgotten_only':
    'Der Zugang ist hier vergessen. Google hat nicht bestätigt, dass er endete: siehe myaccount.google.com, unter Zugriff von Drittanbietern.',
  'terminal.connection_waits': ({ until, where }) =>
    `eine Verbindung wartet schon auf dich, bis ${until}: ${where}. Um eine andere zu beginnen, beende sie mit svc google cancel.`,
  'terminal.file_no_text': ({ path }) =>
    `${path} ist kein lesbarer Text. Exportiere die Datei als UTF-8. Nichts wurde geändert.`,
  'terminal.no_folder': ({ folder }) => `den Ordner ${folder} gibt es nicht.`,
  'terminal.file_exists': ({ path }) => `${path} gibt es schon: Nenne eine andere Datei.`,
  'terminal.phase_connecting': 'Verbinden',
  'terminal.phase_copying': 'Kopieren',
  'terminal.phase_sending': 'Senden',
  'terminal.phase_restoring': 'Wiederherstellen',
  'terminal.has_own_data':
    'dieses svc hat eigene Daten. Um sie zu ersetzen, wiederhole dies mit --replace; vorher werden sie gesichert.',
  'terminal.no_token':
    'es gab kein Token. Tippe das ein, das svc migrate accept ausgegeben hat, oder sende es auf der Standardeingabe.',
  'terminal.sending_goes_on':
    'unterbrochen. svc sendet weiter: Gib dasselbe noch einmal ein, um zu folgen oder zu sehen, wie es ausging, oder beende es mit svc migrate stop.',
  'terminal.make_reachable':
    'Starte es so, dass der andere Rechner es erreicht: Mache mit svc token ein Token, dann SVC_HTTP_HOST=0.0.0.0 svc --http-api. Gib dann svc migrate accept noch einmal ein.',
  'terminal.type_on_other': 'Auf dem anderen Rechner tippe:',
  'terminal.type_here': 'Für ein anderes svc auf diesem Rechner tippe:',
  'terminal.token_above':
    'Es fragt nach dem Token oben. Wer es hat, kann hier nichts lesen, aber senden, was dieses svc dann hätte: Gib es niemand anderem.',
  'terminal.no_private_address': ({ port }) =>
    `Dieser Rechner hat keine Adresse in einem privaten Netz, an der er lauscht, und einfaches http geht nur dorthin. Stelle einen Server mit https davor, der an Port ${port} weiterleitet, und tippe seine Adresse auf dem anderen Rechner: svc migrate send https://<name>. Oder verbinde beide Rechner mit einem privaten Netz, wie einem VPN, und gib svc migrate accept noch einmal ein.`,
  'terminal.restore_to_confirm': 'eine Wiederherstellung muss bestätigt werden: Wiederhole dies mit --yes.',
  'terminal.ask_restore': 'Wiederherstellen? Schreibe ja: ',
  'terminal.nothing_restored': 'nichts wurde wiederhergestellt.',
  'terminal.no_restore_key': 'es gab keinen Schlüssel. Nichts wurde wiederhergestellt.',
  'terminal.restore_sound': 'Die Sicherung ist in Ordnung. svc startet damit neu …',
  'terminal.restore_undone': 'die Wiederherstellung wurde rückgängig gemacht: Alles ist, wie es vorher war.',
  'terminal.restore_failed': 'die Wiederherstellung ist fehlgeschlagen, bevor etwas geändert wurde.',
  'terminal.restored': ({ files, backupId }) => `Wiederhergestellt: ${files} Dateien aus ${backupId}.`,
  'terminal.restore_undo': ({ backupId, more }) =>
    `Um das rückgängig zu machen, stelle die Sicherung von davor wieder her: svc backup restore ${backupId}${more}`,
  'terminal.restores': ({ backupId, at, kind, version, size }) =>
    `Das stellt die Sicherung ${backupId} vom ${at} wieder her, ${kind} von svc ${version} (${size}).`,
  'terminal.restore_safety':
    'Vorher wird der jetzige Stand gesichert. Laufende Arbeit wird unterbrochen, und svc ist für einige Sekunden weg.',
  'terminal.workspace_left':
    'Der Arbeitsordner ist nicht in dieser Sicherung: Dateien dort bleiben, wie sie sind.',
  'terminal.if_trusted': 'Vertraust du ihr, dann wiederhole dies mit --allow-foreign.',
  'terminal.if_place_trusted':
    'Vertraust du dem Ort, an dem sie lag, dann wiederhole dies mit --allow-unauthenticated.',
  'terminal.if_key_known': 'Hast du diesen Schlüssel, dann wiederhole dies mit --key-from-stdin.',
  'terminal.other_key': 'Der angegebene Schlüssel ist ein anderer.',
  'terminal.at_work': 'Der Agent arbeitet, und dieser Befehl endet, wenn er fertig ist. Strg-C hält ihn an.',
  'terminal.no_secrets': 'Es gibt keine Geheimnisse.',
  'terminal.no_value': 'es gab keinen Wert.',
  'terminal.secret_stored': ({ name, use }) => `${name} ist gespeichert, ${use}.`,
  'terminal.secret_overridden': ({ name }) => `SVC_SECRET_${name} geht vor.`,
  'terminal.secret_deleted': ({ name }) => `${name} ist gelöscht.`,
  'terminal.for_google': 'für die Verbindung zu Google',
  'terminal.for_tool_server': 'und Agenten müssen es dem Werkzeugserver ab ihrer nächsten Anfrage zeigen',
  'terminal.for_no_host': 'und darf noch an keinen Server gesendet werden: Speichere es mit --hosts',
  'terminal.for_hosts': ({ hosts }) => `um an ${hosts} gesendet zu werden`,
  'terminal.no_host': '(kein Server)',
  'terminal.slash_help': 'Die Befehle auflisten.',
  'terminal.slash_new': 'Eine neue Unterhaltung beginnen.',
  'terminal.slash_new_next': 'Die nächste Zeile beginnt eine neue Unterhaltung.',
  'terminal.slash_compact':
    'Frühere Nachrichten durch eine Zusammenfassung ersetzen, nur für das Modell; sie behält, was der Schwerpunkt nennt.',
  'terminal.slash_empty': 'Die Unterhaltung ist leer.',
  'terminal.slash_shrank': ({ before, after }) =>
    `Was das Modell von der Unterhaltung sieht, schrumpfte von ${before} auf ${after} Token.`,
  'terminal.slash_stopped_waiting':
    'Es wird nicht mehr gewartet. Vielleicht entsteht die Zusammenfassung noch.',
  'terminal.slash_api': 'Die eingerichteten APIs auflisten, oder eine ganz zeigen.',
  'terminal.slash_api_use': 'Benutze /api, /api list oder /api show <id>.',
  'terminal.slash_mcp':
    'Die Werkzeugserver auflisten, einen mit seiner Adresse hinzufügen, oder einen entfernen.',
  'terminal.slash_mcp_use':
    'Benutze /mcp, /mcp list, /mcp add <name> <url> oder /mcp remove <name>. `svc mcp` an einem Terminal kann mehr.',
  'terminal.slash_quit': 'Aufhören, wie mit Strg-D.',
  'terminal.see_slash_help': 'siehe /help.',
  'terminal.slash_unknown': ({ name, meant }) =>
    `${name} gibt es nicht: ${meant} Um eine Zeile zu senden, die mit einem Schrägstrich beginnt, beginne sie mit zweien.`,
  'terminal.slash_list': 'Jede Zeile ist eine Aufgabe für den Agenten. Befehle:',
  'terminal.slash_keys': 'Strg-C hält einen Lauf an, oder beendet, wenn nichts läuft. Strg-D beendet.',
  'terminal.interrupted_plainly': 'unterbrochen.',
  'terminal.gone_speech': 'svc wurde beendet, bevor alles gesagt war.',
  'terminal.sound_too_large': ({ file }) => `${file} hat mehr als 25 MB: Schneide es in Teile.`,
  'terminal.is_folder': ({ file }) => `${file} ist ein Ordner.`,
  'terminal.file_empty': ({ file }) => `${file} lässt sich nicht senden: Die Datei ist leer.`,
  'terminal.in_it': 'Darin:',
  'terminal.no_token_given': 'es gab kein Token.',
  'terminal.token_kept': ({ name }) =>
    `Das Token liegt im Tresor und geht nur an ${name}. svc mcp zeigt, ob der Server es annimmt.`,
  'terminal.next_times': ({ words, zone }) => `${words} (${zone}). Die nächsten Zeiten dort:`,
  'terminal.once': ({ zone }) => `Einmal (${zone}):`,
  'terminal.happens_while_running': 'Es geschieht, solange svc läuft: svc --http-api.',
  'terminal.task_too_long': ({ mb }) =>
    `die Aufgabe ist länger als ${mb} MB, die Grenze: Lege ihr Material in eine Datei des Arbeitsordners, und nenne die Datei.`,
  'terminal.no_task_on_stdin': 'auf der Standardeingabe war keine Aufgabe.',
  'terminal.task_empty':
    'die Aufgabe ist leer: Sag, was zu tun ist, wie svc run schreib eine Notiz über das Treffen.',
  'terminal.workflow_goes_on': ({ id }) =>
    `Der Lauf geht weiter. svc workflow follow ${id} zeigt ihn, svc workflow stop ${id} beendet ihn.`,
  'terminal.carried_out_here':
    'Es bleibt kein svc, das weitermachen könnte, deshalb führt dieser Befehl ihn zu Ende.',
  'terminal.success_is': ({ what }) => `Erfolg ist: ${what}`,
  'terminal.workflow_saved': ({ id, more }) =>
    `Gespeichert. Führe ihn aus mit: svc workflow run ${id}${more}`,
  'terminal.workflow_no_object': 'Ein Ablauf ist ein JSON-Objekt: svc workflow add --help zeigt eines.',
  'terminal.workflow_paused': ({ id }) =>
    `Der Lauf ist pausiert, weil kein svc ihn ausführt. Er geht weiter, wenn eines läuft (svc --http-api), oder mit svc workflow retry ${id}; svc workflow stop ${id} beendet ihn.`,
  'terminal.step_waits': ({ step }) => `${step} wartet auf deine Antwort: svc waiting zeigt die Frage.`,

  'terminal.no_file': ({ path }) => `die Datei ${path} gibt es nicht.`,
  'terminal.unread': ({ path, why }, tell) => `${path} lässt sich nicht lesen: ${tell(why)}.`,
  'terminal.unwritten': ({ path, why }, tell) => `${path} lässt sich nicht schreiben: ${tell(why)}.`,
  'terminal.of_code': ({ code }) => (code === '' ? 'der Grund ist nicht bekannt' : code),
  'terminal.not_there': 'sie ist nicht da',
  'terminal.a_folder': 'es ist ein Ordner',
  'terminal.not_permitted': 'ihre Rechte erlauben es nicht',
  'terminal.stdin_no_text': 'die Standardeingabe ist kein lesbarer Text. Sende ihn in UTF-8.',
  'terminal.backup_not_made': ({ why }) => `die Sicherung gelang nicht. ${why}`,
  'terminal.changes_of': ({ threadId, runId, title }) => `Unterhaltung ${threadId}  Lauf ${runId}  ${title}`,
  'terminal.file_new': 'neu',
  'terminal.file_changed': 'geändert',
  'terminal.file_deleted': 'gelöscht',
  'terminal.file_binary': 'binär',
  'terminal.changes_kept': ({ of, files }) => `${of}: ${counted(files, 'Datei', 'Dateien')} behalten.`,
  'terminal.changes_undone': ({ of, files }) =>
    `${of}: ${counted(files, 'Datei', 'Dateien')} rückgängig gemacht.`,
  'terminal.near': ({ names }) => `meinst du ${names.join(' oder ')}?`,
  'terminal.no_setting': ({ key, meant }, tell) => `eine Einstellung „${key}“ gibt es nicht: ${tell(meant)}`,
  'terminal.setting_must_be': ({ key, be }, tell) => `${key} muss ${tell(be)} sein, als JSON geschrieben.`,
  'terminal.setting_set': ({ key, when }, tell) => `${key} ist gesetzt. Es gilt ${tell(when)}.`,
  'terminal.setting_without_effect': ({ key }) =>
    `${key} ist in der Datei des Benutzers gesetzt, gilt aber nicht.`,
  'terminal.setting_overridden': ({ key, by }, tell) =>
    `${key} ist in der Datei des Benutzers gesetzt, gilt aber nicht: ${tell(by)} geht vor.`,
  'terminal.setting_still_set': ({ key, by }, tell) =>
    `${key} steht nicht in der Datei des Benutzers, aber noch gesetzt hat es: ${tell(by)}.`,
  'terminal.setting_unset': ({ key, when }, tell) => `${key} ist nicht gesetzt. Das gilt ${tell(when)}.`,
  'effect.next_message': 'ab der nächsten Nachricht',
  'effect.next_backup': 'ab der nächsten Sicherung; ein laufendes Hochladen geht weiter',
  'effect.next_request': 'ab der nächsten Anfrage an den Port',
  'effect.next_request_with_token':
    'ab der nächsten Anfrage an den Port. Solange es true ist, braucht sie das Token, das „svc token“ ausgibt; das Terminal braucht keines',
  'source.env': 'eine Variable in der Umgebung von svc',
  'source.project': 'die Datei des Projekts, .svc/config.json',
  'source.user': 'die Datei des Benutzers',
  'source.default': 'der Wert ohne Einstellung',
  'head.key': 'Einstellung',
  'head.value': 'Wert',
  'head.source': 'von',
  'terminal.records_stored': ({ inserted, updated, failed }) =>
    `${counted(inserted, 'Datensatz', 'Datensätze')} eingefügt, ${updated} geändert, ${counted(failed, 'Zeile', 'Zeilen')} nicht gespeichert.`,
  'terminal.connected': ({ account }) => `Verbunden${account === null ? '' : ` als ${account}`}.`,
  'terminal.no_engine_here': 'hier läuft kein svc, das sich erreichen ließe.',
  'terminal.on_this_machine': '(auf diesem Rechner)',
  'terminal.accepts_until': ({ until }) => `Dieses svc nimmt bis ${until} einen Umzug an.`,
  'terminal.is_replaced': 'Was es jetzt hat, wird ersetzt; vorher wird es gesichert.',
  'terminal.sending_kept':
    'unterbrochen. Was beim anderen svc angekommen ist, bleibt dort: Gib dasselbe noch einmal ein, dann geht es weiter.',
  'terminal.sending_again': 'unterbrochen. Gib dasselbe noch einmal ein, dann geht es weiter.',
  'terminal.migration_token': 'Token des Umzugs',
  'terminal.moved': ({ at, databases, files, secrets }) =>
    `Umgezogen und geprüft, wie es um ${at} war: ${databases} Datenbanken, ${counted(files, 'Datei', 'Dateien')}, ${counted(secrets, 'Geheimnis', 'Geheimnisse')}.`,
  'terminal.no_port': 'Es lauscht an keinem Port, deshalb erreicht es kein anderer Rechner.',
  'terminal.own_port': ({ port }) =>
    `Es lauscht nur auf diesem Rechner (Port ${port}), deshalb erreicht es kein anderer.`,
  'terminal.restart_reachable':
    'Mache mit svc token ein Token, und starte es neu mit SVC_HTTP_HOST=0.0.0.0 svc --http-api; es nimmt den Umzug weiter an. Oder stelle einen Server mit https davor, und tippe seine Adresse auf dem anderen Rechner: svc migrate send https://<name>.',
  'terminal.restore_replaces': ({ dataDir, withWorkspace }) =>
    `Es ersetzt alles in ${dataDir}: Unterhaltungen, Gedächtnis, Geheimnisse, Einstellungen${withWorkspace ? ' und den Arbeitsordner' : ''}. Was nach der Sicherung kam, ist dort weg.`,
  'terminal.restore_foreign': 'Eine andere Instanz von svc hat diese Sicherung gemacht.',
  'terminal.restore_foreign_needs':
    'Eine andere Instanz von svc hat diese Sicherung gemacht: Das braucht --allow-foreign.',
  'terminal.slash_slash': 'Eine Zeile senden, die mit einem Schrägstrich beginnt.',
  'terminal.new_conversation': 'eine neue Unterhaltung',
  'terminal.a_conversation': 'eine Unterhaltung',
  'terminal.the_task': ({ id }) => `die Aufgabe ${id}`,
  'terminal.the_trigger': ({ id }) => `die Automatik ${id}`,
  'terminal.the_workflow': ({ id }) => `der Ablauf ${id}`,
  'terminal.runs_since': ({ since, called, what, stop }, tell) =>
    `Läuft seit ${since}: ${called}, ${tell(what)}${stop === null ? '' : tell(stop)}`,
  'terminal.waits_since': ({ since, called, what, stop }, tell) =>
    `Wartet seit ${since} auf deine Antwort: ${called}, ${tell(what)}; beantworte sie mit svc waiting${stop === null ? '' : tell(stop)}`,
  'terminal.stop_it': ({ id }) => `; anhalten mit svc task stop ${id}`,
  'terminal.model': ({ id }) => `Modell ${id}.`,
  'terminal.no_model': ({ problem }) => `und kein Modell kann antworten. ${problem}`,
  'terminal.running': ({ version, pid, dataDir, since, runs, answers }, tell) =>
    `svc ${version} (PID ${pid}) läuft für ${dataDir} seit ${since}: ${counted(runs, 'laufender Lauf', 'laufende Läufe')}, ${tell(answers)}`,
  'terminal.page_at': ({ at }) => `Die Seite: ${at}`,
  'terminal.of_kind': ({ kind }, tell) => `Es ist ${tell(kind)}.`,
  'terminal.store_damaged': ({ store }) => `Unbrauchbar, weil beschädigt: ${store}.`,
  'terminal.storage': ({ server, database, schema }) =>
    `Die Daten liegen in PostgreSQL: ${server}, Datenbank ${database}, Schema ${schema}.`,
  'terminal.store_newer': ({ store }) =>
    `Unbrauchbar, weil eine neuere Version von svc es schrieb: ${store}.`,
  'terminal.no_json': ({ file, why }) => `${file} ist kein JSON: ${why}`,
  'terminal.with_it_done': ({ tasks }) => `${counted(tasks, 'Aufgabe', 'Aufgaben')} darin damit erledigt.`,
  'terminal.nothing_of_yours_out': 'Exportiert: Es gab noch nichts von dir',
  'terminal.nothing_of_yours_in': 'Importiert: Es gab noch nichts von dir',
  'terminal.came_out': ({ threads, files, items }) =>
    `Exportiert: ${counted(threads, 'Unterhaltung', 'Unterhaltungen')}, ${counted(files, 'Datei oder Ordner', 'Dateien und Ordner')}, ${counted(items, 'Eintrag', 'Einträge')} insgesamt`,
  'terminal.came_in': ({ threads, files, items }) =>
    `Importiert: ${counted(threads, 'Unterhaltung', 'Unterhaltungen')}, ${counted(files, 'Datei oder Ordner', 'Dateien und Ordner')}, ${counted(items, 'Eintrag', 'Einträge')} insgesamt`,
  'terminal.exporting': ({ section, count, size }, tell) =>
    `Exportiert wird ${section}${count === null ? '' : ` ${tell(count)}`}, ${size}`,
  'terminal.exporting_line': ({ section, size }) => `Exportiert wird ${section}, bisher ${size}`,
  'terminal.count_of': ({ done, total }) => `${done} von ${total}`,
  'terminal.may_mean': ({ name, fitting, more }) =>
    `${JSON.stringify(name)} kann bedeuten: ${fitting.join(', ')}${more === 0 ? '' : `, und ${more} weitere`}. Nichts wurde getan. Gib die ID an, oder den ganzen Namen, wenn nichts anderes so heißt.`,
  'terminal.workflow_broken': ({ sentences }, tell) => tell(sentences),
  'terminal.workflow_part': ({ place, field, message, near }, tell) =>
    `${tell(place)}${field === null ? '' : `: ${field}`} ${message}.${near.length === 0 ? '' : ` Vielleicht ist ${near.join(' oder ')} gemeint.`}`,
  'terminal.whole_workflow': 'Der Ablauf',
  'terminal.step_called': ({ name }) => `Der Schritt ${name}`,
  'terminal.step_number': ({ nth }) => `Der Schritt Nummer ${nth}`,
  'terminal.parameter_called': ({ name }) => `Der Parameter ${name}`,
  'terminal.parameter_number': ({ nth }) => `Der Parameter Nummer ${nth}`,
  'terminal.copying': 'Kopieren',
  'terminal.checking': 'Prüfen',
  'terminal.restoring': 'Wiederherstellen',
  'terminal.uploading': 'Hochladen',

  'terminal.hosted_without_connection':
    'Nicht verbunden. Diese Instanz gilt als betrieben, weil eine Variable SVC_MANAGED_… oder SVC_BILLING_TIER gesetzt ist. Ihr Betreiber bietet hier keine Verbindung an, und Sicherungen bleiben auf diesem Rechner.',
  'terminal.hosted_connection':
    'Nicht verbunden. Diese Instanz wird über ihren Betreiber verbunden: svc google address.',
  'terminal.not_connected': 'Nicht verbunden. svc google connect verbindet.',
  'terminal.no_client':
    'Nicht verbunden, und es gibt keinen Client dafür: Speichere GOOGLE_CLIENT_ID und GOOGLE_CLIENT_SECRET mit svc secret set.',
  'terminal.connected_through_host': ({ account }) =>
    `Verbunden${account === null ? '' : ` als ${account}`}, über den Betreiber dieser Instanz.`,
  'terminal.access': ({ scopes, withDrive }) =>
    `Zugang: ${scopes.join(', ') || 'keiner'}${withDrive ? '' : '; Sicherungen lassen sich damit nicht hochladen'}.`,
  'terminal.pending_until': ({ until, where }) => `Eine Verbindung wartet auf dich bis ${until}: ${where}`,
  'terminal.where_to_answer': ({ url, code }) => `öffne ${url}${code === null ? '' : ` und tippe ${code}`}`,
  'terminal.the_replay': ({ id }) => `die Wiederholung ${id}`,

  'terminal.api_url': ({ url }) => `Adresse: ${url}`,
  'terminal.api_endpoints': 'Endpunkte',
  'terminal.api_guidelines': 'Regeln',
  'terminal.api_avoid': 'Zu vermeiden',
  'terminal.api_notes': 'Anmerkungen',
  'terminal.encrypted_with': ({ key }) => `ja, mit dem Schlüssel ${key} des Tresors`,
  'terminal.authentic_with': ({ key }) =>
    `nein, aber der Schlüssel ${key} des Tresors beweist, dass nichts geändert wurde`,
  'terminal.backup_of_another': 'Eine andere Instanz von svc hat sie gemacht.',
  'terminal.workspace_elsewhere':
    'Der Arbeitsordner liegt außerhalb des Datenordners, deshalb ist er nicht in der Sicherung.',
  'terminal.left_out_files': ({ n }) =>
    `Aus dem Arbeitsordner ausgelassen: ${n} Links, besondere oder unlesbare Dateien.`,
  'terminal.problem_is': ({ problem }) => `Es gibt ein Problem: ${problem}`,
  'terminal.not_encrypted': 'nicht verschlüsselt',
  'terminal.not_complete': 'nicht vollständig',
  'terminal.also_here': 'auch hier',
  'terminal.only_in_drive': 'nur in Google Drive',
  'terminal.label_backup': 'Sicherung',
  'terminal.label_made': 'Gemacht',
  'terminal.made_by': ({ at, how, version }) => `${at}, ${how}, von svc ${version}`,
  'terminal.label_size': 'Größe',
  'terminal.size_in_files': ({ size, files }) => `${size} in ${files} Dateien`,
  'terminal.label_state': 'Zustand',
  'terminal.label_checked': 'Geprüft',
  'terminal.label_drill': 'Durch eine Probe bewiesen',
  'terminal.label_encrypted': 'Verschlüsselt',
  'terminal.label_in_drive': 'In Google Drive',
  'terminal.last_upload': ({ problem }) => `Das letzte Hochladen: ${problem}`,
  'terminal.fetched':
    'Die Sicherung ist hier, wurde geöffnet und geprüft: svc backup restore stellt sie wieder her.',
  'terminal.fetched_unchecked': 'Die Sicherung ist hier, ließ sich aber nicht prüfen:',
  'terminal.fetched_new_machine':
    'Auf einem neuen Rechner stellt svc backup restore <id> --allow-foreign --key-from-stdin sie wieder her: Das fragt nach dem Schlüssel des alten Tresors.',
  'terminal.more_groups': 'Es gibt mehr Gruppen: Mit --filter werden es weniger.',
  'terminal.nothing_deleted': 'Nichts wurde gelöscht.',
  'terminal.delete_all': 'Alle löschen',
  'terminal.deleted': 'Gelöscht.',
  'terminal.any_host': 'irgendeinen Server',
  'terminal.may_change': 'Dateien und Gedächtnis ändern',
  'terminal.by_tool': ({ tool }) => `mit ${tool}`,
  'terminal.in_the_folder': ({ folder }) => `, im Ordner ${folder}`,
  'terminal.in_the_thread': ({ threadId }) => `, in der Unterhaltung ${threadId}`,
  'terminal.with_trigger': ({ triggerId }) => `mit der Automatik ${triggerId}`,
  'terminal.with_workflow': ({ workflowId }) => `mit dem Ablauf ${workflowId}`,
  'terminal.until_day': ({ day }) => `bis ${day}`,
  'terminal.also_called': ({ name }) => `auch ${name}`,
  'terminal.at_line': ({ line }) => `Zeile ${line}`,
  'terminal.imported_counts': ({ added, completed, refused }) =>
    `${added} neu, ${completed} ergänzt, ${refused} abgelehnt`,
  'terminal.takes_back': ({ importId }) => `svc contacts rollback ${importId} nimmt ihn zurück.`,
  'terminal.would_counts': ({ added, completed, refused }) =>
    `${added} neu, ${completed} zu ergänzen, ${refused} ausgelassen`,
  'terminal.changed_since': 'wurde seitdem geändert, und bleibt',
  'terminal.was_value': ({ value }) => `war ${value}`,
  'terminal.all_of_graph': 'alles, was der Graph weiß',
  'terminal.would_go': ({ all, name }) => `${all} von ${name} würde endgültig gelöscht`,
  'terminal.delete_this': 'Das löschen',
  'terminal.contact_removed': 'Er ist entfernt.',
  'terminal.contact_removed_with': ({ all }) => `Er ist entfernt. Gelöscht: ${all}.`,
  'terminal.rolled_back': ({ removed, restored, kept }) =>
    `${removed} entfernt, ${restored} wiederhergestellt, ${kept} behalten`,
  'terminal.deal_next': ({ action }) => `als Nächstes: ${action}`,
  'terminal.also_called_all': ({ names }) => `auch ${names}`,
  'terminal.since_when': ({ since }) => `seit ${since}`,
  'terminal.until_when': ({ until }) => `bis ${until}`,
  'terminal.known_since': 'bekannt seit',
  'terminal.is_contact': 'ist ein Kontakt',
  'terminal.more_relations': ({ id, cursor }) =>
    `Es gibt mehr Beziehungen: svc graph relations ${id} --cursor ${cursor}`,
  'terminal.more_around': 'Es gibt weitere Zusammenhänge: svc graph around mit einem von diesen.',
  'terminal.remove_for_good': 'Endgültig entfernen',
  'terminal.nothing_removed': 'Nichts wurde entfernt.',
  'terminal.entity_removed': ({ name, id }) => `Entfernt: ${name} (${id}).`,
  'terminal.from_until': ({ from, until }) => `${from} bis ${until}`,
  'terminal.merge_incomplete': 'kam nicht zu Ende',
  'terminal.merged_again': 'später wieder zusammengeführt',
  'terminal.in_effect': 'gilt',
  'terminal.not_in_effect': 'gilt nicht',
  'terminal.shown_through': ({ merge }) => `durch eine spätere Zusammenführung gezeigt (${merge})`,
  'terminal.merged_into': ({ merged, kept }) => `${merged} in ${kept}`,
  'terminal.would_be_shown': ({ merged, kept, kind }) => `${merged} würde als ${kept} gezeigt (${kind}).`,
  'terminal.label_also_called': 'heißt auch',
  'terminal.label_brings': 'Angaben, die er mitbringt',
  'terminal.label_differ': 'Angaben, die sich unterscheiden',
  'terminal.of_its_data': 'mit seinen Daten',
  'terminal.with_it': 'mit ihm',
  'terminal.daily_limit': ({ usd }) => `höchstens ${usd} USD am Tag`,
  'terminal.seen_at': ({ at }) => `gesehen ${at}`,
  'terminal.counts_until': ({ until }) => `Er gilt bis ${until}.`,
  'terminal.person_erased': ({ name }) => `Alles von ${name} würde endgültig gelöscht`,
  'terminal.person_handed': ({ name }) => `${name} würde entfernt, und was der Person gehört, übergeben`,
  'terminal.remove_person': 'Entfernen',
  'terminal.nobody_removed': 'Niemand wurde entfernt.',
  'terminal.removed_erased': 'Die Person ist entfernt. Gelöscht:',
  'terminal.removed_handed': 'Die Person ist entfernt. Übergeben:',
  'terminal.asked_since': ({ id, title, since, until }) => `${id}  ${title}  seit ${since}, bis ${until}`,
  'terminal.asks_secret': ({ name }) => ` Sie fragt nach dem Geheimnis ${name}.`,
  'terminal.secret_goes_nowhere': ' Sie sagt nicht, wohin das Geheimnis gesendet wird.',
  'terminal.secret_goes_to': ({ hosts }) => ` Es wird an ${hosts} gesendet.`,
  'terminal.and_then_saved': ({ id }) => ` und dann: svc answer ${id} saved (oder no, um es nicht zu geben)`,
  'terminal.answer_it_with': ({ id, example }) => ` Beantworte sie mit: svc answer ${id} ${example}`,
  'terminal.left_asked': ({ id, title, at }) => `${id}  ${title}  gefragt ${at}, bevor svc beendet wurde`,
  'terminal.goes_on_there': ' Der Agent macht von dort weiter, in derselben Unterhaltung.',
  'terminal.one_for_each': ({ example }) =>
    `${example} (ein Wort oder Text in Anführungszeichen für jede Frage; - überspringt eine)`,
  'terminal.or_own_words': '(oder deine eigenen Worte)',
  'terminal.your_words': 'deine Worte',
  'terminal.label_calls': 'Aufrufe',
  'terminal.only_second': 'nur im zweiten',
  'terminal.only_first': 'nur im ersten',
  'terminal.other_arguments': 'andere Argumente',
  'terminal.the_same': 'gleich',
  'terminal.not_the_same': 'nicht gleich',
  'terminal.run_goes_on': 'läuft noch',
  'terminal.of_sub_agent': ({ kind }) => `${kind} eines Unteragenten`,
  'terminal.more_steps': 'Es gibt mehr Schritte.',
  'terminal.in_all': 'insgesamt',
  'terminal.instructions_for_all': 'Anweisungen für alle Unterhaltungen:',
  'terminal.instructions_for_this': 'Anweisungen für diese Unterhaltung:',
  'terminal.instructions_cut': ({ n }) =>
    `(${n} Zeichen an ihrem Ende passten nicht ins Fenster des Modells)`,
  'terminal.switched_off': 'Darin ausgeschaltet:',
  'terminal.switched_on': 'Darin eingeschaltet:',
  'terminal.in_prompt': 'mit der Nachricht',
  'terminal.replay_of': ({ run }) => `Wiederholung von ${run}`,
  'terminal.task_due': ({ at }) => `fällig ${at}`,
  'terminal.task_for': ({ who }) => `für ${who}`,
  'terminal.waits_for_you': 'wartet auf deine Antwort: svc waiting',
  'terminal.unchecked_completed': 'der Agent sagt, es sei erledigt (nicht geprüft)',
  'terminal.agent_says': 'Was der Agent sagt (nicht geprüft):',
  'terminal.in_task': ({ id }) => `in der Aufgabe ${id}`,
  'terminal.in_conversation': ({ id }) => `Unterhaltung ${id}`,
  'terminal.asked_to_stop_task': 'Gebeten anzuhalten. svc task und svc trigger zeigen, wann es so weit ist.',
  'terminal.window_room': ({ tokens, room }) =>
    `Von ${tokens} Token seines Fensters nimmt das Modell bis zu ${room} für Werkzeuge.`,
  'terminal.you': 'Du',
  'terminal.version_of': ({ nth, of, all }) => ` Fassung ${nth} von ${of}, die bei ${all} beginnen`,
  'terminal.attached_file': ({ path, type, bytes }) => `angehängt ${path} (${type}, ${bytes} Bytes)`,
  'terminal.tokens_count': ({ tokens }) => `${tokens} Token`,
  'terminal.tools_to_accept': ({ offered, waiting, name }) =>
    `${offered}, ${waiting} anzunehmen (svc mcp show ${name})`,
  'terminal.server_connected': ({ name, place }) => `${name} ist hinzugefügt und verbunden: ${place}`,
  'terminal.count_as_accepted': ({ tools, name }) =>
    `${tools}, die als angenommen gelten. svc mcp show ${name} gibt sie aus.`,
  'terminal.being_connected': 'Er wird verbunden.',
  'terminal.not_usable_yet': ({ problem }) => `Er lässt sich noch nicht benutzen: ${problem}`,
  'terminal.server_added': ({ name, place }) => `${name} ist hinzugefügt: ${place}`,
  'terminal.how_it_stands': ({ why, name }) =>
    `${why} svc mcp zeigt, wie es um ihn steht, und svc mcp remove ${name} nimmt ihn wieder heraus.`,
  'terminal.tools_left_out': ({ tools }) =>
    `${tools} weitere: Die Liste ist zu lang, und der Rest wird nicht gelesen.`,
  'terminal.has_no_tools': 'Er hat keine Werkzeuge.',
  'terminal.tools_once_connected': 'Seine Werkzeuge sind bekannt, sobald er verbunden ist.',
  'terminal.to_accept': ({ name, digest }) =>
    `Um die Werkzeuge anzunehmen, wie sie hier stehen: svc mcp accept ${name} --seen ${digest}`,
  'terminal.was_accepted': ({ json }) => ` angenommen: ${json}`,
  'terminal.is_now_below': ({ json }) => ` jetzt:      ${json}`,
  'terminal.is_now': ({ json }) => ` jetzt: ${json}`,
  'terminal.open_and_sign_in':
    'Öffne diese Adresse in einem Browser auf diesem Rechner, und melde dich dort an:',
  'terminal.login_until': ({ until }) =>
    `Sie gilt bis ${until}. svc mcp zeigt, wann der Server verbunden ist; so lange muss svc laufen.`,
  'terminal.no_tool_of_it': 'kein Werkzeug dieses Servers',
  'terminal.login_forgotten': ({ name }) => `Die Anmeldung bei ${name} ist vergessen.`,
  'terminal.when_changed': ({ url, minutes }) =>
    `wenn sich ${url} ändert (alle ${minutes} Minuten angesehen)`,
  'terminal.once_at': ({ at }) => `einmal, ${at}`,
  'terminal.waits_to_confirm': 'wartet auf dich: svc trigger confirm',
  'terminal.paused_because': ({ why }) => `pausiert: ${why}`,
  'terminal.in_progress': 'läuft',
  'terminal.ended_unchecked': 'beendet (nicht geprüft)',
  'terminal.would_have_used': ({ tool, input }) => `Hätte ${tool} mit ${input} benutzt.`,
  'terminal.last_outcome': ({ outcome }) => `zuletzt ${outcome}`,
  'terminal.does_workflow': ({ id, parameters }) => `Ablauf ${id} mit ${parameters}: svc workflow show ${id}`,
  'terminal.last_time': ({ at, outcome }) => `Das letzte Mal, ${at}: ${outcome}`,
  'terminal.see_workflow': ({ id }) => ` Ansehen mit: svc workflow status ${id}`,
  'terminal.see_trigger': ({ id }) => ` Ansehen mit: svc trigger history ${id}`,
  'terminal.the_owner': 'der Person, der svc gehört',
  'terminal.is_tried': 'Sie wird probiert. svc trigger history zeigt, was sie getan hätte.',
  'terminal.has_begun': 'Sie hat begonnen. svc trigger history zeigt, wie es läuft.',
  'terminal.would_happen': ({ title }) => `${title} geschähe dann von selbst`,
  'terminal.agree_to_it': 'Zustimmen',
  'terminal.still_waits': 'Sie wartet weiter auf dich.',
  'terminal.asked_to_stop_trigger': 'Gebeten anzuhalten. svc trigger zeigt, wann es so weit ist.',
  'terminal.paused_stopping': 'pausiert, während er anhält',
  'terminal.completed_verified': 'erledigt und geprüft',
  'terminal.completed_unchecked': 'erledigt (nicht geprüft)',
  'terminal.attempt': ({ n }) => `${n}. Versuch`,
  'terminal.up_to_usd': ({ usd }) => `bis zu $${usd}`,
  'terminal.takes_parameters': ({ names }) => `nimmt ${names}`,
  'terminal.if_not_given': ({ value }) => `${value}, wenn nichts angegeben ist`,
  'terminal.after_steps': ({ steps }) => `nach ${steps}`,
  'terminal.asked_to_stop_workflow': 'Gebeten anzuhalten. svc workflow status zeigt, wann es so weit ist.',
  'terminal.failed_count': ({ n }) => `${n} fehlgeschlagen`,
  'terminal.step_times': ({ average, most }) => `${average} im Durchschnitt, 95 % binnen ${most}`,
  'terminal.step_waited': ({ waited }) => `wartete ${waited} länger auf dich`,

  'terminal.api_auth': ({ kind, place, how }) => `Anmeldung: ${kind === '' ? 'keine' : kind}${place}${how}`,
  'terminal.api_rate': ({ limits }) => `Grenze: ${limits === '' ? 'keine' : limits}`,
  'terminal.api_limit': ({ used, most, window, until }) =>
    `${used} von ${most} je ${window}${until === null ? '' : ` bis ${until}`}`,
  'terminal.records': ({ count }) => counted(count, 'Datensatz', 'Datensätze'),
  'terminal.records_shown': ({ shown, total }) => `${shown} von ${total} Datensätzen stehen hier.`,
  'terminal.records_changed': ({ count }) => `${counted(count, 'Datensatz', 'Datensätze')} geändert.`,
  'terminal.records_deleted': ({ count }) => `${counted(count, 'Datensatz', 'Datensätze')} gelöscht.`,
  'terminal.records_would_go': ({ total, all, collection }) =>
    `${total} von ${counted(all, 'Datensatz', 'Datensätzen')} in ${collection} würden gelöscht`,
  'terminal.delete_these': ({ count }) => (count === 1 ? 'Ihn löschen' : 'Sie löschen'),
  'terminal.collection_would_go': ({ count, name }) =>
    `${counted(count, 'Datensatz', 'Datensätze')} in ${name} würden mit ihr gelöscht`,
  'terminal.deleted_with_records': ({ count }) =>
    `Gelöscht, mit ${counted(count, 'Datensatz', 'Datensätzen')} darin.`,
  'terminal.may_send': ({ target, isOpen }) => `an ${target} senden${isOpen ? ', unverschlüsselt' : ''}`,
  'terminal.at_least': ({ text }) => `mehr als ${text}`,
  'terminal.interactions_count': ({ count }) => counted(count, 'Begegnung', 'Begegnungen'),
  'terminal.deals_count': ({ count }) => counted(count, 'Geschäft', 'Geschäfte'),
  'terminal.contact_may_be': ({ value }) =>
    `vielleicht stattdessen ${value ?? 'keiner'}: svc contacts set entscheidet`,
  'terminal.entity_may_be': ({ value }) =>
    `vielleicht stattdessen ${value ?? 'keiner'}: svc graph set entscheidet`,
  'terminal.not_read': ({ columns }) => `Nicht gelesen: ${columns}`,
  'terminal.row_left_out': ({ why }) => `ausgelassen: ${why}`,
  'terminal.row_new': 'neu',
  'terminal.row_known': 'bekannt',
  'terminal.value_now': ({ attribute, value, before }) => `${attribute}: ${value} (jetzt ${before})`,
  'terminal.contact_ambiguous': ({ detail }) =>
    `${detail} svc contacts set ID ändert einen davon; mit --new kommt ein weiterer dazu.`,
  'terminal.deal_due': ({ at }) => `fällig ${at}`,
  'terminal.deal_overdue': ({ at }) => `überfällig: es war fällig ${at}`,
  'terminal.entity_goes': ({ name, kind, id, details, relations, isContact }) =>
    `${name} (${kind}, ${id}) würde entfernt, mit seinem Verlauf, ${counted(details, 'Angabe', 'Angaben')} und ${counted(relations, 'Beziehung', 'Beziehungen')}, und mit allem, was damit zusammengeführt wurde${isContact ? '; es ist ein Kontakt' : ''}`,
  'terminal.mentioned': ({ times }) => `${times}-mal erwähnt`,
  'terminal.graph_counts': ({ entities, relations, memories }) =>
    `${counted(entities, 'Eintrag', 'Einträge')}, ${counted(relations, 'Beziehung', 'Beziehungen')}, ${counted(memories, 'Notiz', 'Notizen')} dazu`,
  'terminal.said_by_you': 'von dir gesagt',
  'terminal.said_by': ({ origin }) => `gesagt von ${origin}`,
  'terminal.of_kept_entry': ({ names }) => `${names} (gezeigt werden die des Eintrags, der bleibt)`,
  'terminal.none_of_them': 'keine',
  'terminal.files_count': ({ count }) => counted(count, 'Datei', 'Dateien'),
  'terminal.move_in_all': ({ size, secrets }) =>
    `${size} insgesamt, mit ${counted(secrets, 'Geheimnis', 'Geheimnissen')}. svc migrate send <url> zieht es um.`,
  'terminal.tasks_would_go': ({ count, title }) =>
    `${counted(count, 'Aufgabe', 'Aufgaben')} in ${title} würden mit ihr gelöscht`,
  'terminal.deleted_with_tasks': ({ count }) =>
    `Gelöscht, mit ${counted(count, 'Aufgabe', 'Aufgaben')} darin.`,
  'terminal.tools_number': ({ count }) => counted(count, 'Werkzeug', 'Werkzeuge'),
  'terminal.protocol': ({ protocol, software }) =>
    `Protokoll ${protocol}; er nennt sich ${software ?? 'gar nicht'}`,
  'terminal.next_may_use': ({ tools }) => `Der nächste Lauf darf benutzen: ${tools}.`,
  'terminal.trigger_running': 'läuft gerade',
  'terminal.trigger_on': 'an',
  'terminal.trigger_paused': 'pausiert',
  'terminal.trigger_over': 'vorbei',
  'terminal.trigger_stopped': 'angehalten',
  'terminal.next_at': ({ at }) => `nächstes Mal ${at}`,
  'terminal.next_look': ({ at }) => `nächster Blick ${at}`,
  'terminal.times_missed': ({ count, why }) =>
    ` Davor ${count === 1 ? 'entfiel es einmal' : `entfiel es ${count}-mal`}. ${why}`.trimEnd(),
  'terminal.state_of_other': ({ state, owner }, tell) => `${tell(state)}; sie gehört ${owner}`,
  'terminal.steps_done': ({ state, done, of }) => `${state}, ${done} von ${of} Schritten`,
  'terminal.stopping': 'hält an',
  'terminal.steps_count': ({ count }) => counted(count, 'Schritt', 'Schritte'),
  'terminal.runs_count': ({ count }) => counted(count, 'Lauf', 'Läufe'),

  'terminal.data_rows_count': ({ count }) => counted(count, 'Zeile mit Daten', 'Zeilen mit Daten'),
  'terminal.conversations_count': ({ count }) => counted(count, 'Unterhaltung', 'Unterhaltungen'),
  'terminal.relations_count': ({ count }) => counted(count, 'Beziehung', 'Beziehungen'),
  'terminal.memories_count': ({ count }) => counted(count, 'Notiz', 'Notizen'),
  'terminal.price_unknown': ({ dollars }) => `Preis unbekannt, höchstens etwa ${dollars}`,
  'terminal.price_about': ({ dollars }) => `etwa ${dollars}`,

  'terminal.calls_compared': ({ equal, others, first, second }) =>
    `${equal} gleich, ${others} mit anderen Argumenten, ${first} nur im ersten, ${second} nur im zweiten`,
  'label.run': 'Lauf',
  'label.model': 'Modell',
  'label.ended': 'Ende',
  'label.cost': 'Kosten',
  'label.tokens': 'Token',
  'label.time': 'Zeit',
  'label.answer': 'Antwort',
  'member.archived': 'archiviert',
  'member.aliases': 'auch genannt',
  'member.email': 'E-Mail',
  'member.phone': 'Telefon',
  'member.company': 'Firma',
  'member.role': 'Rolle',
  'member.birthday': 'Geburtstag',
  'member.website': 'Website',
  'member.type': 'Art',
  'member.source': 'von',
  'member.language': 'Sprache',
  'member.tags': 'Markierungen',

  'switch.always': 'immer',
  'switch.on': 'an',
  'switch.off': 'aus',
  'switch.by_need': 'bei Bedarf',
  'terminal.step_failed': 'fehlgeschlagen',

  'terminal.not_hosted':
    'der Betreiber dieser Instanz bietet keine Verbindung an, oder es gibt keinen. svc google sagt, wie es steht.',
  'terminal.store_secret_with': ({ command }) => `  Beantworte sie mit: ${command}`,

  'group.talk': 'Mit dem Agenten arbeiten:',
  'group.itself': 'Was von selbst geschieht:',
  'group.knows': 'Was er weiß:',
  'group.uses': 'Was er benutzen darf:',
  'group.keeps': 'Deine Daten:',
  'group.engine': 'svc selbst:',

  'terminal.no': 'nein',
  'terminal.file_changed_on_way':
    'Die Datei wurde geändert oder entfernt, während sie gesendet wurde, deshalb hat svc sie nicht angenommen: Sende sie noch einmal.',
  'terminal.fault': ({ line }) => `in svc ist ein Fehler aufgetreten: ${line}`,
  'terminal.enter_task': 'Gib die Aufgabe ein, und drücke dann Strg-D auf einer eigenen Zeile.',
  'terminal.enter_value': 'Gib den Wert ein, und drücke dann Strg-D auf einer eigenen Zeile.',
  'terminal.value_unseen': ({ what }) => `${what ?? 'Wert'} (unsichtbar): `,
  'terminal.is_pipes': KINDS.pipes,
  'terminal.is_http': KINDS.http,
  'terminal.is_editor': KINDS.editor,

  'store.history.db': 'Unterhaltungen, Läufe, Aufgaben und Automatiken',
  'store.memory.db': 'Gedächtnis',
  'store.engine.db': 'Menschen, Organisationen und Dinge',
  'store.datastore.db': 'Sammlungen',
  'store.vault.db': 'Geheimnisse',
  'store.apis': 'Profile von APIs',
  'store.artifacts': 'Inhalte von Artefakten',
  'store.backups': 'Sicherungen',
  'store.changesets': 'Frühere Inhalte von Dateien',
  'store.sweeps': 'Protokolle von Zusammenführungen',
  'store.workspace': 'Arbeitsordner',
  'terminal.rows_number': ({ count }) => counted(count, 'Zeile', 'Zeilen'),

  'section.threads': sections.threads,
  'section.memory': sections.memory,
  'section.entities': sections.entities,
  'section.records': sections.records,
  'section.tasks': sections.tasks,
  'section.triggers': sections.triggers,
  'section.workflows': sections.workflows,
  'section.artifacts': sections.artifacts,
  'section.deals': sections.deals,
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
