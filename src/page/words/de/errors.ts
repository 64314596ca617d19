import type { errorLeads as englishLeads, errorWords as english } from '../en/errors.ts';

/**
 * By the code of a problem that a person meets on the page: all that there is to say. Codes whose sentence names facts, like
 * what is wrong with which part of an input, are below.
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
  instructions_too_long: 'Anweisungen haben höchstens 8.000 Zeichen. Es wurde nichts geändert: Kürze sie.',
  run_not_found: 'Diesen Lauf gibt es nicht, oder seine Unterhaltung wurde gelöscht.',
  run_in_progress:
    'In dieser Unterhaltung läuft schon etwas. Warte, bis es zu Ende ist, oder halte es zuerst an.',
  not_running: 'Hier läuft gerade nichts.',
  unstoppable: 'Das lässt sich jetzt nicht mehr anhalten. Es endet von selbst.',
  interrupted: 'svc wurde beendet, bevor dieser Lauf fertig war.',
  empty_answer: 'Das Modell hat seine Runde ohne Antwort beendet.',
  context_overflow:
    'Das Kontextfenster des Modells ist zu klein für die Anweisungen, die Werkzeuge und eine Nachricht.',
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

  collection_not_found: 'Eine Sammlung mit diesem Namen gibt es nicht.',
  collection_exists: 'Eine Sammlung mit diesem Namen gibt es schon. Wähle einen anderen Namen.',
  too_many_collections: 'Es gibt schon so viele Sammlungen, wie möglich sind. Lösche zuerst eine.',
  too_many_columns: 'So viele Spalten kann eine Sammlung nicht haben.',
  too_many_records: 'So viele Datensätze kann eine Sammlung nicht haben. Keiner davon wurde gespeichert.',
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

  tool_server_not_found: 'Kein Werkzeugserver hat diesen Namen.',
  tool_server_exists:
    'Ein Werkzeugserver hat diesen Namen schon. Entferne ihn zuerst, oder wähle einen anderen Namen.',
  api_file_in_the_way:
    'Im Ordner apis liegt eine ungültige Datei mit dieser Kennung, die nicht überschrieben wird. Berichtige oder lösche sie, oder wähle eine andere Kennung.',
  api_profile_busy: 'Dieses Profil wird gerade geändert. Versuch es noch einmal.',
  tool_server_program_missing: 'Das Programm des Werkzeugservers lässt sich nicht starten.',
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

  not_found: 'Diese Adresse gibt es in svc nicht.',
  method_not_allowed: 'Das geht unter dieser Adresse nicht.',
  body_too_large: 'Das ist größer, als hier angenommen wird.',
  unsupported_media_type: 'In dieser Form nimmt svc das nicht an.',
  unauthenticated: 'Das ist nicht das Token dieses svc. Der Befehl „svc token“ zeigt es.',
  too_many_attempts:
    'Zu viele falsche Token wurden versucht. Das richtige wird immer angenommen; warte vor dem nächsten Versuch.',
  disk_full:
    'Die Festplatte ist voll. Nichts Gespeichertes ging verloren; schaffe Platz, und versuch es noch einmal.',
  forbidden: 'Das darf nur, wem diese Instanz gehört, oder wer es begonnen hat.',
  id_too_short: 'Das gibt es nicht: Von der Kennung fehlen zu viele Zeichen. Wähle es in der Liste aus.',
  idempotency_mismatch: 'Das wurde schon einmal mit anderem Inhalt gesendet. Lade die Seite neu.',
  session_not_found: 'Diese Sitzung gibt es nicht mehr. Lade die Seite neu.',
  run_not_ended: 'Dieser Lauf ist noch nicht zu Ende. Warte, oder halte ihn zuerst an.',
  recording_incomplete:
    'Nicht alles, was dieser Lauf tat, ist noch gespeichert, deshalb lässt er sich nicht wiederholen.',
  too_many_replays: 'Es laufen schon so viele Wiederholungen, wie möglich sind. Warte, bis eine zu Ende ist.',
  prompt_id_required: 'Auf diese Frage lässt sich so nicht antworten. Lade die Seite neu, und antworte dort.',
  no_pending_prompt: 'Hier wird gerade nichts gefragt.',
  task_not_found: 'Diese Aufgabe gibt es nicht mehr.',
  invalid_task: 'Eine Aufgabe braucht einen Titel.',
  time_zone_unknown: 'Das ist keine Zeitzone. Nimm einen Namen wie „Europe/Vienna“.',
  changeset_run_required:
    'Das Prüfen muss sagen, zu welchem Lauf die Änderungen gehören. Es wurde nichts geändert.',
  files_missing: 'Um nur einen Teil rückgängig zu machen, müssen die Dateien genannt sein.',
  files_only_for_partial: 'Einzelne Dateien lassen sich nur nennen, wenn ein Teil rückgängig gemacht wird.',
  not_in_changeset:
    'Eine dieser Dateien ist nicht unter den Änderungen zum Prüfen. Es wurde nichts geändert.',
  copy_damaged:
    'Die Kopie vom früheren Stand dieser Datei fehlt oder ist beschädigt. Die Datei blieb, wie sie ist.',
  deleted_file_not_found:
    'Diese gelöschte Datei gibt es nicht mehr. Sie wurde zurückgeholt, oder ihre Zeit ist um.',
  too_large_to_keep: 'Die Datei ist zu groß, um sie fürs Zurückholen aufzuheben. Es wurde nichts gelöscht.',
  file_not_found: 'Unter diesem Pfad gibt es im Arbeitsordner nichts.',
  file_exists: 'Dort gibt es schon etwas. Es wurde nichts umbenannt und nichts überschrieben.',
  file_too_large: 'Diese Datei ist größer, als hier gelesen wird.',
  not_a_file: 'Dieser Pfad ist keine Datei, oder ein Teil davon ist eine Datei statt eines Ordners.',
  outside_workspace:
    'Dieser Pfad führt aus dem Arbeitsordner hinaus, oder über einen Verweis. Erreichbar sind nur wirkliche Dateien darin.',
  invalid_path: 'Der Pfad muss vom Arbeitsordner ausgehen, wie „notizen/heute.md“.',
  memory_too_large: 'Dieser Bereich des Gedächtnisses würde zu groß. Lösche zuerst etwas.',
  namespace_not_found: 'Diesen Bereich des Gedächtnisses gibt es nicht.',
  entry_not_found: 'Diese Erinnerung gibt es nicht mehr. Vielleicht wurde sie gelöscht.',
  entry_superseded:
    'Diese Erinnerung ist schon Geschichte: Eine andere nahm ihren Platz ein, oder sie wurde vergessen. Ändere die, die jetzt gilt.',
  nothing_to_remember: 'In diesem Text steht nichts.',
  secret_in_memory:
    'Darin steht etwas, das wie ein Kennwort oder ein Schlüssel aussieht, deshalb wurde es nicht gespeichert. Lass den Wert weg: Erinnerungen gehen an das Modell, und Geheimnisse gehören in den Tresor.',
  empty_pattern:
    'Ein leerer Text würde alles löschen: Gib einen Teil des Textes an, der gelöscht werden soll.',
  pattern_too_broad: 'Diese Zeichen stehen in jedem Eintrag, deshalb wurde nichts gelöscht.',
  relation_not_found: 'Diese Beziehung gibt es nicht mehr.',
  entity_merged:
    'Dieser Eintrag ist in einem anderen aufgegangen, und mit ihm ginge auch der verloren. Nimm zuerst die Zusammenführung zurück, oder entferne den anderen.',
  merge_conflict:
    'Die Einträge wurden im selben Augenblick geändert, deshalb wurde nichts getan. Sieh dir beide an, und versuch es noch einmal.',
  merge_failed:
    'Das Zusammenführen oder Zurücknehmen wurde nicht ganz fertig. svc macht damit beim nächsten Start weiter.',
  merge_store_unavailable:
    'Diese Zusammenführung betraf auch Datensätze oder Unterhaltungen, und deren Datenbank ist beschädigt oder leer. Es wurde nichts geändert. Hol datastore.db und history.db aus einer Sicherung, und starte svc neu.',
  collection_changed:
    'Die Sammlung wurde inzwischen geändert. Lade sie neu, und versuch es dann noch einmal.',
  collection_has_records: 'Die Sammlung hat inzwischen Datensätze. Lade sie neu, und entscheide dann.',
  empty_filter: 'Ohne Filter träfe das alle Datensätze. Es wurde nichts geändert.',
  too_many_rows: 'So viele Datensätze lassen sich nicht auf einmal speichern. Teile sie auf.',
  backup_folder:
    'Der Ordner für Sicherungen lässt sich nicht verwenden. Prüfe ihn in den Einstellungen (backup_dir); das Protokoll von svc sagt, was daran nicht stimmt.',
  drive_file_gone: 'Diese Datei gibt es im Drive nicht mehr.',
  listing_too_long:
    'Ein Ordner im Drive hat zu viele Einträge. Räum ihn auf, und versuch es dann noch einmal.',
  hosted: 'Diese Instanz wird, wenn überhaupt, über ihren Betreiber mit Google verbunden.',
  not_hosted:
    'Das gibt es nur bei einer Instanz, deren Betreiber die Verbindung anbietet. Verbinde sonst unter Einstellungen, Google.',
  not_connected: 'Es ist kein Google-Konto verbunden. Verbinde eines unter Einstellungen, Google.',
  claim_refused: 'Der Betreiber dieser Instanz hat den Zugang nicht gegeben. Beginne noch einmal.',
  scopes_not_offered: 'Google lässt diesen Client den Zugang nicht erbitten. Es wurde nichts verbunden.',
  erasure_incomplete: 'Nicht alles ließ sich löschen. Jeder Start von svc versucht es noch einmal.',
  not_confirmed: 'Es wurde nichts gelöscht: Die Bestätigung war nicht die verlangte.',
  export_unavailable:
    'Der Export konnte nicht beginnen: Die Festplatte oder eine Datenbank ist ausgefallen. Das Protokoll von svc sagt, warum.',
  migration_hosted:
    'Ein Betreiber führt diese Instanz, und von dort lässt sie sich nicht verlegen. Nimm stattdessen einen Export.',
  migration_vault_locked:
    'Der Schlüssel des Tresors fehlt, deshalb wären seine Geheimnisse im anderen svc nicht lesbar. Gib den Schlüssel an, und versuch es dann noch einmal.',
  migration_target_refused: 'Das andere svc hat den Umzug abgelehnt, ohne einen bekannten Grund zu nennen.',
  migration_target_failed:
    'Das andere svc ist daran gescheitert; sein Protokoll sagt, warum. Was angekommen ist, bleibt: Starte es danach noch einmal.',
  migration_undone: 'Das andere svc konnte mit den Daten nicht starten und ist, wie es vorher war.',
  migration_interrupted:
    'Dieses svc wurde inzwischen beendet. Was dort angekommen ist, bleibt: Starte es noch einmal, dann geht es weiter.',
  migration_altered:
    'Unterwegs wurde etwas verändert, abgeschnitten oder wiederholt. Davon wurde nichts behalten.',
  migration_session_unknown:
    'Diese Sitzung eines Umzugs ist zu Ende. Starte ihn noch einmal, dann geht es weiter.',
  migration_key_unusable:
    'Der Tresor des anderen svc hat keinen brauchbaren Schlüssel, deshalb ließen sich die Geheimnisse dort nicht versiegeln. Gib ihm einen (SVC_VAULT_KEY), und versuch es noch einmal.',
  audio_invalid: 'Diese Aufnahme ist leer oder beschädigt.',
  audio_unknown: 'Von dieser Art Ton weiß svc nichts: Es gehen MP3, WAV, FLAC, Ogg, WebM, M4A und AAC.',
  language_unknown: 'Eine solche Sprache gibt es nicht.',
  tool_unseen: 'Sieh dir zuerst an, was das Werkzeug jetzt ist. Es wurde nichts angenommen.',
};

/**
 * By the code of a problem whose sentence names facts, what it is about. The sentence of the engine follows, where
 * `engineSentences` has no German for it.
 */
