/** What is wrong with the files and the variables that settings come from, and what a setting may be. */
export const ofSettings: Readonly<Record<string, string>> = {
  '{s}; because of this, all of config.json in the data directory is ignored. Correct the file; the engine reads it at the next change of a setting, or at the next start.':
    '{0}; deshalb wird die ganze config.json im Datenordner übergangen. Korrigiere die Datei; svc liest sie, wenn das nächste Mal eine Einstellung geändert wird oder svc startet.',
  '{s}; because of this, all of .svc/config.json in the working directory is ignored. Correct or remove the file; the engine reads it at the next change of a setting, or at the next start.':
    '{0}; deshalb wird die ganze .svc/config.json im Arbeitsordner übergangen. Korrigiere oder lösche die Datei; svc liest sie, wenn das nächste Mal eine Einstellung geändert wird oder svc startet.',
  'config.json in the data directory': 'config.json im Datenordner',
  '.svc/config.json in the working directory': '.svc/config.json im Arbeitsordner',
  'must be text of 1 to {n} characters, on one line or several':
    'muss ein Text von 1 bis {0} Zeichen sein, in einer Zeile oder mehreren',
  'It is empty': 'Sie ist leer',
  'It is not a JSON object': 'Sie ist kein JSON-Objekt',
  'It is not JSON': 'Sie ist kein JSON',
  'It is not JSON (line {n} column {n})': 'Sie ist kein JSON (Zeile {0}, Spalte {1})',
  'It nests deeper than {n} levels': 'Sie ist tiefer als {0} Ebenen verschachtelt',
  'It {s}': 'Sie {0}',
  'is a folder': 'ist ein Ordner',
  'is not a regular file': 'ist keine gewöhnliche Datei',
  'is a link to a file that does not exist': 'ist ein Verweis auf eine Datei, die es nicht gibt',
  'is larger than {n} MB': 'ist größer als {0} MB',
  'is not UTF-8 text': 'ist kein Text in UTF-8',
  'is not readable by this user': 'ist für diesen Benutzer nicht lesbar',
  'could not be read from the disk': 'ließ sich nicht von der Festplatte lesen',
  '{} is no known key': '{0} ist keine bekannte Einstellung',
  '{w} {s}': '{0} {1}',
  'is missing, and {s}': 'fehlt, und {0}',

  "A project file may not set {w}, so it is ignored there. Set it in the user's own config.json if you want it.":
    'Die Datei eines Projekts darf {0} nicht festlegen, deshalb wird es dort übergangen. Trag es in deine eigene config.json ein, wenn du es willst.',
  'api_key was given for {}, so it is not sent to the current provider. Set it again to use it there, or remove it.':
    'api_key wurde für {0} angegeben, deshalb wird er dem jetzigen Anbieter nicht gesendet. Gib ihn noch einmal an, um ihn dort zu verwenden, oder entferne ihn.',
  'worker_profile names a profile that is not in model_profiles, so it is ignored. Add that profile, or name another.':
    'worker_profile nennt ein Profil, das nicht in model_profiles steht, und wird deshalb übergangen. Leg dieses Profil an, oder nenn ein anderes.',
  'The environment variable {w} must be {s}. Until it is corrected or unset, {w} counts as not set, whatever the config files say. The environment is read when the engine starts.':
    'Die Umgebungsvariable {0} muss {1} sein. Bis sie korrigiert oder entfernt ist, gilt {2} als nicht gesetzt, was auch immer in den Dateien steht. Die Umgebung wird gelesen, wenn svc startet.',

  'apis/{w} is left out: {s}. Correct it; it is read again by itself.':
    'apis/{0} wird übergangen: {1}. Korrigiere die Datei, sie wird von selbst neu gelesen.',
  'apis/{w} is left out: the file is not JSON. Correct it; it is read again by itself.':
    'apis/{0} wird übergangen: Die Datei ist kein JSON. Korrigiere sie, sie wird von selbst neu gelesen.',
  'apis/{w} is left out: {w} {s}. Correct it; it is read again by itself.':
    'apis/{0} wird übergangen: {1} {2}. Korrigiere die Datei, sie wird von selbst neu gelesen.',
  'apis/{w} is left out: {w} {s}; {w} {s}. Correct it; it is read again by itself.':
    'apis/{0} wird übergangen: {1} {2}; {3} {4}. Korrigiere die Datei, sie wird von selbst neu gelesen.',
  'The folder apis in the data directory cannot be read, so no API is registered. Correct it; it is read again by itself.':
    'Der Ordner apis im Datenordner ist nicht lesbar, deshalb ist keine API eingerichtet. Korrigiere ihn und starte svc neu.',
  'the file is empty': 'die Datei ist leer',
  'the file is not a JSON object': 'die Datei ist kein JSON-Objekt',
  'the file is a folder': 'die Datei ist ein Ordner',
  'the file is not a regular file': 'die Datei ist keine gewöhnliche Datei',
  'the file is a link to a file that does not exist':
    'die Datei ist ein Verweis auf eine Datei, die es nicht gibt',
  'the file is not UTF-8 text': 'die Datei ist kein Text in UTF-8',
  'the file is not readable by this user': 'die Datei ist für diesen Benutzer nicht lesbar',
  'the file could not be read from the disk': 'die Datei ließ sich nicht von der Festplatte lesen',
  'is empty or not allowed': 'ist leer oder nicht erlaubt',
  'id must have small letters, digits, - and _ only, 64 at most, and begin with a letter or digit':
    'id darf nur aus Kleinbuchstaben, Ziffern, - und _ bestehen, höchstens 64, und beginnt mit einem Buchstaben oder einer Ziffer',
  'base_url must be an http or https URL without a user name, a query or a fragment':
    'base_url muss eine Adresse mit http oder https sein, ohne Benutzernamen, Abfrage und Fragment',
  'its id is {w}, so it must be named {w}': 'ihre id ist {0}, also muss sie {1} heißen',

  'true or false': 'true oder false',
  'a whole number from {n} to {n}': 'eine ganze Zahl von {0} bis {1}',
  'an amount of US dollars from 0 to {n}': 'ein Betrag in US-Dollar von 0 bis {0}',
  'one of {}': 'eines von {0}',
  'text of 1 to {n} characters on one line': 'ein Text von 1 bis {0} Zeichen in einer Zeile',
  '1 to {n} of the characters {}': '1 bis {0} der Zeichen {1}',
  'a key of at most 4096 visible ASCII characters, without spaces or line breaks':
    'ein Schlüssel aus höchstens 4096 sichtbaren ASCII-Zeichen, ohne Leerzeichen und Umbrüche',
  'the path of a folder, at most 4096 characters, and not the root of the disk':
    'der Pfad eines Ordners, höchstens 4096 Zeichen, und nicht die Wurzel der Festplatte',
  'an http or https URL of at most 2048 characters, without a user name or password in it':
    'eine Adresse mit http oder https, höchstens 2048 Zeichen, ohne Benutzernamen und Kennwort',
  'a program and its arguments, as a list of at most 64 texts':
    'ein Programm mit seinen Argumenten, als Liste von höchstens 64 Texten',
  'a plain name of 1 to 100 characters on one line':
    'ein einfacher Name von 1 bis 100 Zeichen in einer Zeile',
  'a list of at most {n} plain names, each of them once':
    'eine Liste von höchstens {0} einfachen Namen, jeder nur einmal',
  'an object of named objects, each name plain, of 1 to 100 characters on one line':
    'ein Objekt mit benannten Objekten, jeder Name einfach, von 1 bis 100 Zeichen in einer Zeile',
  'a list of at most {n} objects, no two of the same name':
    'eine Liste von höchstens {0} Objekten, keine zwei mit demselben Namen',
};
