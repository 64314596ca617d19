/** Backups, exports, erasure, files and memory. */
export const ofKeeping: Readonly<Record<string, string>> = {
  'It has {n} items, and {n} were counted.': 'Es sind {0} Einträge darin, und {1} wurden gezählt.',
  'It could not be read to its end. The log of the engine says why; a backup may have what is missing.':
    'Das ließ sich nicht bis zum Ende lesen. Das Protokoll von svc sagt, warum; eine Sicherung hat vielleicht, was fehlt.',

  'It could not be removed: {}.': 'Das ließ sich nicht entfernen: {0}.',
  'Make it removable, or remove it yourself while the engine is stopped. Each start of the engine tries again.':
    'Mach, dass es sich entfernen lässt, oder entferne es selbst, während svc nicht läuft. Jeder Start von svc versucht es noch einmal.',
  'They could not be removed.': 'Sie ließen sich nicht entfernen.',
  'As for the others.': 'Wie bei den anderen.',
  'It stays by design, but it contains a name, an address or an id that was in the erased data.':
    'Das bleibt mit Absicht, enthält aber einen Namen, eine Adresse oder eine Kennung aus den gelöschten Daten.',
  'Look at it, and remove it while the engine is stopped.':
    'Sieh es dir an, und entferne es, während svc nicht läuft.',
  'Remove it while the engine is stopped.': 'Entferne es, während svc nicht läuft.',
  'It opens the backups that you kept.': 'Er öffnet die Sicherungen, die du behalten hast.',
  'Keep it as long as you keep them.': 'Behalte ihn so lange wie sie.',
  'You chose to keep them.': 'Du wolltest sie behalten.',
  'Delete them one by one with svc backup delete, or erase again without keeping them.':
    'Lösche sie einzeln unter Sicherungen, oder lösche noch einmal alles, ohne sie zu behalten.',
  'An erasure does not touch the drive.': 'Was im Drive liegt, bleibt beim Löschen unberührt.',
  'An erasure does not touch the drive. They are encrypted with the vault key, which is erased here: without a copy of it, they cannot be read any more.':
    'Was im Drive liegt, bleibt beim Löschen unberührt. Es ist mit dem Tresorschlüssel verschlüsselt, der hier gelöscht wird: Ohne eine Kopie davon lässt es sich nicht mehr lesen.',
  'Delete that folder in the drive; or connect the account again with svc google connect, and delete them with svc google disconnect --delete-backups.':
    'Lösche jenen Ordner im Drive; oder verbinde das Konto noch einmal, und lösche sie beim Trennen.',
  'The tokens are erased here, but the vendor still lists the access.':
    'Die Tokens sind hier gelöscht, aber Google führt den Zugang noch.',
  'End it at myaccount.google.com, under third-party access.':
    'Beende ihn unter myaccount.google.com, bei den Drittanbietern.',
  'The workspace is a folder of your own outside the data directory.':
    'Der Arbeitsordner ist ein eigener Ordner außerhalb des Ordners der Daten.',
  'Delete what you do not want to keep there, or erase it with "workspace": true (svc erase --workspace).':
    'Lösche, was du dort nicht behalten willst, oder lösche ihn mit.',
  'The engine reads them again at each start.': 'svc liest sie bei jedem Start wieder.',
  'Remove them from where they are set, like .env, the unit file or docker-compose.yml.':
    'Entferne sie dort, wo sie gesetzt sind, wie in .env, der Unit-Datei oder docker-compose.yml.',
  'The settings of a project are a file of the project.':
    'Die Einstellungen eines Projekts sind eine Datei des Projekts.',
  'Remove the file, or what is yours in it.': 'Entferne die Datei, oder was darin von dir ist.',
  'It writes them to stderr; whatever started it may keep them.':
    'svc schreibt es nach stderr; was svc gestartet hat, verwahrt es vielleicht.',
  'Delete them there, like journalctl --vacuum-time or docker compose rm.':
    'Lösche es dort, etwa mit „journalctl --vacuum-time“ oder „docker compose rm“.',
  'It left this machine with the requests of your tasks.':
    'Das hat diesen Rechner mit den Anfragen deiner Aufgaben verlassen.',
  'Ask them to delete it; their terms say how long they keep it.':
    'Bitte darum, es zu löschen; in den Bedingungen steht, wie lange es verwahrt wird.',
  'The erasure was begun, but the engine did not come to its end.':
    'Das Löschen wurde begonnen, kam aber nicht zu Ende.',

  'Too many files in this folder have this name. Nothing was written.':
    'Zu viele Dateien in diesem Ordner heißen so. Es wurde nichts geschrieben.',
  'It has {n} bytes, and an attachment may have {n}: name its path in the task instead.':
    'Die Datei hat {0} Bytes, und ein Anhang darf {1} haben: Nenn stattdessen ihren Pfad in der Aufgabe.',
  'is needed': 'fehlt',
  'must be an e-mail address': 'muss eine Mailadresse sein',
  'must be an address like https://…': 'muss eine Adresse sein, wie https://…',
  'must be a date like 2026-01-31': 'muss ein Datum sein, wie 2026-01-31',
  'must be a moment like 2026-01-31T12:00:00Z': 'muss ein Zeitpunkt sein, wie 2026-01-31T12:00:00Z',
  'The answer to {} {s}.': 'Die Antwort auf {0} {1}.',

  '{} cannot be used: {}.': '{0} ist nicht verwendbar: {1}.',
  'Tools of tool servers wait until you accept them again.':
    'Werkzeuge von Werkzeugservern warten, bis du sie wieder annimmst.',
  'Consents that lasted have ended: you are asked again.':
    'Erlaubnisse, die länger galten, sind beendet: du wirst wieder gefragt.',
  'Batches that were in progress ended, because they may have been done since. Submit what is missing again.':
    'Stapel, die in Arbeit waren, sind beendet, denn sie können seither erledigt worden sein. Gib erneut auf, was fehlt.',
  'Triggers wait for you to agree to them: svc trigger confirm ID.':
    'Auslöser warten auf dein Einverständnis: svc trigger confirm ID.',
  'Workflows lost what they may do without asking: save a workflow again to give it that.':
    'Abläufe dürfen nichts mehr ohne Rückfrage: Speichere einen Ablauf neu, um ihm das wieder zu erlauben.',
  'Hosts of secrets whose values did not come along were cleared: say with each value where it may go.':
    'Ziele von Geheimnissen, deren Werte nicht mitkamen, wurden entfernt: Sage bei jedem Wert, wohin er darf.',
  'The secret of the tool server and logins at tool servers were cleared: store a new secret, and sign in again.':
    'Das Geheimnis des Werkzeugservers und Anmeldungen bei Werkzeugservern wurden entfernt: Hinterlege ein neues Geheimnis und melde dich neu an.',
  'Rows were left out because what they belong to is missing: {}.':
    'Zeilen wurden weggelassen, weil fehlt, wozu sie gehören: {0}.',
  'The engine could not start on the restored files: {}.':
    'svc konnte mit den wiederhergestellten Dateien nicht starten: {0}.',
  'Make one with svc backup create, or on the page under Backups.':
    'Mach eine: mit svc backup create, oder auf der Seite unter „Sicherungen“.',
  'Read them with svc trigger notices, or on the page under Waiting.':
    'Du liest sie mit svc trigger notices, oder auf der Seite unter „Wartet“.',
};
