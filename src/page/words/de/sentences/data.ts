/** Collections, their records and tables that are read into them. */
export const ofData: Readonly<Record<string, string>> = {
  'The table cannot be read: {s} Nothing of it was stored.':
    'Die Tabelle ist nicht lesbar: {0} Es wurde nichts davon gespeichert.',
  'The first row of the table names the column {} twice.':
    'Die erste Zeile der Tabelle nennt die Spalte {0} zweimal.',
  'It has {n} fields, and the first row has {n}.': 'Sie hat {0} Felder, und die erste Zeile hat {1}.',
  '{} is no column and was ignored (line 1).': '{0} ist keine Spalte und wurde übergangen (Zeile 1).',
  'The quotation mark (") that opens a field in line {n} is not closed.':
    'Das Anführungszeichen ("), das in Zeile {0} ein Feld öffnet, wird nicht geschlossen.',
  'After line {n}, a row is too long.': 'Nach Zeile {0} ist eine Zeile zu lang.',
  '{s} The first {n} rows were dealt with, the rest was not.':
    '{0} Die ersten {1} Zeilen wurden übernommen, der Rest nicht.',
  'It is JSON, not CSV: insert records of JSON instead.': 'Das ist JSON und kein CSV.',
  'It is not text in UTF-8.': 'Das ist kein Text in UTF-8.',
  'The row at line {n} has more than {n} fields.': 'Die Zeile {0} hat mehr als {1} Felder.',
  'This is not a table that can be read: CSV in UTF-8, with the names of columns in its first row.':
    'Diese Tabelle ist nicht lesbar: Es muss CSV in UTF-8 sein, mit den Namen der Spalten in der ersten Zeile.',
  'These values do not fit the columns.': 'Diese Werte passen nicht zu den Spalten.',
  'Another record has these values in its unique columns.':
    'Ein anderer Datensatz hat diese Werte in den eindeutigen Spalten.',
  'It is larger than {n} kB.': 'Er ist größer als {0} kB.',
  'It has no value for any column.': 'Für keine Spalte ist ein Wert da.',
  'It is not an object of columns and values.': 'Das ist kein Objekt aus Spalten und Werten.',
  '{w} is empty, and records are told apart by it.':
    '{0} ist leer, und daran werden Datensätze unterschieden.',
  'The unique columns together have more than {n} characters.':
    'Die eindeutigen Spalten haben zusammen mehr als {0} Zeichen.',
  '{w} {s}.': '{0} {1}.',
  'The value for {w} {s}.': 'Der Wert für {0} {1}.',
  'is {}, and a number would lose the 0 that it begins with':
    'ist {0}, und eine Zahl verlöre die 0, mit der das beginnt',
  'is {}, which is longer than a number can be': 'ist {0}, länger als eine Zahl sein kann',
  'is {}, a time without its zone: end it with Z or an offset such as +02:00':
    'ist {0}, eine Zeit ohne ihre Zone: Beende sie mit Z oder einem Abstand wie +02:00',
  'is {}, not {s}': 'ist {0}; erwartet wird {1}',
  'is not the id or the name of an entity': 'ist weder Kennung noch Name eines Eintrags',
  'a text': 'ein Text',
  'a number': 'eine Zahl',
  'a date in ISO 8601, such as 2027-01-31 or 2027-01-31T09:00:00Z':
    'ein Datum, wie 31.1.2027, 2027-01-31 oder 2027-01-31T09:00:00Z',
  'a yes or no (true or false)': 'ja oder nein',
  'Only one column can be the event time; {w} is it already.':
    'Nur eine Spalte kann die Zeit des Ereignisses sein, und das ist schon {0}.',
  'The name {w} is reserved. Choose another one for the collection.':
    'Der Name {0} ist vergeben. Wähle für die Sammlung einen anderen.',
  'The name {w} is reserved. Choose another one for the column.':
    'Der Name {0} ist vergeben. Wähle für die Spalte einen anderen.',
  'The column {w} is unique: records are told apart by it, so it cannot be removed.':
    'Die Spalte {0} ist eindeutig: An ihr werden Datensätze unterschieden, deshalb lässt sie sich nicht entfernen.',
  'Two columns have the name {w}.': 'Zwei Spalten heißen {0}.',
  '{} cannot be the name of a column: names are lower-case letters, digits and underscores, begin with a letter, and have at most {n} characters.':
    '{0} kann keine Spalte heißen: Namen bestehen aus Kleinbuchstaben, Ziffern und Unterstrichen, beginnen mit einem Buchstaben und haben höchstens {1} Zeichen.',
  'The collection has no column {}. It has: {}.': 'Die Sammlung hat keine Spalte {0}. Sie hat: {1}.',
  'The collection {} has {n} {w}.': 'Die Sammlung {0} hat {1} Datensätze.',
  'A unique column can be set for at most {n} records at once.':
    'Eine eindeutige Spalte lässt sich für höchstens {0} Datensätze auf einmal setzen.',
  'A filter has at most {n} conditions.': 'Ein Filter hat höchstens {0} Bedingungen.',
  'A collection cannot be sorted by {w}: it is a {w}.':
    'Nach {0} lässt sich eine Sammlung nicht ordnen: Die Spalte ist von der Art {1}.',

  'The cursor belongs to another order: request the first page, without a cursor.':
    'Die Reihenfolge ist jetzt eine andere: Lade die Liste neu.',
  'Records cannot be grouped by {}: it is JSON.': 'Nach {0} lässt sich nicht gruppieren: Es ist JSON.',
  '{} needs a column.': '{0} braucht eine Spalte.',
  '{} cannot be computed of {}: it is a {w}.': '{0} lässt sich von {1} nicht berechnen: Es ist {2}.',
  'A filter nests at most {n} levels.': 'Ein Filter hat höchstens {0} Ebenen.',
  'The filter says nothing about {}.': 'Der Filter sagt nichts über {0}.',
  'The filter for {} has the operator {}, which does not exist. There are: {}.':
    'Der Filter für {0} hat den Vergleich {1}, den es nicht gibt. Es gibt: {2}.',
  'The attachment {} cannot be used.': 'Der Anhang {0} lässt sich nicht verwenden.',
  'An artifact has at most {n} MB of text.': 'Ein Artefakt hat höchstens {0} MB Text.',
  'An entity of the kind {w} has no detail {}. It may have: {}.':
    'Ein Eintrag der Art {0} hat keine Angabe {1}. Möglich sind: {2}.',
  'One is known {}, so it is unsure who {q} is, and nothing has changed.':
    'Einer ist bekannt ({0}), deshalb ist unsicher, wer {1} ist, und es wurde nichts geändert.',
  '{n} is known {}, so it is unsure who {q} is, and nothing has changed.':
    '{0} sind bekannt ({1}), deshalb ist unsicher, wer {2} ist, und es wurde nichts geändert.',
  'The agent works on this task. Stop it first: POST /api/tasks/:id/stop.':
    'Der Agent arbeitet an dieser Aufgabe. Halte ihn zuerst an.',
  '{} has a comma before fractions in a later row, and numbers like {q} were read as fractions until then. Look at them.':
    '{0} hat in einer späteren Zeile ein Komma vor den Nachkommastellen, und Zahlen wie {1} wurden bis dahin mit Nachkommastellen gelesen. Sieh sie dir an.',
};
