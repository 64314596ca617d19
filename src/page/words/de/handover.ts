import type { handoverWords as english } from '../en/handover.ts';
import type { Translated } from '../translated.ts';

export const handoverWords: Translated<typeof english> = {
  owner: 'die Person, der diese Instanz gehört',
  act: 'Übergeben',
  actNamed: (title: string) => `Übergeben: ${title}`,
  question: (title: string) => `„${title}“ übergeben?`,
  says: {
    thread:
      'Mit der Zustimmung der anderen Person gehen auch Nachrichten, Dateien, Artefakte und Fragen. Bis dahin bleibt alles bei dir. Was es gekostet hat, bleibt bei dir.',
    trigger:
      'Mit der Zustimmung der anderen Person geht auch die Unterhaltung dazu. Dort wartet die Automatik, bis angesehen und bestätigt ist, was sie darf.',
    workflow:
      'Er geht mit der Zustimmung der anderen Person. Was er für dich getan hat, bleibt bei dir, und dort darf er nur, was dort erlaubt wird.',
  },
  to: 'An wen',
  offer: 'Anbieten',
  offered: (title: string) => `„${title}“ ist angeboten und geht mit der Zustimmung.`,
  offers: 'Zu übergeben',
  toYou: {
    thread: (name: string, title: string) => `${name} möchte dir die Unterhaltung „${title}“ übergeben.`,
    trigger: (name: string, title: string) => `${name} möchte dir die Automatik „${title}“ übergeben.`,
    workflow: (name: string, title: string) => `${name} möchte dir den Ablauf „${title}“ übergeben.`,
  },
  byYou: (name: string, title: string) => `„${title}“ wartet auf die Zustimmung von ${name}.`,
  accept: 'Annehmen',
  acceptNamed: (title: string) => `Annehmen: ${title}`,
  accepted: (title: string) => `„${title}“ gehört jetzt dir.`,
  decline: 'Ablehnen',
  declineNamed: (title: string) => `Ablehnen: ${title}`,
  declined: (title: string) => `„${title}“ bleibt, wo es ist.`,
  takeBack: 'Zurücknehmen',
  takeBackNamed: (title: string) => `Angebot zurücknehmen: ${title}`,
  takenBack: (title: string) => `„${title}“ bleibt bei dir.`,
};
