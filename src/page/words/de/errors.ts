import type { errorLeads as englishLeads, errorWords as english } from '../en/errors.ts';

/**
 * By the code of a problem that a person meets on the page: all that there is to say. Codes whose sentence names facts, like
 * what is wrong with which part of an input, are below.
 */
export const errorWords: typeof english = {
  draining: 'svc wird gerade beendet und nimmt keine neue Arbeit an.',
  internal: 'In svc ist ein Fehler aufgetreten. Einzelheiten stehen im Protokoll.',

  run_not_found: 'Diesen Lauf gibt es nicht, oder seine Unterhaltung wurde gelöscht.',
  interrupted: 'svc wurde beendet, bevor dieser Lauf fertig war.',
  empty_answer: 'Das Modell hat seine Runde ohne Antwort beendet.',
  context_overflow:
    'Das Kontextfenster des Modells ist zu klein für die Anweisungen, die Werkzeuge und eine Nachricht.',
  run_failed: 'Der Lauf ist fehlgeschlagen.',
  profile_unknown: 'Kein Modellprofil hat diesen Namen.',
  nothing_to_compact: 'In dieser Unterhaltung gibt es nichts zusammenzufassen.',
  tool_call_not_found: 'Diesen Aufruf gibt es in der Unterhaltung nicht, oder er hat noch kein Ergebnis.',

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
  provider_unknown: 'Einen solchen Anbieter gibt es nicht.',

  export_hosted: 'Ein Betreiber führt diese Instanz. Bitte ihn um eine Kopie deiner Daten.',
  export_in_progress: 'Ein Export läuft schon. Warte, bis er zu Ende ist, und versuch es dann noch einmal.',

  idempotency_mismatch: 'Das wurde schon einmal mit anderem Inhalt gesendet. Lade die Seite neu.',
  run_not_ended: 'Dieser Lauf ist noch nicht zu Ende. Warte, oder halte ihn zuerst an.',
  recording_incomplete:
    'Nicht alles, was dieser Lauf tat, ist noch gespeichert, deshalb lässt er sich nicht wiederholen.',
  too_many_replays: 'Es laufen schon so viele Wiederholungen, wie möglich sind. Warte, bis eine zu Ende ist.',
  export_unavailable:
    'Der Export konnte nicht beginnen: Die Festplatte oder eine Datenbank ist ausgefallen. Das Protokoll von svc sagt, warum.',
  tool_unseen: 'Sieh dir zuerst an, was das Werkzeug jetzt ist. Es wurde nichts angenommen.',
};

/**
 * By the code of a problem whose sentence names facts, what it is about. The sentence of the engine follows, where
 * `engineSentences` has no German for it.
 */
export const errorLeads: typeof englishLeads = {
  invalid_request: 'Etwas an den Angaben stimmt nicht.',
  api_profile_incomplete: 'Dem Profil fehlt etwas. Es wurde nichts gespeichert.',
  invalid_api_profile: 'Etwas an diesem Profil stimmt nicht. Es wurde nichts gespeichert.',
  provider_incomplete: 'Der Anbieter des Modells ist nicht fertig eingerichtet.',
  provider_error: 'Das Modell ließ sich nicht aufrufen.',
  provider_timeout: 'Das Modell hat nicht rechtzeitig geantwortet.',
  budget: 'Das könnte mehr kosten, als noch ausgegeben werden darf.',
  models_not_listed: 'Die Modelle dieses Anbieters lassen sich nicht auflisten.',
  unknown_section: 'Einen solchen Teil hat ein Export nicht.',
  watch_unreadable: 'Die beobachtete Seite ist jetzt nicht lesbar.',
  ceiling_reached: 'Die Läufe haben so viel gekostet, wie sie dürfen.',
  vault_locked: 'Der Tresor lässt sich nicht öffnen, deshalb sind Geheimnisse weder lesbar noch speicherbar.',
  tool_server_invalid: 'So lässt sich der Werkzeugserver nicht hinzufügen.',
  tool_server_address: 'Mit dieser Adresse verbindet sich svc nicht.',
  tool_server_away: 'Der Werkzeugserver ist jetzt nicht erreichbar.',
  tool_server_failed: 'Der Werkzeugserver hat mit einem Fehler geantwortet.',
  tool_server_sign_in: 'Der Werkzeugserver verlangt eine Anmeldung.',
  tool_changed: 'Das Werkzeug hat sich geändert.',
  secret_for_tool_server: 'Darin steht ein Geheimnis, und Geheimnisse gehen nicht an Werkzeugserver.',
};
