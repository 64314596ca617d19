/** Contacts, deals, entries and tasks. */
export const ofPeople: Readonly<Record<string, string>> = {
  'This is not a valid contact.': 'Das ist kein gültiger Kontakt.',
  'There is no such contact. GET /api/crm/contacts lists them.': 'Diesen Kontakt gibt es nicht.',
  'There is no contact {}. Search for it by a part of its name.':
    'Einen Kontakt {0} gibt es nicht. Such ihn nach einem Teil seines Namens.',
  'A contact is a person or an organization, and {} is of the kind {}.':
    'Ein Kontakt ist eine Person oder eine Organisation, und {0} ist von der Art {1}.',
  'A contact has at most {n} tags.': 'Ein Kontakt hat höchstens {0} Markierungen.',
  'A tag is a word or a few, without commas and semicolons, of at most {n} characters.':
    'Eine Markierung ist ein Wort oder einige, ohne Komma und Strichpunkt, mit höchstens {0} Zeichen.',
  'The title of a deal is one line of text, without marks that turn its direction.':
    'Der Titel eines Geschäfts ist eine Zeile Text, ohne Zeichen, die seine Richtung umkehren.',
  '{} is no currency. Give it by its code, such as EUR.':
    '{0} ist keine Währung. Gib sie mit ihrem Kürzel an, wie EUR.',
  'A value needs its currency, such as EUR.': 'Ein Wert braucht eine Währung, wie EUR.',
  'The type and the channel of an interaction are a word or a few, without marks that turn the direction of a text.':
    'Art und Weg einer Begegnung sind ein Wort oder einige, ohne Zeichen, die die Richtung eines Textes umkehren.',
  'An interaction needs a summary that is not empty.': 'Eine Begegnung braucht eine Zusammenfassung.',

  'This text cannot be read as contacts. Nothing was imported.':
    'Dieser Text lässt sich nicht als Kontakte lesen. Es wurde nichts eingelesen.',
  '{s} Nothing was imported.': '{0} Es wurde nichts eingelesen.',
  'The first line, which names the columns, cannot be read: {s}':
    'Die erste Zeile, die die Spalten nennt, ist nicht lesbar: {0}',
  'This row cannot be read: {s}': 'Diese Zeile ist nicht lesbar: {0}',
  'a quotation mark opens a cell in line {n} and is not closed.':
    'Ein Anführungszeichen öffnet in Zeile {0} eine Zelle und wird nicht geschlossen.',
  'a quotation mark opens a cell in line {n} and is closed in the middle of it.':
    'Ein Anführungszeichen öffnet in Zeile {0} eine Zelle und schließt mitten darin.',
  'it has more than {n} cells.': 'Sie hat mehr als {0} Zellen.',
  'The text is empty.': 'Der Text ist leer.',
  'The first line must name the columns, and one of them must be "name". Columns that are read: {}. Nothing was imported.':
    'Die erste Zeile muss die Spalten nennen, und eine davon muss „Name“ heißen, oder „Vorname“ und „Nachname“. Gelesen werden auch E-Mail, Telefon, Firma, Position, Geburtstag, Webseite, Typ, Quelle, Sprache, Notizen und Markierungen. Es wurde nichts eingelesen.',
  'This text has no vCard: each begins with BEGIN:VCARD. Nothing was imported.':
    'In diesem Text ist keine vCard: Jede beginnt mit BEGIN:VCARD. Es wurde nichts eingelesen.',
  'The text is not UTF-8 but probably UTF-16: letters of line {n} cannot be read. Export it as UTF-8, and import that. Nothing was imported.':
    'Der Text ist nicht UTF-8, sondern wohl UTF-16: Buchstaben in Zeile {0} sind nicht lesbar. Speichere ihn als UTF-8, und lies das ein. Es wurde nichts eingelesen.',
  'An import takes at most {n} contacts. Divide the text. Nothing was imported.':
    'Auf einmal lassen sich höchstens {0} Kontakte einlesen. Teile den Text. Es wurde nichts eingelesen.',
  'This row has {n} cells, and there are {n} columns.':
    'Diese Zeile hat {0} Zellen, und es gibt {1} Spalten.',
  'This row has no name.': 'Diese Zeile hat keinen Namen.',
  'This card has no name.': 'Diese Karte hat keinen Namen.',
  'This card has no end: the line END:VCARD is missing.':
    'Diese Karte hat kein Ende: Die Zeile END:VCARD fehlt.',
  'Line {n} cannot be read and was left out: {}.': 'Zeile {0} ist nicht lesbar und wurde ausgelassen: {1}.',
  'The birthday has no year: its month and day were kept in the notes.':
    'Der Geburtstag hat kein Jahr: Monat und Tag stehen in den Notizen.',
  'There is no such import. GET /api/crm/imports lists them.': 'Diesen Import gibt es nicht.',
  'Another row has this mail address, by another name.':
    'Eine andere Zeile hat diese Mailadresse, mit einem anderen Namen.',
  'This card is of the kind {}, which is no person and no organization.':
    'Diese Karte ist von der Art {0}, also weder Person noch Organisation.',
  'The kind of a contact is {}.': 'Die Art eines Kontakts ist {0}.',
  'The column "new" says yes for a contact that is another one than those of its name, or nothing.':
    'In der Spalte „new“ steht yes für einen Kontakt, der ein anderer ist als die gleichen Namens, oder nichts.',
  'Another row has this name (line {}), and nothing says whether they are the same. Give both a mail address, or each an id of its own in a column contactId; or say yes in a column "new" for one that is another contact.':
    'Eine andere Zeile hat denselben Namen (Zeile {0}), und nichts sagt, ob es dieselben sind. Gib beiden eine Mailadresse, oder jeder eine eigene Kennung in der Spalte contactId; oder schreib yes in die Spalte „new“, wenn es ein anderer Kontakt ist.',
  '{s} In a table, put its id into the column contactId, or for another contact yes in a column "new".':
    '{0} In einer Tabelle gib seine Kennung in die Spalte contactId, oder für einen anderen Kontakt yes in die Spalte „new“.',
  'Another card has this name (line {}), and nothing says whether they are the same. Give both a mail address, or each a UID of its own.':
    'Eine andere Karte hat denselben Namen (Zeile {0}), und nichts sagt, ob es dieselben sind. Gib beiden eine Mailadresse, oder jeder eine eigene UID.',
  '{s} Import the file once more and say that those of one name are different contacts (--separate), or give the card the id of one of them as its UID.':
    '{0} Lies die Datei noch einmal ein und sag, dass Gleichnamige verschiedene Kontakte sind, oder gib der Karte die Kennung von einem als UID.',
  '{q} is not the code of a country (ISO 3166), such as AT.':
    '{0} ist kein Kürzel eines Landes (ISO 3166) wie AT.',
  'Nothing was imported.': 'Es wurde nichts eingelesen.',
  'The {w} are longer than {n} characters.': '{0}: länger als {1} Zeichen.',
  'The {w} would be longer than {n} characters with those that are there.':
    '{0}: mit denen, die es schon gibt, länger als {1} Zeichen.',
  'This says all the same as line {n}, and is the same contact.':
    'Hier steht genau dasselbe wie in Zeile {0}: Es ist derselbe Kontakt.',
  'It has notes: those of the text were added below them.':
    'Er hat schon Notizen: Die aus dem Text stehen jetzt darunter.',
  'The number has no code of its country and was kept in the notes. Name the country, such as AT (--country AT).':
    'Nummer ohne Landesvorwahl: steht in den Notizen. Gib das Land an, etwa AT.',
  '{s} It was kept in the notes.': '{0} Es steht jetzt in den Notizen.',

  'This is not a valid entity.': 'Das ist kein gültiger Eintrag.',
  'There is no entity {} in the graph. Search for it by a part of its name.':
    'Einen Eintrag {0} gibt es nicht. Such ihn nach einem Teil seines Namens.',
  '{s} Name the one you mean by its id: {}.': '{0} Nenn den, den du meinst, mit seiner Kennung: {1}.',
  '{} fits {n} entities, so none was taken.': 'Zu {0} passen {1} Einträge, deshalb wurde keiner genommen.',
  'One is known by this name, with another mail address, so it is unsure who {} is, and nothing has changed.':
    'Einer ist unter diesem Namen bekannt, mit einer anderen Mailadresse. Wer {0} ist, ist also unsicher, und nichts wurde geändert.',
  '{n} is known by this name, with another mail address, so it is unsure who {} is, and nothing has changed.':
    '{0} sind unter diesem Namen bekannt, mit einer anderen Mailadresse. Wer {1} ist, ist also unsicher, und nichts wurde geändert.',
  '{q} is not a mail address.': '{0} ist keine Mailadresse.',
  '{q} is not a telephone number; give it with the code of its country, such as +43 1 234567, or name the country, such as AT (--country AT).':
    '{0} ist keine Telefonnummer; gib sie mit der Vorwahl ihres Landes an, wie +43 1 234567.',
  '{q} is not a domain such as example.com.': '{0} ist keine Domain wie example.com.',
  '{q} is not a VAT number; give it with its country, such as DE123456789.':
    '{0} ist keine UID-Nummer (USt-IdNr.); gib sie mit ihrem Land an, wie DE123456789.',
  '{q} is not an address that begins with https:// or http://.':
    '{0} ist keine Adresse, die mit https:// oder http:// beginnt.',
  '{q} is not a currency by its code, such as EUR.': '{0} ist keine Währung mit ihrem Kürzel, wie EUR.',
  '{q} is not an amount: a number with at most four digits after the point.':
    '{0} ist kein Betrag: eine Zahl mit höchstens vier Stellen nach dem Komma.',
  '{q} is not a date: a year, a month or a day, such as 2024, 2024-06 or 2024-06-30.':
    '{0} ist kein Datum: ein Jahr, ein Monat oder ein Tag, die es gibt, wie 2024, 6.2024 oder 30.6.2024.',
  'A new entity needs a kind.': 'Ein neuer Eintrag braucht eine Art.',
  'This entity is of the kind {}, and its kind does not change.':
    'Dieser Eintrag ist von der Art {0}, und die Art ändert sich nicht.',
  'A new entity needs a name.': 'Ein neuer Eintrag braucht einen Namen.',
  'An entity takes at most {n} other names.': 'Ein Eintrag hat höchstens {0} andere Namen.',
  '{} is the id of {} and no name. Change that one, or give a name.':
    '{0} ist die Kennung von {1} und kein Name. Ändere jenen Eintrag, oder gib einen Namen an.',
  'An entity cannot be related to itself.': 'Ein Eintrag kann keine Beziehung zu sich selbst haben.',
  '{} is not a date such as 2024 or 2024-06-30.': '{0} ist kein Datum wie 2024 oder 30.6.2024.',
  'A relation cannot end before it begins.': 'Eine Beziehung kann nicht enden, bevor sie beginnt.',
  'The kind of a relation is a few words such as works_for, at most {n} characters.':
    'Die Art einer Beziehung besteht aus wenigen Wörtern wie works_for, mit höchstens {0} Zeichen.',
  'The notes would be longer than {n} characters with those that are there.':
    'Die Notizen wären mit denen, die es schon gibt, länger als {0} Zeichen.',
  'A name has at most {n} characters.': 'Ein Name hat höchstens {0} Zeichen.',
  'A name needs a letter or a digit.': 'Ein Name braucht einen Buchstaben oder eine Ziffer.',
  'A name is one line of text, without marks that turn its direction.':
    'Ein Name ist eine Zeile Text, ohne Zeichen, die seine Richtung umkehren.',
  'Only a person works for an organization.': 'Nur eine Person arbeitet für eine Organisation.',
  'The {w} is longer than {n} characters.': '{0}: Das ist länger als {1} Zeichen.',
  'These are one entry already: name another one for one of them.':
    'Das ist schon ein und derselbe Eintrag: Wähle für einen der beiden einen anderen.',
  '{} is of the kind {w} and {} of the kind {w}: only two of one kind can be merged.':
    '{0} ist von der Art {1} und {2} von der Art {3}: Nur zwei gleicher Art lassen sich zusammenführen.',
  'These two cannot be merged: they have to be two entries of one kind.':
    'Diese beiden lassen sich nicht zusammenführen: Es müssen zwei Einträge derselben Art sein.',

  'A task cannot be in itself.': 'Eine Aufgabe kann nicht in sich selbst liegen.',
  'At most {n} tasks lie within each other.': 'Höchstens {0} Aufgaben liegen ineinander.',
};
