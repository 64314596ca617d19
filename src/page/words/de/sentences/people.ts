/** Contacts, deals, entries and tasks. */
export const ofPeople: Readonly<Record<string, string>> = {
  'The first line, which names the columns, cannot be read: {s}':
    'Die erste Zeile, die die Spalten nennt, ist nicht lesbar: {0}',
  'This row cannot be read: {s}': 'Diese Zeile ist nicht lesbar: {0}',
  'a quotation mark opens a cell in line {n} and is not closed.':
    'Ein Anführungszeichen öffnet in Zeile {0} eine Zelle und wird nicht geschlossen.',
  'a quotation mark opens a cell in line {n} and is closed in the middle of it.':
    'Ein Anführungszeichen öffnet in Zeile {0} eine Zelle und schließt mitten darin.',
  'it has more than {n} cells.': 'Sie hat mehr als {0} Zellen.',
  'The text is empty.': 'Der Text ist leer.',
  'This row has {n} cells, and there are {n} columns.':
    'Diese Zeile hat {0} Zellen, und es gibt {1} Spalten.',
  'This card has no end: the line END:VCARD is missing.':
    'Diese Karte hat kein Ende: Die Zeile END:VCARD fehlt.',
  'Line {n} cannot be read and was left out: {}.': 'Zeile {0} ist nicht lesbar und wurde ausgelassen: {1}.',
  'This card is of the kind {}, which is no person and no organization.':
    'Diese Karte ist von der Art {0}, also weder Person noch Organisation.',
  'Nothing was imported.': 'Es wurde nichts eingelesen.',
};