export const errorLeads: typeof englishLeads = {
  invalid_request: 'Etwas an den Angaben stimmt nicht.',
  storage_error: 'Die Daten ließen sich nicht schreiben oder lesen.',
  store_corrupt: 'Eine Datenbank von svc ist beschädigt; der Rest von svc arbeitet.',
  store_newer: 'Eine Datenbank stammt von einer neueren Version von svc; der Rest von svc arbeitet.',
  ambiguous_id: 'Mehrere Kennungen beginnen so.',
  ambiguous_name: 'Mehrere Einträge passen dazu.',
  api_profile_incomplete: 'Dem Profil fehlt etwas. Es wurde nichts gespeichert.',
  invalid_api_profile: 'Etwas an diesem Profil stimmt nicht. Es wurde nichts gespeichert.',
  invalid_answer: 'Das ist keine Antwort auf das, was gefragt wurde.',
  attachment_not_found: 'Einen der Anhänge gibt es nicht. Es wurde nichts begonnen.',
  attachment_unusable: 'Einer der Anhänge lässt sich nicht verwenden. Es wurde nichts begonnen.',
  provider_incomplete: 'Der Anbieter des Modells ist nicht fertig eingerichtet.',
  provider_error: 'Das Modell ließ sich nicht aufrufen.',
  provider_timeout: 'Das Modell hat nicht rechtzeitig geantwortet.',
  budget: 'Das könnte mehr kosten, als noch ausgegeben werden darf.',
  models_not_listed: 'Die Modelle dieses Anbieters lassen sich nicht auflisten.',
  backup_key_invalid: 'Das ist nicht der Schlüssel dieser Sicherung.',
  backup_space: 'Dafür ist zu wenig Platz frei.',
  backup_unusable: 'Diese Sicherung lässt sich nicht verwenden.',
  archive_unusable: 'Das ist kein Archiv einer Sicherung, oder es ist beschädigt.',
  drive_backup_unusable: 'Die Sicherung im Drive lässt sich nicht verwenden. Es wurde nichts behalten.',
  cloud_refused: 'Google hat eine Anfrage abgelehnt.',
  cloud_busy: 'Google verlangt, vor der nächsten Anfrage zu warten.',
  cloud_unavailable: 'Google ist nicht erreichbar, oder hat selbst eine Störung.',
  client_refused: 'Google nimmt den Client nicht an.',
  contact_not_found: 'Diesen Kontakt gibt es nicht mehr.',
  entity_not_found: 'Diesen Eintrag gibt es nicht mehr.',
  invalid_contact: 'Etwas an diesem Kontakt stimmt nicht.',
  invalid_deal: 'Etwas an diesem Geschäft stimmt nicht.',
  invalid_interaction: 'Etwas an dieser Begegnung stimmt nicht.',
  import_not_found: 'Diesen Import gibt es nicht mehr.',
  invalid_encoding: 'Das ist kein Text in UTF-8, und nichts davon wurde gespeichert.',
  invalid_import: 'Das lässt sich nicht als Kontakte lesen.',
  invalid_entity: 'Etwas an diesem Eintrag stimmt nicht.',
  invalid_parent: 'Diese Aufgabe kann dort nicht liegen.',
  merge_impossible: 'Diese beiden lassen sich nicht zusammenführen.',
  csv_unreadable: 'Diese Tabelle ist nicht lesbar.',
  invalid_collection: 'So kann eine Sammlung nicht aussehen.',
  reserved_name: 'Dieser Name ist vergeben.',
  invalid_record: 'Diese Werte passen nicht zu den Spalten.',
  invalid_filter: 'Dieser Filter ist nicht gültig.',
  invalid_sort: 'Danach lässt sich nicht ordnen.',
  invalid_aggregate: 'Das lässt sich nicht ausrechnen.',
  unknown_column: 'Diese Spalte gibt es nicht.',
  unknown_operator: 'Diesen Vergleich gibt es nicht.',
  unknown_section: 'Einen solchen Teil hat ein Export nicht.',
  unknown_entries: 'Im Ordner der Daten liegt, was nicht von svc ist. Es wurde nichts gelöscht.',
  invalid_expectation: 'Diese Erwartung lässt sich nicht prüfen.',
  invalid_pattern: 'Das ist kein regulärer Ausdruck, mit dem svc suchen kann.',
  invalid_selector: 'Das ist kein CSS-Selektor.',
  invalid_schedule: 'Das ist kein Zeitplan.',
  invalid_trigger: 'Etwas an dieser Automatik stimmt nicht.',
  invalid_workflow: 'Etwas an diesem Ablauf stimmt nicht.',
  invalid_parameters: 'Die Angaben passen nicht zum Ablauf.',
  invalid_permission: 'Das lässt sich nicht vorab erlauben.',
  watch_unreadable: 'Die beobachtete Seite ist jetzt nicht lesbar.',
  ceiling_reached: 'Die Läufe haben so viel gekostet, wie sie dürfen.',
  workflow_in_use: 'Eine Automatik führt diesen Ablauf aus. Lösche zuerst sie, oder lass sie pausieren.',
  invalid_secret: 'Das lässt sich nicht als Geheimnis speichern.',
  secret_not_found: 'Dieses Geheimnis gibt es nicht im Tresor.',
  secret_unreadable: 'Ein Geheimnis lässt sich mit dem Schlüssel dieses Tresors nicht lesen.',
  vault_locked: 'Der Tresor lässt sich nicht öffnen, deshalb sind Geheimnisse weder lesbar noch speicherbar.',
  artifact_too_large: 'So groß kann ein Artefakt nicht sein.',
  invalid_artifact: 'Ein Artefakt braucht einen Titel und einen Inhalt.',
  migration_url: 'Das ist keine Adresse eines svc.',
  migration_address: 'Zu dieser Adresse geht svc nicht.',
  migration_target_away: 'Das andere svc war nicht erreichbar.',
  migration_unusable: 'Das andere svc kann mit diesen Daten nichts anfangen.',
  tool_server_invalid: 'So lässt sich der Werkzeugserver nicht hinzufügen.',
  tool_server_address: 'Mit dieser Adresse verbindet sich svc nicht.',
  tool_server_away: 'Der Werkzeugserver ist jetzt nicht erreichbar.',
  tool_server_failed: 'Der Werkzeugserver hat mit einem Fehler geantwortet.',
  tool_server_sign_in: 'Der Werkzeugserver verlangt eine Anmeldung.',
  tool_changed: 'Das Werkzeug hat sich geändert.',
  secret_for_tool_server: 'Darin steht ein Geheimnis, und Geheimnisse gehen nicht an Werkzeugserver.',
  invalid_tag: 'So kann ein Schlagwort nicht aussehen.',
  too_many_tags: 'So viele Schlagwörter kann eine Unterhaltung nicht haben.',
};
