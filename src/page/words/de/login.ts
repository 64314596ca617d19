import type { loginWords as english } from '../en/login.ts';
import type { Translated } from '../translated.ts';

export const loginWords: Translated<typeof english> = {
  title: 'Mit dem Token von svc anmelden',
  token: 'Token',
  hint: 'Der Befehl „svc token“ zeigt es. Dieser Browser bleibt dann angemeldet.',
  empty: 'Gib das Token ein.',
  submit: 'Anmelden',
};
