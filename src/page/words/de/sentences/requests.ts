/** What is wrong with a request, a setting or a secret, and what any request may meet. */
export const ofRequests: Readonly<Record<string, string>> = {
  'The number {} has more digits than a number keeps, and would be changed. Write it as a text, in quotes: "{}".':
    'Die Zahl {0} hat mehr Stellen, als eine Zahl behält, und würde verändert. Schreibe sie als Text, in Anführungszeichen: „{1}“.',
  'The configuration would not be valid: {w} {s}. Nothing was changed.':
    'Die Einstellungen wären nicht gültig: {0} {1}. Es wurde nichts geändert.',
  'must be absent: this route accepts no body': 'darf nichts enthalten',
  'is invalid': 'ist nicht gültig',
  'is missing': 'fehlt',
  'is not JSON': 'ist kein JSON',
  'is not known here': 'ist hier nicht bekannt',
  'is no instant': 'ist kein Zeitpunkt',
  'must not be blank': 'darf nicht leer sein',
  'must not be empty': 'darf nicht leer sein',
  'must be a finite number': 'muss eine endliche Zahl sein',
  'must be {n} or more': 'muss mindestens {0} sein',
  'must be {n} or less': 'darf höchstens {0} sein',
  'must be a time with its zone, like 2026-01-31T09:30:00Z':
    'muss eine Zeit mit ihrer Zone sein, wie 2026-01-31T09:30:00Z',
  'must be a date, like 2026-01-31': 'muss ein Datum sein, wie 2026-01-31',
  'must be a UUID': 'muss eine UUID sein',
  'must be an address, like https://example.org/': 'muss eine Adresse sein, wie https://example.org/',
  'must be an http or https URL': 'muss eine Adresse sein, die mit http:// oder https:// beginnt',
  'must be {s}': 'muss {0} sein',
  'an object': 'ein Objekt',
  'a list': 'eine Liste',
  'a whole number': 'eine ganze Zahl',
  'must be one of {}': 'muss eines davon sein: {0}',
  'must have {n} characters or more': 'muss mindestens {0} Zeichen haben',
  'must have 1 character at most': 'darf höchstens ein Zeichen haben',
  'must have {n} characters at most': 'darf höchstens {0} Zeichen haben',
  'must have {n} entries or more': 'muss mindestens {0} Einträge haben',
  'must have 1 entry at most': 'darf höchstens einen Eintrag haben',
  'must have {n} entries at most': 'darf höchstens {0} Einträge haben',
  'must be the key itself, not {q}': 'muss der Schlüssel selbst sein, nicht {0}',
  'The configuration would not be valid with these changes. Nothing was changed.':
    'Mit diesen Änderungen wären die Einstellungen nicht gültig. Es wurde nichts geändert.',
};
