import type { appWords as english } from '../en/app.ts';
import type { Translated } from '../translated.ts';

export const appWords: Translated<typeof english> = {
  skip: 'Zur Unterhaltung springen',
  skipToArea: 'Zum Inhalt springen',
  away: 'svc läuft nicht. Starte es wieder dort, wo du es gestartet hast. Diese Seite macht dann von selbst weiter, und was du getippt hast, bleibt hier.',
  areas: 'Bereiche',
  inReach: 'Oft geöffnet',
  more: 'Mehr',
  menu: 'Unterhaltungen und Bereiche',
  close: 'Schließen',
  dismiss: 'Ausblenden',
  demo: 'Demo-Modell: ein Skript, keine KI',
  model: (id: string, provider: string) => `${id} · ${provider}`,
  providers: {
    primary: 'Anthropic',
    compat: 'OpenAI-kompatibler Server',
    custom: 'Anthropic-kompatibler Proxy',
    cloud_hosted: 'Google Cloud Vertex AI',
  },
  settingsProblems: 'Probleme mit den Einstellungen',
  loading: 'Wird geladen …',
  areaFailed: 'Dieser Bereich konnte nicht geladen werden.',
  tryAgain: 'Noch einmal versuchen',
  unknownArea: 'Diese Seite gibt es nicht',
  unknownAreaHint: 'Unter dieser Adresse gibt es nichts. Wähle einen Bereich oder eine Unterhaltung.',
};
