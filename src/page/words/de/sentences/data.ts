/** Collections, their records and tables that are read into them. */
export const ofData: Readonly<Record<string, string>> = {
  'The table cannot be read: {s} Nothing of it was stored.':
    'Die Tabelle ist nicht lesbar: {0} Es wurde nichts davon gespeichert.',
  '{} is no column and was ignored (line 1).': '{0} ist keine Spalte und wurde übergangen (Zeile 1).',
  'The quotation mark (") that opens a field in line {n} is not closed.':
    'Das Anführungszeichen ("), das in Zeile {0} ein Feld öffnet, wird nicht geschlossen.',
  'After line {n}, a row is too long.': 'Nach Zeile {0} ist eine Zeile zu lang.',
  'It is JSON, not CSV: insert records of JSON instead.': 'Das ist JSON und kein CSV.',
  'The first {n} rows were dealt with, the rest was not.':
    'Die ersten {0} Zeilen wurden übernommen, der Rest nicht.',
  'It is not text in UTF-8.': 'Das ist kein Text in UTF-8.',
  'The row at line {n} has more than {n} fields.': 'Die Zeile {0} hat mehr als {1} Felder.',
  'a text': 'ein Text',
  'a number': 'eine Zahl',

  'The attachment {} cannot be used.': 'Der Anhang {0} lässt sich nicht verwenden.',
  '{} has a comma before fractions in a later row, and numbers like {q} were read as fractions until then. Look at them.':
    '{0} hat in einer späteren Zeile ein Komma vor den Nachkommastellen, und Zahlen wie {1} wurden bis dahin mit Nachkommastellen gelesen. Sieh sie dir an.',
};
