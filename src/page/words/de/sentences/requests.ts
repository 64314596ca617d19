/** What is wrong with a request, a setting or a secret, and what any request may meet. */
export const ofRequests: Readonly<Record<string, string>> = {
  'The number {} has more digits than a number keeps, and would be changed. Write it as a text, in quotes: "{}".':
    'Die Zahl {0} hat mehr Stellen, als eine Zahl behält, und würde verändert. Schreibe sie als Text, in Anführungszeichen: „{1}“.',
  'The request is not valid for this route: {w} {s}.': '{0}: {1}.',
  'The request is not valid for this route: the body {s}.': 'Die Anfrage {0}.',
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
  'The request is not valid for this route.': 'Die Anfrage ist nicht gültig.',
  'The connection was lost before the body was complete.':
    'Die Verbindung brach ab, bevor alles angekommen war.',
  'The body was not complete in time: send it with the headers.':
    'Nicht alles kam rechtzeitig an. Versuch es noch einmal.',
  'The configuration would not be valid with these changes. Nothing was changed.':
    'Mit diesen Änderungen wären die Einstellungen nicht gültig. Es wurde nichts geändert.',
  'This is not the token of this engine. The command "svc token" prints it.':
    'Das ist nicht das Token dieses svc. Der Befehl „svc token“ zeigt es.',
  'This request needs the token of this engine: Authorization: Bearer <token>.':
    'Das braucht eine Anmeldung mit dem Token dieses svc.',
  'The data could not be written or read. The log of the engine names the file and the reason.':
    'Die Daten ließen sich nicht schreiben oder lesen. Das Protokoll von svc nennt die Datei und den Grund.',

  'The key of the vault could not be read or written: the log says why.':
    'Der Schlüssel des Tresors ließ sich nicht lesen oder schreiben: Das Protokoll sagt, warum.',
  'The vault has not been opened yet.': 'Der Tresor wurde noch nicht geöffnet.',
  '{} is not the key of this vault.': '{0} ist nicht der Schlüssel dieses Tresors.',
  '{} is the key from before the rotation of {}.': '{0} ist der Schlüssel von vor dem Wechsel am {1}.',
  'SVC_VAULT_KEY is empty, so there is no vault key: secrets can neither be read nor stored. Set it to the key, or unset it.':
    'SVC_VAULT_KEY ist leer, es gibt also keinen Tresorschlüssel: Geheimnisse lassen sich weder lesen noch speichern. Setze dort den Schlüssel, oder entferne die Variable.',
  'The key of this vault is gone: vault.key is missing or empty, but vault.db exists. Put vault.key back, or set SVC_VAULT_KEY to the key; a new key would not open the stored secrets.':
    'Der Schlüssel dieses Tresors ist weg: vault.key fehlt oder ist leer, aber vault.db gibt es. Leg vault.key zurück, oder setze SVC_VAULT_KEY auf den Schlüssel; ein neuer würde die gespeicherten Geheimnisse nicht öffnen.',
  'Put the right key into vault.key or SVC_VAULT_KEY; nothing in the vault was changed.':
    'Gib den richtigen Schlüssel in vault.key oder SVC_VAULT_KEY; im Tresor wurde nichts geändert.',
  'vault.key contains no key. Put the key back, or remove the file to get a new one.':
    'In vault.key steht kein Schlüssel. Leg ihn zurück, oder lösche die Datei, dann wird ein neuer gemacht.',
};
