import type { speechWords as english } from '../en/speech.ts';
import type { Translated } from '../translated.ts';

export const speechWords: Translated<typeof english> = {
  record: 'Die Nachricht diktieren',
  end: 'Die Aufnahme beenden',
  listening: (time: string) => `Hört zu, ${time}. Drücke das Mikrofon noch einmal zum Beenden.`,
  hearing: 'Aus der Aufnahme wird Text …',
  noMicrophone: 'Der Browser gibt kein Mikrofon frei: Erlaube es für diese Seite, oder schließe eines an.',
  notHere: 'Dieser Browser nimmt hier keinen Ton auf. Unter https-Adressen und auf diesem Rechner tut er es.',
  say: 'Die Antwort vorlesen',
  stop: 'Vorlesen beenden',
  cannotPlay: 'Dieser Browser kann den Ton nicht abspielen, der kam.',
};
