import type { loginWords as english } from '../en/login.ts';
import type { Translated } from '../translated.ts';

export const loginWords: Translated<typeof english> = {
  title: 'Mit dem Token von svc anmelden',
  token: 'Token',
  hint: 'Der Befehl „svc token“ zeigt es. Dieser Browser bleibt dann angemeldet.',
  empty: 'Gib das Token ein.',
  submit: 'Anmelden',
  people: {
    title: 'Anmelden',
    hint: 'Nimm den Browser, in dem du deine Einladung angenommen hast, oder bitte um einen Link für diesen.',
    owner: 'svc gehört mir, und ich habe sein Token',
    passkey: 'Mit einem Passkey anmelden',
    passkeyLeft: 'Kein Passkey wurde benutzt. Versuche es noch einmal, oder bitte um einen Link.',
    oidc: 'Mit deinem Konto anmelden',
  },
  join: {
    title: 'Du bist eingeladen',
    says: [
      'Jemand lässt dich sein svc benutzen. Du bekommst eigene Unterhaltungen, ein eigenes Gedächtnis und eigene Dateien, die auf diesen Seiten sonst niemand sieht.',
      'Wer die Dateien oder den Schlüssel dieses svc hat, kann alles darin lesen. Nimm nur an, wenn du der Person vertraust.',
    ],
    act: 'Annehmen und hier anmelden',
    byAccount: 'Mit deinem Konto anderswo annehmen',
  },
  link: {
    title: 'Hier anmelden',
    says: ['Dieser Link meldet diesen Browser einmal für dich an.'],
    act: 'Anmelden',
  },
  elsewhere: {
    title: 'Dein Konto anderswo',
    wait: 'Die Antwort wird geprüft …',
    leave: 'Zurück zur Seite',
  },
  leave: 'Jetzt nicht',
};
