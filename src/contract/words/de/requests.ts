import type { StorageProblems } from '../../../core/kernel/storage-says.ts';
import type { RequestProblems } from '../../request-says.ts';
import type { Words } from '../says.ts';

/** What any request may meet. */
export const requests: Words<RequestProblems & StorageProblems> = {
  'storage.disk_full':
    'Die Festplatte ist voll. Nichts Gespeichertes ging verloren; schaffe Platz, und versuche es noch einmal.',
  'storage.storage_error':
    'Die Daten ließen sich nicht schreiben oder lesen. Das Protokoll von svc nennt die Datei und den Grund.',
  'storage.store_corrupt': damaged('Eine Datenbank von svc'),
  'storage.store_newer':
    'Diese Datenbank stammt von einer neueren Version von svc, deshalb kann diese sie nicht verwenden; der Rest von svc arbeitet. Ihre Dateien blieben, wie sie sind: Starte wieder die neuere Version, oder stelle eine Sicherung wieder her, die mit dieser gemacht wurde.',
  'storage.storage_unavailable':
    'Der Server mit den Daten (SVC_STORAGE_URL) ist gerade nicht erreichbar. Nichts Bestätigtes ging verloren, und svc macht von selbst weiter, sobald er wieder da ist: Versuch es dann noch einmal.',
  'storage.storage_taken':
    'Ein anderes svc verwendet jetzt die Daten von diesem, deshalb ändert dieses nichts mehr. Beende eines von beiden, und starte dieses wieder.',
  'storage.file_limit':
    'Eine Datei würde größer, als dieser Prozess oder sein Dateisystem erlaubt (siehe ulimit -f). Nichts ging verloren; erhöhe die Grenze, starte svc neu, und wiederhole es.',
  'storage.not_ready': 'svc ist noch nicht bereit. Versuche es gleich noch einmal.',
  'storage.damaged': ({ store }) => damaged(store),
  'storage.emptied': ({ store }) =>
    `${store} ist leer, die Dateien daneben sind es nicht. Stelle sie mit ihrem Protokoll aus einer Sicherung wieder her, oder verschiebe beide, um leer zu beginnen, und starte svc neu.`,
  'storage.newer': ({ store, schemaVersion, knownVersion }) =>
    `${store} hat das Schema ${schemaVersion}, diese Version von svc kennt sie bis ${knownVersion}. Starte wieder die neuere Version, oder stelle eine Sicherung wieder her, die mit dieser gemacht wurde. Ihre Dateien blieben, wie sie sind; der Rest von svc arbeitet.`,
  'request.invalid_request': 'Die Anfrage ist nicht gültig.',
  'request.invalid_encoding':
    'Das ist kein Text in UTF-8, und nichts davon wurde gespeichert. Sende ihn in UTF-8.',
  'request.unauthenticated': 'Das braucht eine Anmeldung mit dem Token dieses svc.',
  'request.too_many_attempts':
    'Zu viele falsche Token wurden versucht. Das richtige wird immer angenommen; warte vor dem nächsten Versuch.',
  'request.host_not_allowed':
    'Diese Adresse nennt einen anderen Rechner. Erreichst du svc unter diesem Namen, dann füge ihn zu SVC_ALLOWED_HOSTS hinzu.',
  'request.origin_not_allowed':
    'Anfragen von Seiten anderer Herkunft werden nicht bedient. Ist die Seite deine, dann füge ihre Adresse zu SVC_ALLOWED_ORIGINS hinzu.',
  'request.not_found': 'Diese Adresse gibt es in svc nicht.',
  'request.method_not_allowed': 'Das geht unter dieser Adresse nicht.',
  'request.body_too_large': 'Das ist größer, als hier angenommen wird.',
  'request.unsupported_media_type': 'In dieser Form nimmt svc das nicht an.',
  'request.engine_unreachable':
    'svc antwortet nicht. Starte es mit „svc --http-api“; hört es anderswo, dann starte „svc --web“ mit seiner Adresse in SVC_API_URL.',
  'request.half_a_character':
    'Darin steht ein halbes Zeichen, und das hat kein Text. Es wurde nichts gespeichert. Sende ganze Zeichen.',
  'request.half_in_arguments':
    'In den Angaben steht ein halbes Zeichen, und das hat kein Text. Es wurde nichts getan. Sende ganze Zeichen.',
  'request.body_late': 'Nicht alles kam rechtzeitig an. Versuche es noch einmal.',
  'request.body_cut_off': 'Die Verbindung brach ab, bevor alles angekommen war.',
  'request.wrong_token': 'Das ist nicht das Token dieses svc. Der Befehl „svc token“ zeigt es.',
  'request.no_own_token':
    'Das braucht ein Token, das du selbst gemacht hast: Einstellungen, Token für Programme. Das Token der Engine gilt hier nicht.',
  'request.no_tool_secret':
    'Dieser Werkzeugserver braucht sein Geheimnis: Authorization: Bearer <secret>. Es steht in SVC_MCP_SECRET des Servers, oder unter diesem Namen im Tresor.',
  'request.tool_server_closed':
    'Bei dieser Instanz meldet man sich an, deshalb lässt ihr Werkzeugserver niemanden ohne Geheimnis herein: Setze SVC_MCP_SECRET und starte den Server neu, oder zeige ein eigenes Token als Authorization: Bearer.',
  'request.too_many_secrets':
    'Von dieser Adresse kamen zu viele falsche Geheimnisse, deshalb muss jedes warten. Versuche es später noch einmal; wer von anderen Adressen kommt, wartet nicht.',
  'request.wrong_cursor':
    'Der Cursor ist kein nextCursor, den svc_status für diesen Stapel genannt hat. Für die erste Seite rufe svc_status ohne Cursor auf.',
  'request.engine_lost':
    'svc wurde beendet, während es daran arbeitete. Was begonnen war, kann zu Ende sein; frag nach, oder rufe noch einmal auf.',
  'request.engine_not_available':
    'svc ist weder erreichbar noch zu starten. Der Werkzeugserver hat den Grund nach stderr geschrieben, und „svc status“ auf seinem Rechner nennt ihn auch. Ist das behoben, dann rufe noch einmal auf.',
  'request.headers_late': ({ seconds, mb }) =>
    `Die Anfrage kam nicht rechtzeitig an, und es wurde nichts getan. Nach ${seconds} Sekunden muss alles da sein; eine Datei darf länger brauchen, solange in jeder solchen Zeit ${mb} MB von ihr ankommen. Sende sie über eine schnellere Verbindung.`,
  'request.violation': ({ place, why }, tell) =>
    place === null ? `Die Anfrage ${tell(why)}.` : `${place}: ${tell(why)}.`,
  'request.arguments': ({ wrong, more }, tell) =>
    `Die Angaben passen nicht zum Werkzeug: ${wrong.map((one) => tell(one)).join('; ')}${more === 0 ? '' : `; und ${more} weitere`}. Es wurde nichts getan.`,
  'request.argument': ({ place, why }, tell) => `${place ?? 'sie'} ${tell(why)}`,
  'request.body_limit': ({ mostBytes }) =>
    `Das ist größer, als hier angenommen wird: höchstens ${mostBytes} Bytes.`,
  'request.message_limit': ({ mb }) =>
    `Eine Nachricht darf ${mb} MB haben. Sende weniger, oder weniger Dateien, in einem Aufruf.`,
  'request.as_bytes': ({ type }) => `Sende die Bytes, wie sie sind, mit Content-Type: ${type}.`,
};

function damaged(store: string): string {
  return `${store} ist beschädigt und nicht verwendbar; der Rest von svc arbeitet. Ihre Dateien blieben, wie sie sind: Beende svc, ersetze sie durch eine Sicherung, und starte es wieder.`;
}
