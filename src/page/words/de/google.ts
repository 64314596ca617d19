import { count as number } from '../../parts/format.ts';
import type { googleWords as english } from '../en/google.ts';
import type { Translated } from '../translated.ts';

export const googleWords: Translated<typeof english> = {
  title: 'Google-Konto',
  intro:
    'Mit einem Google-Konto kann svc verschlüsselte Kopien deiner Sicherungen in deinem Google Drive aufbewahren, und wenn du es erlaubst, kann der Agent dort mit deinen Dateien arbeiten. Du bestimmst, wie viel.',
  standings: {
    locked: 'Der Tresor ist geschlossen, deshalb kann kein Zugang aufbewahrt werden.',
    hosted: 'Nicht verbunden. Der Betreiber dieser Instanz verbindet dein Konto.',
    hostedOff: 'Nicht verbunden. Der Betreiber dieser Instanz bietet keine Verbindung zu Google an.',
    noClient: 'Nicht verbunden. Lege zuerst bei Google einen OAuth-Client für svc an: siehe unten.',
    ready: 'Nicht verbunden.',
    waiting: 'Wartet auf deine Antwort bei Google.',
  },
  connectedAs: (account: string) => `Verbunden als ${account}.`,
  connected: 'Verbunden. Google hat nicht gesagt, als wer.',
  byHost: 'Der Betreiber dieser Instanz hat die Verbindung hergestellt.',
  scopes: 'Was du erlaubt hast',
  purposes: {
    'drive.file': 'Sicherungen hochladen und lesen und löschen, was svc selbst in Google Drive abgelegt hat',
    'drive.readonly': 'Den Agenten deine Dateien finden und lesen lassen',
    drive: 'Den Agenten deine Dateien finden, lesen und ändern lassen',
    'documents.readonly': 'Den Agenten deine Dokumente lesen lassen',
    documents: 'Den Agenten deine Dokumente lesen und ändern lassen',
    'spreadsheets.readonly': 'Den Agenten deine Tabellen lesen lassen',
    spreadsheets: 'Den Agenten deine Tabellen lesen und ändern lassen',
  },
  noScopes:
    'Google hat nichts genannt, was erlaubt ist. Verbinde noch einmal, und lass dort die Häkchen stehen.',
  noUploads:
    'Sicherungen können nicht hochgeladen werden: Dieses Häkchen fehlte bei Google. Verbinde noch einmal, und lass alle Häkchen stehen.',
  problem: 'Es gibt ein Problem',

  levels: {
    backups: {
      title: 'Nur Sicherungen',
      hint: 'svc sieht, was es selbst in Google Drive abgelegt hat, und sonst nichts.',
    },
    read: {
      title: 'Sicherungen und Lesen',
      hint: 'Der Agent kann auch deine Dateien, Dokumente und Tabellen finden und lesen.',
    },
    full: {
      title: 'Sicherungen, Lesen und Ändern',
      hint: 'Der Agent kann deine Dateien, Dokumente und Tabellen auch ändern.',
    },
  },
  connect: {
    title: 'Wie viel darf svc dort?',
    again: 'Noch einmal verbinden, oder mit einem anderen Umfang',
    asks: 'Google wird dich bitten zu erlauben:',
    byCode:
      'Du tippst bei Google einen Code ein, auf irgendeinem Gerät. Das braucht einen Client der Art „TVs and Limited Input devices“.',
    byBrowser:
      'Du antwortest im Browser des Rechners, auf dem svc läuft. Das braucht einen Client der Art „Desktop app“.',
    inBrowser: 'In diesem Browser antworten',
    inBrowserHint: 'Statt eines Codes. Setze das Häkchen, wenn dein Client von der Art „Desktop app“ ist.',
    otherMachine:
      'Diese Seite scheint auf einem anderen Rechner offen zu sein als svc. Google sendet die Antwort an den Rechner des Browsers, beginne also dort.',
    button: 'Verbinden',
    busy: 'Google wird gebeten zu beginnen …',
  },
  pending: {
    title: 'Antworte bei Google',
    open: 'Die Seite von Google öffnen',
    type: 'Tippe dort diesen Code ein',
    copy: 'Den Code kopieren',
    browser: 'Wähle dort dein Konto, und lass die Häkchen bei dem stehen, was du erlauben willst.',
    left: (time: string) => `Verbleibende Zeit: ${time}`,
    follows: 'Diese Seite macht von selbst weiter, wenn du geantwortet hast.',
    cancel: 'Abbrechen',
  },
  client: {
    title: 'Ein eigener Client',
    why: 'Google gibt nur einem Client Zugang, den es kennt. Du legst ihn einmal an, in drei Schritten, und er gehört dir allein.',
    other: 'Einen anderen Client verwenden',
    steps: [
      {
        link: 'Die Google Drive API einschalten',
        url: 'https://console.cloud.google.com/apis/library/drive.googleapis.com',
        rest: 'in einem Projekt von dir. Zum Lesen und Ändern schalte dort auch die Docs API und die Sheets API ein.',
      },
      {
        link: 'Den Zustimmungsbildschirm einrichten',
        url: 'https://console.cloud.google.com/auth/overview',
        rest: 'und veröffentlichen: Solange er im Test ist, beendet Google den Zugang nach 7 Tagen.',
      },
      {
        link: 'Einen OAuth-Client anlegen',
        url: 'https://console.cloud.google.com/auth/clients',
        rest: 'von der Art „TVs and Limited Input devices“, wenn svc nur sichern soll: Du tippst bei Google einen Code ein, auf irgendeinem Gerät. Soll es deine Dateien lesen und ändern, dann wähle „Desktop app“ (nicht „Web application“): Du antwortest im Browser des Rechners, auf dem svc läuft. Kopiere seine Kennung und sein Geheimnis hierher.',
      },
    ],
    id: 'Kennung des Clients',
    idHint: 'Sie endet mit .apps.googleusercontent.com.',
    idMissing: 'Gib die Kennung des Clients ein.',
    idWrong: 'Das ist keine Kennung eines Clients bei Google.',
    secret: 'Geheimnis des Clients',
    secretHint: 'Es wird im Tresor aufbewahrt und nie wieder gezeigt.',
    secretMissing: 'Gib das Geheimnis des Clients ein.',
    store: 'Den Client speichern',
    stored: 'Der Client ist gespeichert. Du kannst jetzt verbinden.',
    unused:
      'Der Client ist gespeichert, aber svc findet keinen. Steht ein Teil davon in den Umgebungsvariablen von svc, dann setze dort beide Teile.',
  },
  uploads: {
    title: 'Sicherungen in Google Drive',
    toggle: 'Sicherungen nach Google Drive hochladen',
    toggleHint:
      'Von da an wird jede Sicherung nach Google Drive kopiert, nachdem sie gemacht wurde. Frühere kannst du im Bereich Sicherungen senden.',
    on: 'Gespeichert: Von jetzt an werden Sicherungen hochgeladen.',
    off: 'Gespeichert: Sicherungen werden nicht mehr hochgeladen. Die in Google Drive bleiben.',
    open: 'Die Sicherungen öffnen',
    sees: 'Der Inhalt ist mit deinem Tresorschlüssel verschlüsselt. Im Klartext sieht Google: Namen und Größen der Dateien in einer Sicherung, die Version von svc und den Pfad des Datenordners.',
    last: (when: string) => `Zuletzt hochgeladen: die Sicherung ${when}.`,
    never: 'Noch wurde keine Sicherung hochgeladen.',
    failed: (when: string, why: string) => `Die Sicherung ${when} konnte nicht hochgeladen werden. ${why}`,
    skipped: (when: string, why: string) => `Die Sicherung ${when} wurde nicht hochgeladen. ${why}`,
    alone: 'Es ist eingeschaltet, aber kein Konto ist verbunden, deshalb wird nichts hochgeladen.',
    hosted:
      'Sicherungen dieser Instanz werden nicht hochgeladen: Den Rechner führt ein Betreiber, und bei ihm bleiben die Sicherungen.',
  },
  hosted: {
    open: 'Beim Betreiber verbinden',
    after: 'Diese Seite sieht wieder nach, wenn du zu ihr zurückkommst.',
  },

  disconnect: {
    button: 'Trennen …',
    title: 'Das Google-Konto trennen?',
    ends: 'Der Zugang endet bei Google und hier. Auf diesem Rechner wird nichts gelöscht, und deine Sicherungen hier bleiben.',
    what: 'Die Sicherungen, die diese Instanz hochgeladen hat',
    keep: 'In Google Drive behalten',
    keepHint: 'Du kannst sie auf diesen Rechner holen, wenn du mit demselben Client wieder verbindest.',
    remove: 'Aus Google Drive löschen',
    removeHint: 'Endgültig, auch aus dem Papierkorb dort. Leere Ordner bleiben.',
    cannot: 'svc hat keinen Zugang zu den Sicherungen in Google Drive und kann sie deshalb nicht löschen.',
    begin: 'Trennen',
    beginDeleting: 'Löschen und trennen',
    cancel: 'Abbrechen',
    working: 'Wird getrennt …',
    workingDeleting:
      'Die Sicherungen in Google Drive werden gelöscht, dann wird getrennt. Das dauert bis zu zwei Minuten …',
    done: 'Getrennt',
    incomplete: 'Das Löschen ist nicht vollständig',
    isDisconnected: 'Das Konto ist getrennt.',
    deleted: (files: number) =>
      files === 1
        ? '1 Datei wurde aus Google Drive gelöscht.'
        : `${number(files)} Dateien wurden aus Google Drive gelöscht.`,
    folders: (count: number) =>
      count === 0 ? '' : count === 1 ? '1 Ordner bleibt dort.' : `${number(count)} Ordner bleiben dort.`,
    kept: 'Die Sicherungen in Google Drive wurden behalten.',
    none: 'In Google Drive waren keine Sicherungen dieser Instanz.',
    unchecked: 'svc hatte keinen Zugang zu Google Drive, deshalb wurde nichts angesehen und nichts gelöscht.',
    left: 'Was noch da ist, und warum:',
    byHand:
      'Der Zugang ist zu Ende, deshalb kann svc es nicht noch einmal versuchen. Lösche von Hand, was noch da ist: Es liegt im Ordner svc-backups.',
    confirmed: 'Google hat bestätigt, dass der Zugang zu Ende ist.',
    unconfirmed:
      'Google hat nicht bestätigt, dass der Zugang zu Ende ist. Hier ist er vergessen. Um sicher zu sein, sieh nach unter',
    connections: 'den Verbindungen deines Google-Kontos',
    close: 'Schließen',
  },

  copies: {
    complete: (when: string) => `Auch in Google Drive, seit ${when}.`,
    uploading: 'Auf dem Weg nach Google Drive.',
    pending: 'Wartet darauf, nach Google Drive zu kommen.',
    here: 'Nur auf diesem Rechner.',
    failed: (why: string) =>
      `Nicht in Google Drive. ${why} Innerhalb einer Stunde wird es von selbst wieder versucht.`,
    skipped: (why: string) => `Nicht in Google Drive. ${why}`,
    sent: 'Die Sicherung ist auf dem Weg nach Google Drive.',
    refused: (why: string) => `Die Sicherung wurde nicht gesendet. ${why}`,
    send: 'In das Drive senden',
    sendName: (when: string) => `In das Drive senden: die Sicherung ${when}`,
    bar: (when: string) => `Hochladen der Sicherung ${when}`,
  },
  reasons: {
    hosted: 'Ein Betreiber führt diese Instanz, und ihre Sicherungen bleiben bei ihm.',
    off: 'Das Hochladen ist aus. Schalte es in den Einstellungen unter Google ein.',
    not_connected: 'Kein Google-Konto ist verbunden. Verbinde eines in den Einstellungen unter Google.',
    scope_missing:
      'Das Google-Konto wurde ohne Zugang für Sicherungen verbunden. Verbinde es noch einmal in den Einstellungen unter Google.',
    not_encrypted: 'Sie ist nicht verschlüsselt, und nur verschlüsselte Sicherungen werden hochgeladen.',
    no_key:
      'Der Tresor hat keinen Schlüssel, deshalb ist sie nicht verschlüsselt, und nur verschlüsselte Sicherungen werden hochgeladen.',
    paused: 'Das Google-Konto wurde gerade getrennt.',
    failed: 'Der letzte Versuch ist fehlgeschlagen.',
  },

  drive: {
    title: 'In Google Drive',
    reading: 'Google Drive wird durchgesehen …',
    none: 'In Google Drive ist keine Sicherung.',
    newest: (count: number) => `Die neuesten ${number(count)}.`,
    here: 'auch hier',
    partial: 'nicht vollständig',
    fetch: 'Auf diesen Rechner holen',
    fetchName: (when: string) => `Auf diesen Rechner holen: die Sicherung ${when}`,
    fetching: 'Eine Sicherung wird aus Google Drive geholt …',
    fetched: 'Die Sicherung ist hier und wurde geöffnet und geprüft.',
  },
};
