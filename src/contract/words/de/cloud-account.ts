import type { AccountProblems } from '../../../core/outside/cloud-account/says.ts';
import type { Words } from '../says.ts';

export const cloudAccount: Words<AccountProblems> = {
  'account.client_missing':
    'Es gibt keinen Client zum Verbinden. Lege in der Konsole von Google einen OAuth-Client an, und gib seine Kennung und sein Geheimnis hier ein.',
  'account.connection_in_progress':
    'Eine Verbindung wartet schon auf dich. Führe sie zu Ende, oder brich sie ab, und beginne noch einmal.',
  'account.not_connected': 'Es ist kein Google-Konto verbunden. Verbinde eines unter Einstellungen, Google.',
  'account.scope_missing':
    'Das Konto wurde ohne den Zugang verbunden, den das braucht. Verbinde es noch einmal mit mehr Zugang.',
  'account.access_revoked':
    'Der Zugang zum Konto wurde zurückgezogen oder ist abgelaufen. Verbinde das Konto noch einmal.',
  'account.client_refused':
    'Google nimmt den Client nicht an. Prüfe seine Kennung und sein Geheimnis; die Verbindung bleibt.',
  'account.login_denied': 'Die Verbindung wurde bei Google abgelehnt. Es wurde nichts verbunden.',
  'account.login_expired': 'Die Verbindung wurde nicht rechtzeitig bestätigt. Beginne noch einmal.',
  'account.login_ended': 'Die Verbindung wurde beendet, bevor sie fertig war. Es wurde nichts verbunden.',
  'account.scopes_not_offered':
    'Google lässt diesen Client den Zugang nicht erbitten. Es wurde nichts verbunden.',
  'account.cloud_busy': 'Google verlangt, vor der nächsten Anfrage zu warten.',
  'account.cloud_unavailable':
    'Google ist nicht erreichbar, oder hat selbst eine Störung. Versuche es später noch einmal.',
  'account.cloud_refused': 'Google hat eine Anfrage abgelehnt.',
  'account.not_hosted':
    'Das gibt es nur bei einer Instanz, deren Betreiber die Verbindung anbietet. Verbinde sonst unter Einstellungen, Google.',
  'account.hosted': 'Diese Instanz wird, wenn überhaupt, über ihren Betreiber mit Google verbunden.',
  'account.claim_refused': 'Der Betreiber dieser Instanz hat den Zugang nicht gegeben. Beginne noch einmal.',
  'account.other_client':
    'Das Konto wurde mit einem anderen Client verbunden, als GOOGLE_CLIENT_ID jetzt nennt. Gib wieder den früheren ein, oder verbinde das Konto neu.',
  'account.client_kind':
    'Google nimmt den Client für einen getippten Code nicht an: Dafür braucht es einen der Art „TVs and limited input devices“. Mit einem der Art „Desktop app“ verbinde im Browser (--browser). Stimmt die Art, dann prüfe GOOGLE_CLIENT_ID.',
  'account.unauthorized':
    'Google nimmt den Zugang nicht an, den es eben gegeben hat. Versuche es später noch einmal.',
  'account.host_away':
    'Der Betreiber dieser Instanz antwortet nicht, oder verlangt zu warten. Versuche es später noch einmal.',
  'account.too_slow': 'Google hat zu lange nicht geantwortet. Versuche es später noch einmal.',
  'account.connection_failed': 'Beim Verbinden ist in svc ein Fehler aufgetreten. Das Protokoll sagt, warum.',
  'account.only_the_owner': 'Das kannst nur du tun.',
  'account.more_access':
    'Das Konto wurde ohne den Zugang verbunden, den das braucht. Verbinde es noch einmal mit mehr: unter Einstellungen, Google, oder mit svc google connect --access read (zum Lesen) oder --access full (auch zum Ändern).',
  'account.refused_with': ({ status, word }) =>
    `Google hat eine Anfrage abgelehnt (HTTP ${status}${word === null ? '' : `, ${word}`}).`,
  'account.strange_answer': ({ what }) =>
    `Google hat unerwartet geantwortet (${what}). Versuche es später noch einmal.`,
  'account.client_word': ({ word }) =>
    `Google nimmt den Client nicht an (${word}). Prüfe seine Kennung und sein Geheimnis; eine bestehende Verbindung bleibt.`,
  'account.wait': ({ seconds }) =>
    `Google verlangt, ${seconds === null ? '' : `${seconds} Sekunden `}vor der nächsten Anfrage zu warten. Es wurde nichts getan. Versuche es später noch einmal.`,
  'account.for_backups':
    'um Sicherungen hochzuladen und zu lesen und zu löschen, was svc selbst in Google Drive abgelegt hat',
  'account.for_read_drive': 'drive_search und drive_read finden und lesen deine Dateien',
  'account.for_read_documents': 'docs_read liest deine Dokumente',
  'account.for_read_sheets': 'sheets_read liest deine Tabellen',
  'account.for_drive': 'drive_search, drive_read und drive_write finden, lesen und ändern deine Dateien',
  'account.for_documents': 'docs_read und docs_write lesen und ändern deine Dokumente',
  'account.for_sheets': 'sheets_read und sheets_write lesen und ändern deine Tabellen',
};
