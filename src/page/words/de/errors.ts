import type { errorWords as english } from '../en/errors.ts';

/**
 * By the code of a problem that a person meets on the page. Left out are codes whose sentence names facts, like what is
 * wrong with which part of an input: then the page shows the engine's sentence, marked as English.
 */
export const errorWords: typeof english = {
  not_ready: 'svc ist noch nicht bereit. Versuch es gleich noch einmal.',
  draining: 'svc wird gerade beendet und nimmt keine neue Arbeit an.',
  engine_unreachable:
    'svc antwortet nicht. Starte es mit „svc --http-api“; hört es anderswo, dann starte „svc --web“ mit seiner Adresse in SVC_API_URL.',
  host_not_allowed:
    'Diese Adresse nennt einen anderen Rechner. Erreichst du svc unter diesem Namen, dann füge ihn zu SVC_ALLOWED_HOSTS hinzu.',
  origin_not_allowed:
    'Anfragen von Seiten anderer Herkunft werden nicht bedient. Ist die Seite deine, dann füge ihre Adresse zu SVC_ALLOWED_ORIGINS hinzu.',
  internal: 'In svc ist ein Fehler aufgetreten. Einzelheiten stehen im Protokoll.',

  thread_not_found: 'Diese Unterhaltung gibt es nicht mehr. Vielleicht wurde sie gelöscht.',
  run_not_found: 'Diesen Lauf gibt es nicht, oder seine Unterhaltung wurde gelöscht.',
  run_in_progress:
    'In dieser Unterhaltung läuft schon etwas. Warte, bis es zu Ende ist, oder halte es zuerst an.',
  not_running: 'Hier läuft gerade nichts.',
  unstoppable: 'Das lässt sich jetzt nicht mehr anhalten. Es endet von selbst.',
  interrupted: 'svc wurde beendet, bevor dieser Lauf fertig war.',
  empty_answer: 'Das Modell hat seine Runde ohne Antwort beendet.',
  context_overflow: 'Schon die letzte Nachricht allein ist größer als das Kontextfenster des Modells.',
  run_failed: 'Der Lauf ist fehlgeschlagen.',
  queue_full:
    'In dieser Unterhaltung warten schon so viele Aufgaben, wie möglich sind. Warte, bis eine beginnt, oder entferne eine.',
  queued_task_not_found:
    'Diese Aufgabe wartet hier nicht mehr. Vielleicht hat sie begonnen, oder sie wurde entfernt.',
  profile_unknown: 'Kein Modellprofil hat diesen Namen.',
  nothing_to_compact: 'In dieser Unterhaltung gibt es nichts zusammenzufassen.',
  tool_call_not_found: 'Diesen Aufruf gibt es in der Unterhaltung nicht, oder er hat noch kein Ergebnis.',

  prompt_not_found: 'Diese Frage gibt es hier nicht mehr.',
  prompt_expired: 'Diese Frage ist abgelaufen: Ihr Lauf wartet nicht mehr auf die Antwort.',
  invalid_answer: 'Das ist keine Antwort auf das, was gefragt wurde.',
  consent_not_found: 'Diese Erlaubnis gibt es nicht mehr.',
  notice_not_found: 'Diesen Hinweis gibt es nicht mehr. Vielleicht wurde er schon erledigt.',

  changeset_run_stale:
    'Die Änderungen gehören zu einem späteren Lauf: Lade sie neu, und prüfe dann diese. Es wurde nichts geändert.',
  no_changeset: 'Hier warten keine Änderungen darauf, geprüft zu werden.',
  changed_in_other_thread:
    'Eine andere Unterhaltung hat diese Datei seither geändert, und auch diese Änderungen sind noch zu prüfen. Mach zuerst jene rückgängig, dann diese.',
  half_of_rename:
    'Diese Datei wurde verschoben, und du behältst nur die Hälfte davon: Der Inhalt ginge verloren. Behalte beide Pfade, oder mach beide rückgängig.',
  changes_pending:
    'Läufe dieser Unterhaltung haben Dateien geändert, die noch zu prüfen sind. Entscheide zuerst, ob sie bleiben oder rückgängig gemacht werden. Es wurde nichts gelöscht.',
  changes_not_undone:
    'Einige Änderungen ließen sich nicht rückgängig machen, deshalb wurde die Unterhaltung nicht gelöscht; die anderen sind rückgängig gemacht. Prüfe die übrigen, oder lösche die Unterhaltung, und behalte die Änderungen.',
  changed_meanwhile:
    'Die Datei wurde seither außerhalb des Laufs geändert, und das ginge verloren. Sie blieb, wie sie ist: Behalte sie, oder verschiebe sie, und mach es dann noch einmal rückgängig.',
  not_rolled_back:
    'Die Datei ließ sich nicht ändern; das Protokoll von svc sagt, warum. Sie blieb, wie sie ist: Prüfe sie noch einmal.',
  file_changed: 'Die Datei wurde inzwischen von außen geändert. Lies sie neu, und ändere sie dann.',
  not_permitted: 'Das Betriebssystem erlaubt svc nicht, das zu lesen oder zu ändern.',

  task_running: 'Der Agent arbeitet an dieser Aufgabe. Halte ihn zuerst an.',
  trigger_not_found: 'Diese Automatik gibt es nicht mehr.',
  trigger_changed:
    'Die Automatik hat sich inzwischen geändert. Lade sie neu, und ändere sie dann noch einmal.',
  trigger_unconfirmed:
    'Die Automatik wartet auf deine Zustimmung. Sieh dir an, was sie darf, und erlaube es.',
  invalid_time_zone: 'Das ist keine Zeitzone. Nimm einen Namen wie „Europe/Vienna“ oder „UTC“.',
  workflow_not_found: 'Diesen Ablauf gibt es nicht mehr.',
  workflow_run_not_found: 'Diesen Lauf eines Ablaufs gibt es nicht.',
  workflow_in_progress: 'Dieser Lauf ist noch nicht zu Ende. Warte, oder halte ihn zuerst an.',
  nothing_to_retry: 'Jeder Schritt dieses Laufs ist gelungen, es gibt also nichts noch einmal zu tun.',

  artifact_not_found: 'Dieses Artefakt gibt es nicht mehr.',
  artifact_version_gone:
    'Diese Fassung gibt es nicht mehr: Von jedem Artefakt werden nur die neuesten aufbewahrt.',
  artifact_changed: 'Das Artefakt wurde inzwischen geändert. Lade es neu, und ändere es dann noch einmal.',

  collection_not_found: 'Eine Liste mit diesem Namen gibt es nicht.',
  collection_exists: 'Eine Liste mit diesem Namen gibt es schon. Wähle einen anderen Namen.',
  too_many_collections: 'Es gibt schon so viele Listen, wie möglich sind. Lösche zuerst eine.',
  too_many_columns: 'So viele Spalten kann eine Liste nicht haben.',
  too_many_records: 'So viele Datensätze kann eine Liste nicht haben. Keiner davon wurde gespeichert.',
  collections_full: 'Für mehr Datensätze ist kein Platz. Es wurde nichts gespeichert; lösche zuerst welche.',
  record_exists:
    'Ein anderer Datensatz hat diese Werte in den eindeutigen Spalten. Es wurde nichts geändert.',
  record_too_large: 'So groß kann ein Datensatz nicht sein. Es wurde nichts geändert.',
  interaction_not_found: 'Diese Begegnung gibt es nicht mehr. Vielleicht ist sie schon gelöscht.',
  deal_not_found: 'Dieses Geschäft gibt es nicht mehr.',

  merge_not_found:
    'Zu dieser Zusammenführung ist nichts mehr verzeichnet, deshalb lässt sie sich nicht zurücknehmen. Verzeichnet bleibt sie 90 Tage.',
  merge_not_applied:
    'Diese Zusammenführung wurde nicht fertig, deshalb lässt sich nichts zurücknehmen. svc beendet sie beim nächsten Start.',
  merge_superseded:
    'Dieselben beiden Einträge wurden später noch einmal zusammengeführt. Nur das letzte Mal lässt sich zurücknehmen.',
  merge_not_in_effect:
    'Diese Zusammenführung gilt nicht mehr: Sie wurde zurückgenommen, oder der Eintrag ist seither in einem anderen aufgegangen.',
  merge_chained:
    'Der Eintrag, der blieb, ist seither selbst in einem anderen aufgegangen. Nimm zuerst diese Zusammenführung zurück.',
  merge_entry_missing: 'Einen der beiden Einträge gibt es nicht mehr.',

  backup_not_found: 'Diese Sicherung gibt es im Ordner der Sicherungen nicht.',
  operation_in_progress:
    'Eine Sicherung, eine Prüfung oder eine Wiederherstellung läuft schon. Warte, bis sie zu Ende ist, und versuch es dann noch einmal.',
  backup_exists: 'Diese Sicherung ist schon hier: Sie bleibt, wie sie ist, und sonst wurde nichts behalten.',
  restore_not_found: 'Diese Wiederherstellung gibt es nicht, oder sie ist nicht unter den letzten zehn.',
  drive_full: 'Im Drive ist kein Platz mehr. Schaffe dort Platz, und sende die Sicherung dann noch einmal.',
  drive_backup_not_found: 'Diese Sicherung ist im Drive nicht vollständig vorhanden.',
  upload_not_possible: 'Diese Sicherung kann jetzt nicht hochgeladen werden.',
  client_missing:
    'Es gibt keinen Client zum Verbinden. Lege in der Konsole von Google einen OAuth-Client an, und gib seine Kennung und sein Geheimnis hier ein.',
  connection_in_progress:
    'Eine Verbindung wartet schon auf dich. Führe sie zu Ende, oder brich sie ab, und beginne noch einmal.',
  scope_missing:
    'Das Konto wurde ohne den Zugang verbunden, den das braucht. Verbinde es noch einmal mit mehr Zugang.',
  access_revoked:
    'Der Zugang zum Konto wurde zurückgezogen oder ist abgelaufen. Verbinde das Konto noch einmal.',
  login_denied: 'Die Verbindung wurde bei Google abgelehnt. Es wurde nichts verbunden.',
  login_expired: 'Die Verbindung wurde nicht rechtzeitig bestätigt. Beginne noch einmal.',
  login_ended: 'Die Verbindung wurde beendet, bevor sie fertig war. Es wurde nichts verbunden.',
  cloud_refused: 'Google hat eine Anfrage abgelehnt.',

  tool_server_not_found: 'Kein Werkzeugserver hat diesen Namen.',
  tool_server_exists:
    'Ein Werkzeugserver hat diesen Namen schon. Entferne ihn zuerst, oder wähle einen anderen Namen.',
  tool_server_no_sign_in: 'Der Werkzeugserver verlangt keine Anmeldung.',
  tool_not_found: 'Der Server hat kein Werkzeug mit diesem Namen.',
  tool_changed_again:
    'Das Werkzeug hat sich noch einmal geändert, seit es zu sehen war. Sieh dir den Unterschied an, und nimm es dann an.',

  config_file_invalid:
    'Die Konfigurationsdatei ist ungültig, deshalb wurde nichts geändert: Ihr Inhalt ginge sonst verloren. Berichtige sie von Hand, oder beginne eine neue Datei.',
  rotation_in_progress: 'Der Schlüssel des Tresors wird gerade gewechselt.',
  provider_unknown: 'Einen solchen Anbieter gibt es nicht.',

  export_hosted: 'Ein Betreiber führt diese Instanz. Bitte ihn um eine Kopie deiner Daten.',
  export_in_progress: 'Ein Export läuft schon. Warte, bis er zu Ende ist, und versuch es dann noch einmal.',
  erasure_on_host:
    'Ein Betreiber führt diese Instanz, und nur er kann ihre Daten löschen. Es wurde nichts gelöscht: Wende dich an ihn.',
  erasure_in_progress: 'Das Löschen läuft schon. Warte, bis es zu Ende ist.',
  runs_did_not_stop:
    'Ein Lauf ließ sich nicht rechtzeitig anhalten, deshalb wurde nichts gelöscht: Er hätte danach noch schreiben können. Versuch es gleich noch einmal.',
  migration_not_accepted:
    'Dort wird zurzeit kein Umzug angenommen. Auf jenem Rechner öffnet svc migrate accept das dortige svc für 24 Stunden und zeigt ein Token, das für einen Umzug gilt.',
  migration_proof_wrong:
    'Das Token des Umzugs ist falsch, oder unterwegs wurde etwas verändert. Es wurde nichts gesendet.',
  migration_busy:
    'Zu viele falsche Token wurden versucht. Warte einen Augenblick, und versuch es dann noch einmal.',
  migration_not_empty:
    'Das andere svc hat eigene Daten, Dateien, Geheimnisse oder Einstellungen. Um sie zu ersetzen, nimm den Umzug dort mit svc migrate accept --replace an; vorher wird dort gesichert.',
  migration_space:
    'Das andere svc hat zu wenig freien Platz. Schaffe dort Platz, und versuch es dann noch einmal: Was angekommen ist, bleibt.',
  migration_in_progress:
    'Ein anderer Umzug läuft schon. Warte, bis er zu Ende ist, oder halte ihn mit svc migrate stop an.',
  migration_token_invalid:
    'Das ist kein Token für einen Umzug: Es hat 32 bis 256 Buchstaben, Ziffern und - oder _. svc migrate accept zeigt eines.',
  migration_target_unproven:
    'Das andere svc konnte nicht beweisen, dass es das Token kennt, deshalb wurde nichts gesendet. Stimmt die Adresse? Vielleicht gibt sich unterwegs etwas dafür aus.',
  migration_stopped: 'Der Umzug wurde angehalten. Weder hier noch dort hat sich etwas geändert.',

  speech_unavailable:
    'Sprache braucht den Schlüssel des EU-Anbieters, und es ist keiner gesetzt. Setze EU_PROVIDER_API_KEY (oder EU_PROVIDER_API_KEY_FILE), und starte svc neu.',
  text_too_long: 'Der Text ist zu lang, um ihn auf einmal vorzulesen.',
  nothing_to_say:
    'Von diesem Text lässt sich nichts vorlesen: Code, Adressen und Bilder werden ausgelassen, und sonst ist nichts darin.',
  audio_too_large: 'Die Aufnahme ist größer als 25 MB. Sprich in Teilen.',
  nothing_heard: 'In der Aufnahme waren keine Worte zu hören. Prüfe, ob das Mikrofon aufnimmt.',
};
