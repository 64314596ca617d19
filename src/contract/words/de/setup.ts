import type { SetupProblems } from '../../setup-says.ts';
import type { Says, Tell, Words } from '../says.ts';
import { counted, plain, quoted } from './forms.ts';

/** What an engine is that another program has started. */
export const KINDS = {
  pipes:
    'der Werkzeugserver, den ein Agentenprogramm gestartet hat (svc --mcp-server); er endet, wenn dieses ihn schließt',
  http: 'ein Werkzeugserver für Agentenprogramme (svc --mcp-server --transport sse)',
  editor: 'der Agent, den ein Editor gestartet hat (svc --acp); er endet, wenn dieser ihn schließt',
} as const;

const apart = (instead: string): string =>
  `, deshalb könnte der Agent ändern, was svc dort aufbewahrt. Es wurde nichts geöffnet. Setze SVC_WORKSPACE auf einen Ordner außerhalb davon (sonst wird ${instead} benutzt), oder SVC_DATA_DIR auf einen anderen.`;

/** Without its full stop. */
const within = (why: readonly Says[], tell: Tell): string => tell(why).replace(/\.$/u, '');

export const setup: Words<SetupProblems> = {
  'setup.system': ({ message }) => plain(message),
  'setup.directory': ({ dataDir, why }, tell) =>
    `Der Datenordner ${dataDir} ist nicht verwendbar: ${within(why, tell)}. Setze SVC_DATA_DIR auf einen anderen, oder richte diesen her.`,
  'setup.workspace_is_data': ({ workspaceDir, instead }) =>
    `Der Arbeitsordner ${workspaceDir} ist der Datenordner selbst${apart(instead)}`,
  'setup.workspace_in_data': ({ workspaceDir, dataDir, instead }) =>
    `Der Arbeitsordner ${workspaceDir} liegt im Datenordner ${dataDir}${apart(instead)}`,
  'setup.data_in_workspace': ({ workspaceDir, dataDir, instead }) =>
    `Im Arbeitsordner ${workspaceDir} liegt der Datenordner ${dataDir}${apart(instead)}`,
  'setup.workspace': ({ workspaceDir, why }, tell) =>
    `Der Arbeitsordner ${workspaceDir} ist ${why === null ? 'kein Ordner' : `nicht verwendbar (${within(why, tell)})`}, deshalb könnte der Agent keine Dateien lesen und schreiben. Setze SVC_WORKSPACE auf einen Ordner.`,
  'setup.directory_fault': ({ dataDir, why }, tell) =>
    `Der Datenordner ${dataDir} ist nicht verwendbar: ${within(why, tell)}.`,
  'setup.in_use': ({ dataDir, pid, kind }) =>
    `Ein anderes svc${pid === null ? '' : ` (pid ${pid})`} benutzt den Datenordner ${dataDir}: Beende es zuerst, oder setze SVC_DATA_DIR auf einen anderen.${kind === null ? '' : ` Es ist ${KINDS[kind]}.`}`,
  'setup.erasure': ({ why }, tell) =>
    `Eine Löschung aller Daten hat begonnen und kommt nicht weiter: ${within(why, tell)}. Was übrig ist, liegt im Datenordner; damit startet svc nicht. Behebe das, und starte svc noch einmal.`,
  'setup.restore': ({ why }, tell) =>
    `Eine Wiederherstellung hat begonnen und kommt nicht weiter: ${within(why, tell)}. Verloren ist nichts: Was vorher da war, liegt im Datenordner in restore-aside. Behebe das, und starte svc noch einmal.`,
  'setup.public_url':
    'SVC_PUBLIC_URL muss die Adresse sein, unter der Browser dieses svc erreichen, ohne Pfad und Passwort, wie „https://svc.example.com“.',
  'setup.tls_half':
    'SVC_TLS_CERT nennt die Datei mit dem Zertifikat und SVC_TLS_KEY die mit seinem Schlüssel: Setze beide oder keine.',
  'setup.tls': ({ cert, key, why }, tell) =>
    `Das Zertifikat in ${cert} (SVC_TLS_CERT) und der Schlüssel in ${key} (SVC_TLS_KEY) sind nicht zu gebrauchen: ${within(why, tell)}. Beides müssen PEM-Dateien ohne Passwort sein, die zusammengehören.`,
  'setup.proxy_header': ({ name }) =>
    `SVC_PROXY_USER_HEADER ist ${quoted(name)}; es muss die Kopfzeile sein, in der dein Proxy sagt, wer fragt, wie „X-Remote-User“.`,
  'setup.proxy_trust':
    'SVC_PROXY_USER_HEADER ist gesetzt und SVC_TRUST_PROXY nicht, deshalb könnte sich jeder als jemand anderes ausgeben: Nenne die Adressen des Proxys in SVC_TRUST_PROXY, oder nimm SVC_PROXY_USER_HEADER heraus.',
  'setup.port': ({ name, text }) =>
    `${name} ist ${quoted(text)}; es muss eine Portnummer von 0 bis 65535 sein.`,
  'setup.proxies': ({ text }) =>
    `In SVC_TRUST_PROXY steht ${quoted(text)}; es muss eine Liste von Adressen und CIDRs von Proxys sein, wie „127.0.0.1, 172.18.0.0/16“.`,
  'setup.log_level': ({ text }) =>
    `LOG_LEVEL ist ${quoted(text)}; es muss error, warn, info oder debug sein.`,
  'setup.oidc':
    'SVC_OIDC_ISSUER muss die https-Adresse des Anbieters sein, bei dem sich Leute anmelden, und SVC_OIDC_CLIENT_ID die ID, unter der er dieses svc kennt: Setze beide oder keine.',
  'setup.migration_token':
    'SVC_MIGRATION_TOKEN muss aus 32 bis 256 Buchstaben, Ziffern, - oder _ bestehen, etwa aus openssl rand -hex 32.',
  'setup.private_hosts': ({ text }) =>
    `In SVC_ALLOW_PRIVATE_HOSTS steht ${quoted(text)}; es muss eine Liste von host:port sein, wie „nas.local:8080, 192.168.1.5:80“.`,
  'setup.secret_file': ({ name, path }) => `${name} nennt ${path}, und das ist nicht lesbar.`,
  'setup.api_url':
    'SVC_API_URL muss die Adresse von svc sein, ohne Pfad und Passwort, wie „http://127.0.0.1:3100“.',
  'setup.backup_failed': ({ dataDir, why }, tell) =>
    `Diese Version von svc ändert die Datenbanken in ${dataDir}, und die Sicherung davor ist misslungen: ${within(why, tell)}. Es wurde nichts geändert. Schaffe Platz, oder setze backup_dir, oder starte einmal mit svc --http-api --migrate-without-backup.`,
  'setup.loopback': ({ name, text }) =>
    `${name} ist ${quoted(text)} und nimmt nur die http-Adresse eines Servers auf diesem Rechner, wie http://127.0.0.1:8080.`,
  'setup.control_plane': 'SVC_MANAGED_CONTROL_PLANE_URL muss eine https-Adresse sein.',
  'setup.port_in_use': ({ port, host, variables }) =>
    `Den Port ${port} auf ${host} benutzt ein anderes Programm: Beende es, oder setze ${variables}_PORT auf einen anderen Port.`,
  'setup.port_denied': ({ port, host, variables }) =>
    `Den Port ${port} auf ${host} darf dieser Benutzer nicht öffnen: Setze ${variables}_PORT auf einen über 1023.`,
  'setup.no_address': ({ variables, host }) => `${variables}_HOST=${host} ist keine Adresse dieses Rechners.`,
  'setup.port_fault': ({ port, host, why }, tell) =>
    `Der Port ${port} auf ${host} lässt sich nicht öffnen: ${within(why, tell)}.`,
  'setup.hung':
    'Ein Teil von svc wurde nicht fertig, deshalb wurde noch keine Datei bewegt. Starte svc noch einmal: Dann geht weiter, was begonnen hat.',
  'setup.token_short': ({ chars, least }) =>
    `SVC_HTTP_TOKEN hat ${counted(chars, 'Zeichen', 'Zeichen')} und wäre zu erraten: Gib ihm mindestens ${least}, etwa aus openssl rand -hex 32.`,
  'setup.token_missing': ({ host }) =>
    `SVC_HTTP_HOST=${host} würde svc ohne Token für andere Rechner öffnen: Setze SVC_HTTP_TOKEN, lass zuerst mit svc token eines erzeugen, oder lass SVC_HTTP_HOST weg.`,
  'setup.socket': ({ dataDir, code }) =>
    `Der private Socket von ${dataDir} lässt sich nicht öffnen: ${code ?? 'aus unbekanntem Grund'}.`,
  'setup.silent': ({ dataDir, pid }) =>
    `svc zu ${dataDir} (pid ${pid}) antwortet nicht: Warte darauf, oder beende den Prozess.`,
  'setup.not_demo': ({ dataDir }) =>
    `svc läuft zu ${dataDir} und antwortet nicht mit dem Demo-Modell: Lass --demo und SVC_DEMO weg, oder beende es zuerst.`,
  'setup.unseen': ({ dataDir, why }, tell) =>
    `In den Datenordner ${dataDir} lässt sich nicht hineinsehen: ${within(why, tell)}. Gib diesem Benutzer Zugriff darauf, oder setze SVC_DATA_DIR auf einen anderen.`,
  'setup.database': ({ name, dataDir, why }, tell) =>
    `${name} in ${dataDir} lässt sich nicht öffnen: ${within(why, tell)}. Es blieb, wie es ist.`,
  'setup.storage_url':
    'SVC_STORAGE_URL muss die Adresse einer PostgreSQL-Datenbank sein, mit Rechner und ohne „options“, etwa „postgres://svc:passwort@db.local:5432/svc“. Zeichen des Passworts, die eine Adresse nicht haben kann, schreibt man wie %40.',
  'setup.storage_scheme': ({ scheme }) =>
    `SVC_STORAGE_URL beginnt mit ${quoted(scheme)}; Daten liegen in PostgreSQL (postgres://…), oder ohne diese Variable im Datenordner.`,
  'setup.storage_schema': ({ text }) =>
    `SVC_STORAGE_SCHEMA ist ${quoted(text)}; es muss der Name eines Schemas sein: höchstens 63 kleine Buchstaben, Ziffern und _, nicht mit einer Ziffer oder pg_ am Anfang.`,
  'setup.storage_package':
    'SVC_STORAGE_URL ist gesetzt, und das Paket pg, das PostgreSQL erreicht, ist nicht installiert: Führe npm install pg im Ordner von svc aus, oder entferne die Variable.',
  'setup.storage_away':
    'Der PostgreSQL-Server von SVC_STORAGE_URL ist nicht erreichbar. Starte ihn, oder berichtige die Adresse, und versuch es noch einmal.',
  'setup.storage_shared':
    'SVC_STORAGE_SCHEMA nennt ein Schema, in dem Tabellen eines anderen Programms liegen. Gib svc ein eigenes: Eines, das es nicht gibt, legt es an.',
  'setup.storage_in_use':
    'Ein anderes svc verwendet das Schema von SVC_STORAGE_URL: Beende es zuerst, oder setze SVC_STORAGE_SCHEMA auf ein anderes.',
  'setup.storage_key':
    'Die Daten in SVC_STORAGE_URL sind mit einem anderen Tresorschlüssel versiegelt als dem von diesem svc. Starte es mit dem Datenordner, in dem jene vault.key liegt, oder mit jenem Schlüssel in SVC_VAULT_KEY. Es wurde nichts geändert.',
  'setup.storage_old': ({ found, oldest }) =>
    `Der Server von SVC_STORAGE_URL ist PostgreSQL ${found}; nötig ist ${oldest} oder neuer.`,
  'setup.storage_newer': ({ store, found, known }) =>
    `Die Daten in SVC_STORAGE_URL stammen von einer neueren Version von svc (${store} hat die Version ${found}, diese kennt bis ${known}). Starte wieder jene Version. Es wurde nichts geändert.`,
  'setup.storage': ({ why }, tell) =>
    `Die Daten in SVC_STORAGE_URL sind nicht verwendbar: ${within(why, tell)}.`,
};
