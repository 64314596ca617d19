import type { ToolServerProblems } from '../../../core/execution/tool-servers/says.ts';
import { shellWord } from '../../../core/kernel/shell-word.ts';
import type { Words } from '../says.ts';
import { number, quoted } from './forms.ts';

/** A code of the system. */
const named = (code: string | null): string => (code === null ? '' : ` (${code})`);

export const toolServers: Words<ToolServerProblems> = {
  'server.tool_server_not_found': 'Kein Werkzeugserver hat diesen Namen. „svc mcp list“ zeigt alle.',
  'server.tool_server_exists':
    'Ein Werkzeugserver hat diesen Namen schon. Entferne ihn zuerst, oder wähle einen anderen Namen.',
  'server.tool_server_invalid':
    'Die Adresse eines Werkzeugservers beginnt mit http:// oder https:// und enthält weder Benutzernamen noch Passwort. Es wurde nichts hinzugefügt. Ein Programm dieses Rechners fügst du mit „svc mcp add NAME --command PROGRAM“ hinzu.',
  'server.tool_server_away': 'Der Werkzeugserver ist jetzt nicht erreichbar.',
  'server.tool_server_sign_in':
    'Der Werkzeugserver verlangt eine Anmeldung. Melde dich mit „svc mcp login NAME“ an, oder auf der Seite.',
  'server.tool_server_no_sign_in': 'Der Werkzeugserver verlangt keine Anmeldung.',
  'server.tool_changed':
    'Das Werkzeug ist nicht das angenommene: Sein Server hat es seither geändert. „svc mcp show“ zeigt den Unterschied, „svc mcp accept“ nimmt es an. Mache ohne es weiter.',
  'server.tool_not_found': 'Der Server hat kein Werkzeug mit diesem Namen.',
  'server.tool_unseen':
    'Sieh dir zuerst an, was das Werkzeug jetzt ist („svc mcp show NAME“). Es wurde nichts angenommen.',
  'server.tool_changed_again':
    'Das Werkzeug hat sich noch einmal geändert, seit es zu sehen war. Sieh dir den Unterschied an, und nimm es dann an.',
  'server.secret_for_tool_server':
    'Darin steht ein Geheimnis, oder ein Verweis darauf. Geheimnisse gehen nicht an Werkzeugserver. Lass es weg.',
  'server.same_name': ({ name }) =>
    `Mehrere Werkzeugserver der Einstellungen heißen ${quoted(name)}; der erste zählt, und Programme (mcp_commands) zählen vor Adressen (mcp_servers). Benenne die anderen um.`,
  'server.not_ready': ({ name, why }, tell) =>
    `Der Werkzeugserver ${quoted(name)} ist jetzt nicht erreichbar. ${tell(why)} Es wurde nichts gesendet.`,
  'server.connecting': 'Die Verbindung wird aufgebaut, und das dauert.',
  'server.engine_stops': 'svc wird beendet.',
  'server.anew': 'Die Verbindung wird neu aufgebaut.',
  'server.silent': ({ seconds }) => `Er hat in ${number(seconds)} Sekunden nicht geantwortet.`,
  'server.internal': 'Beim Verbinden ist in svc ein Fehler aufgetreten. Das Protokoll sagt, warum.',
  'server.engine_here':
    'Das ist der Werkzeugserver eines svc auf diesem Rechner. Ein Agent könnte damit seine eigenen Fragen beantworten, deshalb verwendet svc ihn nicht.',
  'server.unseen':
    'Der Werkzeugserver ist nicht verbunden, deshalb ist nicht bekannt, welche Werkzeuge er jetzt hat. Es wurde nichts angenommen.',
  'server.tools_wait': ({ name }) =>
    `Werkzeuge des Werkzeugservers ${name} warten darauf, angenommen zu werden: svc mcp show ${shellWord(name)}.`,
  'server.own_words': ({ words }) => `In seinen eigenen Worten: ${quoted(words)}`,
  'server.html': 'Er hat eine HTML-Seite gesendet.',
  'server.scope':
    'Die Anmeldung beim Werkzeugserver erlaubt das nicht. Melde dich noch einmal an, mit „svc mcp login NAME“ oder auf der Seite, und erlaube, was dort gefragt wird.',
  'server.lost_before':
    'Die Verbindung zum Werkzeugserver ging verloren, bevor die Antwort kam. Was gefragt war, kann eine Wirkung gehabt haben.',
  'server.error': ({ code }) => `Der Werkzeugserver antwortete mit dem Fehler ${code}.`,
  'server.status': ({ status }) => `Der Werkzeugserver antwortete mit dem HTTP-Status ${status}.`,
  'server.ended': 'Die Verbindung zum Werkzeugserver ist zu Ende.',
  'server.lost': 'Die Verbindung zum Werkzeugserver ging verloren.',
  'server.late': 'Der Werkzeugserver hat nicht rechtzeitig geantwortet.',
  'server.no_protocol':
    'Was der Server gesendet hat, gehört nicht zum Protokoll der Werkzeugserver. Ist es einer?',
  'server.sign_in': ({ name, isExpired }) =>
    `${isExpired ? 'Die Anmeldung beim Werkzeugserver gilt nicht mehr. Melde dich noch einmal an' : 'Der Werkzeugserver verlangt eine Anmeldung. Melde dich an'}, auf seiner Seite oder mit: svc mcp login ${shellWord(name)}`,
  'server.reads_nothing': 'Das Programm des Werkzeugservers liest nichts mehr.',
  'server.exited': ({ code }) => `Das Programm des Werkzeugservers endete mit dem Code ${code}.`,
  'server.killed': ({ signal }) => `Das Programm des Werkzeugservers endete durch ${signal}.`,
  'server.no_program': ({ program }) => `Ein Programm ${quoted(program)} gibt es im PATH von svc nicht.`,
  'server.program_not_allowed': ({ program }) =>
    `Der Benutzer, unter dem svc läuft, darf das Programm ${quoted(program)} nicht starten.`,
  'server.not_started': ({ program, code }) =>
    `Das Programm ${quoted(program)} ließ sich nicht starten (${code ?? 'unbekannter Fehler'}).`,
  'server.no_list': 'Der Werkzeugserver hat als Liste der Werkzeuge etwas anderes gesendet.',
  'server.list_long': 'Der Werkzeugserver hat eine Liste der Werkzeuge gesendet, die zu lang ist.',
  'server.rounds': ({ times }) =>
    `Der Werkzeugserver hat ${number(times)}-mal nach Eingaben gefragt, ohne den Aufruf zu beantworten.`,
  'server.given_up': 'Die Anfrage an den Werkzeugserver wurde aufgegeben.',
  'server.forgotten':
    'Der Werkzeugserver kennt diese Verbindung nicht mehr. Was gefragt war, kann eine Wirkung gehabt haben.',
  'server.once_more': ({ why }, tell) =>
    `Es wurde nichts getan. Der Werkzeugserver hat vielleicht nur die Verbindung vergessen, und eine neue entsteht: Rufe das Werkzeug noch einmal auf. Wird auch das abgelehnt: ${tell(why)}`,
  'server.call_again':
    'Der Werkzeugserver hat den Aufruf abgelehnt, weil er diese Verbindung nicht mehr kennt. Es wurde nichts getan. Eine neue Verbindung entsteht: Rufe das Werkzeug noch einmal auf.',
  'server.result_deep': 'Der Werkzeugserver hat ein zu tief verschachteltes Ergebnis gesendet.',
  'server.no_result': 'Der Werkzeugserver hat ein Ergebnis gesendet, das keines ist.',
  'server.compressed': 'Der Werkzeugserver hat ungefragt eine gepackte Antwort gesendet.',
  'server.no_address_of': ({ host }) => `Für den Server ${quoted(host)} ist keine Adresse bekannt.`,
  'server.never_reached': ({ host }) =>
    `Der Server ${quoted(host)} führt zu einer Adresse, mit der svc sich nie verbindet, wie die, an denen Clouds die Geheimnisse eines Rechners verwahren. Wähle eine andere.`,
  'server.own_address':
    'Das ist eine Adresse dieses svc selbst, und svc ist nicht sein eigener Werkzeugserver. Wähle eine andere.',
  'server.private_login': ({ host }) =>
    `Der Werkzeugserver nennt für seine Anmeldung den Server ${quoted(host)}, der in ein privates Netz führt. Dorthin geht svc nicht.`,
  'server.message_long': ({ kib }) =>
    `Der Werkzeugserver hat eine Nachricht von mehr als ${kib >= 1024 ? `${kib / 1024} MiB` : `${kib} KiB`} gesendet, und die Verbindung wurde beendet.`,
  'server.redirects': ({ to }) =>
    `Der Werkzeugserver leitet nach ${quoted(to)} weiter, und dem folgt svc nicht. Ist das der gewünschte Server, dann gib gleich dessen Adresse an.`,
  'server.nothing_listens': ({ code }) =>
    `Unter der Adresse des Werkzeugservers antwortet nichts${named(code)}.`,
  'server.no_https': ({ code }) =>
    `Der Server unter dieser Adresse spricht kein https${named(code)}. Beginnt die Adresse mit http:// ?`,
  'server.not_reached': ({ code }) => `Der Werkzeugserver war nicht erreichbar${named(code)}.`,
  'server.cut': ({ code }) =>
    `Die Verbindung zum Werkzeugserver ging verloren, bevor seine Antwort vollständig war${named(code)}. Was gefragt war, kann eine Wirkung gehabt haben.`,
  'server.taken':
    'Der Werkzeugserver hat die Anfrage angenommen (HTTP-Status 202), aber keine Antwort gegeben. Sie kann eine Wirkung gehabt haben.',
  'server.asks_too_much':
    'Die Anmeldung beim Werkzeugserver erlaubt das nicht, und die Rechte, die der Server dafür nennt, sind zu lang oder keine, deshalb kann eine neue Anmeldung sie nicht verlangen. Frag den Betreiber des Servers.',
  'server.login_elsewhere':
    'Der Werkzeugserver nennt für seine Anmeldung eine Adresse, an die svc nicht geht.',
  'server.memory': ({ mib, allowedMib }) =>
    `Das Programm des Werkzeugservers wurde beendet: Mit dem, was es gestartet hatte, belegte es ${number(mib)} MiB; erlaubt sind auf diesem Rechner ${number(allowedMib)} MiB.`,
  'server.processes': ({ processes, allowed }) =>
    `Das Programm des Werkzeugservers wurde beendet: Mit dem, was es gestartet hatte, waren es ${number(processes)} Prozesse; erlaubt sind ${number(allowed)}.`,
  'server.not_offered': 'Der Werkzeugserver hat etwas verlangt, was svc nicht bietet.',
  'server.no_login_address': 'Der Werkzeugserver hat keine Adresse für die Anmeldung genannt.',
  'server.login_refused': 'Die Anmeldung wurde abgelehnt.',
  'server.login_late': 'Die Anmeldung wurde nicht rechtzeitig fertig. Beginne sie noch einmal.',
  'server.no_answer': ({ seconds }) =>
    `Der Werkzeugserver hat in ${number(seconds)} Sekunden nicht geantwortet.`,
  'server.login_no_web': ({ protocol }) =>
    `Der Werkzeugserver will für die Anmeldung ${quoted(protocol)} öffnen lassen, und das ist keine Adresse im Web.`,
  'server.login_not_public': ({ to }) =>
    `Der Werkzeugserver will für die Anmeldung ${quoted(to)} öffnen lassen, und das ist keine Adresse im öffentlichen Web.`,
  'server.login_failed': 'Die Anmeldung beim Werkzeugserver ist fehlgeschlagen.',
  'server.with_token': 'Hast du ein Token dafür bekommen, dann verwende: svc mcp login NAME --token',
  'server.questions': ({ most }) =>
    `Der Werkzeugserver hat mehr als ${number(most)} Fragen gestellt, ohne die Antworten zu nehmen, und die Verbindung wurde beendet.`,
  'server.flood': ({ messages, per }) =>
    `Der Werkzeugserver hat in einer ${per === 'second' ? 'Sekunde' : 'Minute'} mehr als ${number(messages)} Nachrichten gesendet, und die Verbindung wurde beendet.`,
  'server.flood_bytes': ({ mib, per }) =>
    `Der Werkzeugserver hat in einer ${per === 'second' ? 'Sekunde' : 'Minute'} mehr als ${number(mib)} MiB ungefragt gesendet, und die Verbindung wurde beendet.`,
  'tool.no_name': 'Es hat keinen Namen.',
  'tool.name_long': ({ most }) => `Sein Name hat mehr als ${number(most)} Zeichen.`,
  'tool.name_unseen': 'Sein Name hat Zeichen oder Abstände, die man nicht sieht.',
  'tool.deep': 'Seine Beschreibung ist zu tief verschachtelt.',
  'tool.no_schema': 'Es hat kein Schema seiner Eingabe.',
  'tool.long': ({ kib }) => `Seine Beschreibung ist länger als ${number(kib)} KiB.`,
  'tool.schema_long': ({ kib }) => `Das Schema seiner Eingabe ist länger als ${number(kib)} KiB.`,
  'tool.all_long': ({ kib }) =>
    `Die Beschreibungen der Werkzeuge dieses Servers sind zusammen länger als ${number(kib)} KiB.`,
  'tool.not_apart': 'Modelle könnten es von einem anderen Werkzeug dieses Servers nicht unterscheiden.',
};
