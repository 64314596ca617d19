import type { handoverWords as english } from '../en/handover.ts';
import type { Translated } from '../translated.ts';

export const handoverWords: Translated<typeof english> = {
  owner: 'die Person, der svc gehört',
  act: 'Übergeben',
  actNamed: (title: string) => `Übergeben: ${title}`,
  question: (title: string) => `„${title}“ übergeben?`,
  says: {
    thread:
      'Sobald die andere Person annimmt, gehört ihr die Unterhaltung mit Nachrichten, Dateien, Artefakten und Fragen. Bis dahin bleibt alles bei dir. Was es gekostet hat, bleibt bei dir.',
    trigger:
      'Sobald die andere Person annimmt, gehört ihr die Automatik mit ihrer Unterhaltung. Sie wartet dann, bis die Person angesehen und bestätigt hat, was sie darf.',
    workflow:
      'Sobald die andere Person annimmt, gehört ihr der Ablauf. Was er für dich getan hat, bleibt bei dir; für sie darf er nur, was sie erlaubt.',
  },
  to: 'An wen',
  offer: 'Anbieten',
  offered: (title: string) => `„${title}“ ist angeboten. Bis zur Annahme bleibt es bei dir.`,
  offers: 'Zu übergeben',
  toYou: {
    thread: (name: string, title: string) => `${name} möchte dir die Unterhaltung „${title}“ übergeben.`,
    trigger: (name: string, title: string) => `${name} möchte dir die Automatik „${title}“ übergeben.`,
    workflow: (name: string, title: string) => `${name} möchte dir den Ablauf „${title}“ übergeben.`,
  },
  byYou: (name: string, title: string) => `„${title}“ wartet darauf, dass ${name} annimmt.`,
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
