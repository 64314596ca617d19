import { count as number } from '../../parts/format.ts';
import type { yourDataWords as english } from '../en/your-data.ts';
import type { Translated } from '../translated.ts';

export const yourDataWords: Translated<typeof english> = {
  title: 'Deine Daten',
  intro:
    'Alles, was svc aufbewahrt, liegt auf dem Rechner, auf dem es läuft. Du kannst es mitnehmen, umziehen oder löschen.',
  export: {
    title: 'Mitnehmen',
    hint: 'Unterhaltungen, Gedächtnis, Menschen, Kontakte, Sammlungen, Aufgaben, Automatiken, Abläufe, Artefakte, Dateien des Arbeitsordners und was jeder Lauf gekostet hat. Von Geheimnissen nur die Namen. Mit svc import lässt es sich in ein leeres svc zurücklesen.',
    zip: 'Alles als zip herunterladen',
    json: 'Als ein JSON-Dokument',
    jsonHint: 'Nur das zip lässt sich zurücklesen.',
    running: (section: string, done: string) => `Wird gesendet: ${section} (bisher ${done})`,
    incomplete: 'Dem letzten Herunterladen fehlt etwas:',
    left: 'Das letzte Herunterladen wurde abgebrochen. Beginne es noch einmal.',
    complete: (size: string) => `Das letzte Herunterladen war vollständig: ${size} vor dem Komprimieren.`,
  },
  move: {
    title: 'Auf einen anderen Rechner umziehen',
    hint: 'Auf dem anderen Rechner zeigt svc migrate accept ein Token. Unterwegs ist alles für diesen Rechner allein versiegelt. Hier ändert sich nichts.',
    what: (size: string, databases: string, files: string, secrets: string) =>
      `${size} würden umziehen: ${databases}, ${files} und ${secrets}.`,
    databases: (count: number) => (count === 1 ? '1 Datenbank' : `${number(count)} Datenbanken`),
    files: (count: number) => (count === 1 ? '1 Datei' : `${number(count)} Dateien`),
    secrets: (count: number) => (count === 1 ? '1 Geheimnis' : `${number(count)} Geheimnisse`),
    target: 'Adresse des anderen svc',
    targetHint: 'Wie svc migrate accept sie zeigt: https, oder http zu einer Adresse deines eigenen Netzes.',
    token: 'Token',
    begin: 'Alles umziehen',
    phases: {
      copying: 'Eine Kopie dieses Augenblicks wird gemacht …',
      connecting: 'Wird verbunden …',
      sending: 'Wird gesendet …',
      restoring: 'Der andere Rechner prüft es und startet neu …',
    },
    working: 'In Arbeit …',
    sent: (sent: string, total: string) => `${sent} von ${total}`,
    stop: 'Anhalten',
    stopped: 'Der Umzug wurde angehalten. Hier hat sich nichts geändert.',
    done: (databases: string, files: string, secrets: string) =>
      `Alles ist dort, geprüft: ${databases}, ${files} und ${secrets}.`,
  },
  erase: {
    title: 'Alles löschen',
    says: [
      'Lade zuerst alles herunter, wenn du es vielleicht wieder willst. Alle Unterhaltungen, das Gedächtnis, Menschen, Kontakte, Sammlungen, Aufgaben, Automatiken, Artefakte, Geheimnisse, Einstellungen und die Dateien des Arbeitsordners verschwinden. Das lässt sich nicht rückgängig machen.',
      'Läufe, die noch laufen, werden angehalten. svc startet neu und ist leer.',
      'Kopien anderswo bleiben: im Drive, auf anderen Rechnern, in Exporten, die du gemacht hast. Was bleibt, wird danach genannt, mit dem Weg, es zu entfernen.',
    ],
    keepBackups: 'Die Sicherungen auf diesem Rechner behalten und den Schlüssel, der sie öffnet',
    workspace: 'Auch die Dateien eines Arbeitsordners außerhalb des Datenordners löschen',
    unknown:
      'Es wurde nichts gelöscht: Das hier ist nicht von svc und liegt in seinem Datenordner. Lege es anderswohin, oder lass es entfernen, und tippe dann das Wort noch einmal.',
    removeUnknown: 'Auch das entfernen',
    word: 'löschen',
    type: 'Tippe zum Fortfahren: löschen',
    begin: 'Alles löschen',
    working: 'Wird gelöscht … svc startet dabei neu.',
    done: 'Alles ist gelöscht.',
    incomplete: 'Nicht alles konnte gelöscht werden. Bei jedem Start versucht svc es wieder.',
    what: 'Was gelöscht wurde',
    whatHint:
      'Gezählt in Zeilen der Datenbanken und in Dateien. Auch Verläufe und Verzeichnisse zählen, deshalb sind es mehr, als du sahst.',
    rows: (name: string, rows: string) => `${name}: ${rows}`,
    stores: {
      'history.db': 'Unterhaltungen, Läufe, Aufgaben und Automatiken',
      'memory.db': 'Gedächtnis',
      'engine.db': 'Menschen, Organisationen und Dinge',
      'datastore.db': 'Sammlungen',
      'vault.db': 'Geheimnisse',
      apis: 'Profile von APIs',
      artifacts: 'Inhalte von Artefakten',
      backups: 'Sicherungen',
      changesets: 'Frühere Inhalte von Dateien',
      sweeps: 'Aufzeichnungen von Zusammenführungen',
      workspace: 'Arbeitsordner',
    } as Readonly<Record<string, string>>,
    notCounted: 'nicht gezählt',
    earlier: (time: string) => `Was das Löschen vom ${time} nicht erreichte`,
    remains: 'Was noch da ist',
    start: 'Neu beginnen',
  },
};
