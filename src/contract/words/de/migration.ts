import type { MigrationProblems } from '../../../core/keeping/migration/says.ts';
import type { Words } from '../says.ts';
import { quoted } from './forms.ts';

export const migration: Words<MigrationProblems> = {
  'migration.migration_not_accepted':
    'Dort wird zurzeit kein Umzug angenommen. Auf dem anderen Rechner öffnet svc migrate accept das dortige svc für 24 Stunden und zeigt ein Token, das für einen Umzug gilt.',
  'migration.migration_proof_wrong':
    'Das Token des Umzugs ist falsch, oder unterwegs wurde etwas verändert. Es wurde nichts gesendet.',
  'migration.migration_busy':
    'Zu viele falsche Token wurden versucht. Warte einen Augenblick, und versuche es dann noch einmal.',
  'migration.migration_session_unknown':
    'Diese Sitzung eines Umzugs ist zu Ende. Starte ihn noch einmal, dann geht es weiter.',
  'migration.migration_altered':
    'Unterwegs wurde etwas verändert, abgeschnitten oder wiederholt. Davon wurde nichts behalten.',
  'migration.migration_out_of_order': 'Dieses Stück kommt zu früh: Davor fehlt ein anderes.',
  'migration.migration_incomplete':
    'Es ist noch nicht alles angekommen, deshalb lässt sich nichts wiederherstellen.',
  'migration.migration_unusable':
    'Das andere svc kann mit dem, was das Verzeichnis beschreibt, nichts anfangen.',
  'migration.migration_not_empty':
    'Das andere svc hat eigene Daten, Dateien, Geheimnisse oder Einstellungen. Um sie zu ersetzen, nimm den Umzug dort mit svc migrate accept --replace an; vorher wird dort gesichert.',
  'migration.migration_key_unusable':
    'Der Tresor des anderen svc hat keinen brauchbaren Schlüssel, deshalb ließen sich die Geheimnisse dort nicht versiegeln. Gib ihm einen (SVC_VAULT_KEY), und versuche es noch einmal.',
  'migration.migration_space':
    'Das andere svc hat zu wenig freien Platz. Schaffe dort Platz, und versuche es dann noch einmal: Was angekommen ist, bleibt.',
  'migration.migration_hosted':
    'Ein Betreiber führt diese Instanz, und von dort lässt sie sich nicht verlegen. Nimm stattdessen einen Export.',
  'migration.migration_in_progress':
    'Ein anderer Umzug läuft schon. Warte, bis er zu Ende ist, oder halte ihn mit svc migrate stop an.',
  'migration.migration_url':
    'Das ist keine Adresse eines svc: Gib eine an wie https://svc.example, oder http:// mit einer Adresse in deinem eigenen Netz, wie http://192.168.1.20:3100.',
  'migration.migration_address': 'Zu dieser Adresse geht svc nicht.',
  'migration.migration_token_invalid':
    'Das ist kein Token für einen Umzug: Es hat 32 bis 256 Buchstaben, Ziffern und - oder _. svc migrate accept zeigt eines.',
  'migration.migration_vault_locked':
    'Der Schlüssel des Tresors fehlt, deshalb wären seine Geheimnisse im anderen svc nicht lesbar. Gib den Schlüssel an, und versuche es dann noch einmal.',
  'migration.migration_target_away': 'Das andere svc war nicht erreichbar.',
  'migration.migration_target_unproven':
    'Das andere svc konnte nicht beweisen, dass es das Token kennt, deshalb wurde nichts gesendet. Stimmt die Adresse? Vielleicht gibt sich unterwegs etwas dafür aus.',
  'migration.migration_target_refused':
    'Das andere svc hat den Umzug abgelehnt, ohne einen bekannten Grund zu nennen.',
  'migration.migration_target_failed':
    'Im anderen svc ist das fehlgeschlagen; sein Protokoll sagt, warum. Was angekommen ist, bleibt: Starte es danach noch einmal.',
  'migration.migration_undone':
    'Das andere svc konnte mit den Daten nicht starten und ist, wie es vorher war.',
  'migration.migration_interrupted':
    'Dieses svc wurde inzwischen beendet. Was dort angekommen ist, bleibt: Starte es noch einmal, dann geht es weiter.',
  'migration.migration_stopped': 'Der Umzug wurde angehalten. Weder hier noch dort hat sich etwas geändert.',
  'migration.address_alone': 'Gib nur die Adresse des anderen svc an, ohne Pfad dahinter.',
  'migration.own_address': 'Das ist eine Adresse dieses svc selbst.',
  'migration.plain_http':
    'Ohne Verschlüsselung geht es nur zu einer Adresse in deinem eigenen Netz, in Ziffern, wie http://192.168.1.20:3100. Sonst nimm https.',
  'migration.kept': 'Was dort angekommen ist, bleibt: Starte es noch einmal, dann geht es weiter.',
  'migration.nothing_sent':
    'Es wurde nichts gesendet. Prüfe die Adresse, und ob das andere svc läuft und diesen Rechner hereinlässt; starte es dann noch einmal.',
  'migration.fault':
    'Der Umzug ist fehlgeschlagen. Das Protokoll von svc sagt, warum. Hier wurde nichts geändert.',
  'migration.cannot_use':
    'Das andere svc hat geprüft, was angekommen ist, kann es nicht verwenden und ist, wie es vorher war.',
  'migration.unknown_name':
    'Das andere svc kennt den Namen in dieser Adresse nicht als seinen. Nimm seine IP-Adresse, oder füge den Namen dort zu SVC_ALLOWED_HOSTS hinzu.',
  'migration.encrypted': 'Das Verzeichnis beschreibt eine verschlüsselte Kopie, und die sendet kein Umzug.',
  'migration.moved':
    'Alles bis zu diesem Augenblick ist im anderen svc, das damit neu gestartet ist. Hier wurde nichts geändert, und dieses svc arbeitet weiter: Was von jetzt an dazukommt, ist dort nicht.',
  'migration.twice':
    'Was beide von selbst tun, geschähe jetzt zweimal: Im anderen svc warten Automatiken, bis du ihnen zustimmst. Schalte sie vorher hier aus, oder beende dieses svc.',
  'migration.workspace_stays':
    'Der Arbeitsordner liegt hier außerhalb des Datenordners, deshalb zogen seine Dateien nicht um: Kopiere sie selbst.',
  'migration.other_says': ({ words }) => `Es sagt: ${quoted(words)}`,
  'migration.no_host': ({ host }) => `Für den Server ${quoted(host)} ist keine Adresse bekannt.`,
  'migration.never': ({ host }) =>
    `Der Server ${quoted(host)} führt zu einer Adresse, mit der svc sich nie verbindet, wie die, an denen Clouds die Geheimnisse eines Rechners verwahren.`,
  'migration.no_answer': ({ at, why }) =>
    `Unter ${at} antwortet nichts${why === null ? '' : `: ${REASONS[why] ?? why}`}.`,
  'migration.lost': ({ at, why }) => `Die Verbindung zu ${at} brach ab: ${REASONS[why] ?? why}.`,
  'migration.untrusted': ({ at, why }) =>
    `Unter ${at} antwortet ein Rechner, aber dieser hier vertraut seinem Zertifikat nicht (${CERTIFICATES[why] ?? why}). Gib im eigenen Netz die Adresse so ein, wie svc migrate accept sie zeigt, mit http:// und in Zahlen: Was gesendet wird, ist in jedem Fall für das andere svc verschlüsselt. Sonst gib dem anderen Rechner ein Zertifikat, dem hier vertraut wird.`,
  'migration.no_https': ({ at }) =>
    `Unter ${at} antwortet ein Rechner, aber nicht mit https. Gib im eigenen Netz die Adresse mit http:// davor ein.`,
  'migration.no_engine': ({ status }) =>
    `Unter dieser Adresse ist kein svc, das einen Umzug annehmen könnte (Antwort: ${status}). Ist es die Adresse eines svc dieser Version?`,
  'migration.stray': ({ path }) => `Das Verzeichnis nennt ${quoted(path)}, und das zieht nicht um.`,
  'migration.older': ({ version }) =>
    `Die Daten sind von Version ${version} von svc, und das andere svc ist älter. Installiere dort diese Version oder eine neuere.`,
  'migration.skipped': ({ count }) =>
    `${count === 1 ? 'Ein Eintrag' : `${count} Einträge`} des Arbeitsordners zogen nicht um: Links, besondere Dateien, oder was nicht lesbar war.`,
  'migration.before': ({ backupId }) =>
    `Was das andere svc vorher hatte, liegt dort in der Sicherung ${backupId}.`,
};

const CERTIFICATES: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'er hat es selbst ausgestellt',
  SELF_SIGNED_CERT_IN_CHAIN: 'wer es ausgestellt hat, ist hier nicht bekannt',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'wer es ausgestellt hat, ist hier nicht bekannt',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'wer es ausgestellt hat, ist hier nicht bekannt',
  CERT_HAS_EXPIRED: 'es ist abgelaufen',
  CERT_NOT_YET_VALID: 'es gilt noch nicht',
  ERR_TLS_CERT_ALTNAME_INVALID: 'es ist für eine andere Adresse',
};

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'dort lauscht kein Programm',
  EHOSTUNREACH: 'zu diesem Rechner führt kein Weg',
  ENETUNREACH: 'zu diesem Netz führt kein Weg',
  ETIMEDOUT: 'der andere Rechner hat nicht rechtzeitig geantwortet',
  UND_ERR_CONNECT_TIMEOUT: 'der andere Rechner hat nicht rechtzeitig geantwortet',
  ECONNRESET: 'die andere Seite hat sie beendet',
  EPIPE: 'die andere Seite hat sie beendet',
  UND_ERR_SOCKET: 'die andere Seite hat sie beendet',
};
