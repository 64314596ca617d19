import type { engineWords as english } from '../en/engine.ts';
import type { Translated } from '../translated.ts';

export const engineWords: Translated<typeof english> = {
  unreachable: 'svc ist nicht erreichbar. Läuft es?',
  stoppedWaiting: 'Diese Seite wartet nicht mehr auf eine Antwort.',
  connectionLost: 'Die Verbindung ist abgerissen. Wird verbunden …',
  reconnecting: (reason: string) => `${reason} Wird verbunden …`,
};
