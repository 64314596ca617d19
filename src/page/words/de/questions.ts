import { count as number } from '../../parts/format.ts';
import type { questionWords as english } from '../en/questions.ts';
import type { Translated } from '../translated.ts';

export const questionWords: Translated<typeof english> = {
  until: (moment: string) => `Wartet bis ${moment}`,
  untilConsent: (moment: string) =>
    `Wartet bis ${moment}. Ohne Antwort gilt das als Nein: Dann geschieht es nicht, und der Agent macht ohne das weiter.`,
  away: 'svc läuft nicht. Ob das hier noch wartet, zeigt sich, wenn es wieder da ist.',
  left: 'svc wurde beendet, bevor du das beantwortet hast. Deine Antwort ist der nächste Auftrag der Unterhaltung, und der Agent macht dort weiter.',
  answered: 'Beantwortet.',
  own: 'In deinen eigenen Worten',
  orOwn: 'Oder in deinen eigenen Worten',
  reply: 'Antworten',
  atLeastOne: 'Beantworte mindestens eine Frage.',
  seeWrong: 'Es wurde nichts gesendet. Sieh nach, was markiert ist.',
  wrongCount: (count: number, least: number, most: number) => {
    const wanted =
      most === Infinity
        ? `mindestens ${number(least)}`
        : least === most
          ? `genau ${number(least)}`
          : least === 0
            ? `höchstens ${number(most)}`
            : `${number(least)} bis ${number(most)}`;
    return `Wähle ${wanted}: Du hast ${number(count)} genannt. Setze Kommas dazwischen.`;
  },
  secret: (name: string, kind: string) => `Der Lauf bittet um das Geheimnis ${name} (${kind})`,
  value: 'Wert',
  hosts: 'Server, an die es gesendet werden darf, und an keinen anderen',
  aHost: 'Ein Server, etwa api.example.com',
  anotherHost: 'Ein weiterer Server',
  hostFirst: 'Kreuze mindestens einen Server an, oder füge einen hinzu.',
  store: 'Speichern',
  refuse: 'Nicht geben',
  notGiven: 'Nicht gegeben.',
  stored: 'Gespeichert. Der Agent kennt nur den Namen.',
  valueFirst: 'Gib zuerst einen Wert ein.',
};
