/**
 * What the agent asks its owner before it acts, and the answers to choose from. An answer is sent as the engine offered
 * it, whatever is shown. The order of the places is the English one: who decides reads the same facts in the same order.
 */
export const ofConsents: Readonly<Record<string, string>> = {
  'Allow once': 'Einmal erlauben',
  No: 'Nein',
  'Allow everything to {} in this conversation, for {n} hours':
    'Alles an {0} in dieser Unterhaltung erlauben, für {1} Stunden',
  'Allow everything to {} for {n} days': 'Alles an {0} erlauben, für {1} Tage',
  'Allow the tool {q} in this conversation, for {n} hours':
    'Das Werkzeug {0} in dieser Unterhaltung erlauben, für {1} Stunden',
  'Allow the tool {q} for {n} days': 'Das Werkzeug {0} erlauben, für {1} Tage',
  'Allow every tool of this server in this conversation, for {n} hours':
    'Alle Werkzeuge dieses Servers in dieser Unterhaltung erlauben, für {0} Stunden',

  'The sub-agent {q} asks. {s}': 'Der Unteragent {0} fragt. {1}',
  'The agent wants to use its tool {w} with {v}.': 'Der Agent möchte sein Werkzeug {0} benutzen, mit {1}.',
  'The agent composed this itself after it read text by others, so it may contain what the agent knows.':
    'Das hat der Agent selbst verfasst, nachdem er Texte anderer gelesen hat. Es kann also enthalten, was er weiß.',

  'Send {w} this: {w} {v}, with the headers {q} and {n} characters: {q}':
    'An {0} wird gesendet: {1} {2}, mit den Kopfzeilen {3} und {4} Zeichen: {5}',
  'Send {w} this: {w} {v}, with the headers {q} and {n} character: {q}':
    'An {0} wird gesendet: {1} {2}, mit den Kopfzeilen {3} und {4} Zeichen: {5}',
  'Send {w} this: {w} {v}, with the headers {q}': 'An {0} wird gesendet: {1} {2}, mit den Kopfzeilen {3}',
  'Send {w} this: {w} {v}, with {n} characters: {q}': 'An {0} wird gesendet: {1} {2}, mit {3} Zeichen: {4}',
  'Send {w} this: {w} {v}, with {n} character: {q}': 'An {0} wird gesendet: {1} {2}, mit {3} Zeichen: {4}',
  'Send {w} this: {w} {v}': 'An {0} wird gesendet: {1} {2}',
  'It is not encrypted: others on the network can read it.':
    'Das ist nicht verschlüsselt: Andere im Netz können es lesen.',
  'Call the tool {q} of the tool server {q} ({}) with {v}':
    'Das Werkzeug {0} des Werkzeugservers {1} ({2}) aufrufen, mit {3}',

  'Write the file {q} in the workspace.': 'Die Datei {0} im Arbeitsordner schreiben.',
  'It will hold {n} character: {q}.': 'Sie enthält dann {0} Zeichen: {1}.',
  'It will hold {n} characters: {q}.': 'Sie enthält dann {0} Zeichen: {1}.',
  'It will hold {n} characters of base64: {q}.': 'Sie enthält dann {0} Zeichen in Base64: {1}.',
  'There, {q} becomes {q}.': 'Darin wird {0} zu {1}.',
  'There, {q} becomes {q} wherever it stands.': 'Darin wird {0} zu {1}, überall, wo es steht.',
  'Change the file {q} in the workspace.': 'Die Datei {0} im Arbeitsordner ändern.',
  'Delete the file {q} in the workspace.': 'Die Datei {0} im Arbeitsordner löschen.',
  'Move the file {q} to {q} in the workspace.': 'Die Datei {0} nach {1} im Arbeitsordner verschieben.',
  'Save a file of Google Drive as {q} in the workspace.':
    'Eine Datei von Google Drive als {0} im Arbeitsordner speichern.',

  'Write down a task.': 'Eine Aufgabe notieren.',
  'The agent wants to begin work in the background: {q}.':
    'Der Agent möchte im Hintergrund etwas beginnen: {0}.',
  'The agent wants to delete {n} record of {n} in the collection {w}: those that fit {v}.':
    'Der Agent möchte {0} Datensatz von {1} in der Sammlung {2} löschen, auf den zutrifft: {3}.',
  'The agent wants to delete {n} records of {n} in the collection {w}: those that fit {v}.':
    'Der Agent möchte {0} Datensätze von {1} in der Sammlung {2} löschen, auf die zutrifft: {3}.',

  'The agent wants to make a trigger. {s}': 'Der Agent möchte eine Automatik anlegen. {0}',
  'The agent wants to change a trigger. Afterwards: {s}':
    'Der Agent möchte eine Automatik ändern. Danach: {0}',
  'The agent wants to delete a trigger: {s}': 'Der Agent möchte eine Automatik löschen: {0}',
  '{q} watches {q} every {n} minutes.': '{0} beobachtet {1}, alle {2} Minuten.',
  '{q} watches {q} (the part {q}) every {n} minutes.': '{0} beobachtet {1} (den Teil {2}), alle {3} Minuten.',
  '{q} is due once, at {times} ({w}).': '{0} geschieht einmal: {1} ({2}).',
  '{q} happens by itself: {when}; next at {times} ({w}).':
    '{0} geschieht von selbst: {1}; als Nächstes: {2} ({3}).',
  'It does this: {q}.': 'Sie tut das: {0}.',
  'Success is: {q}.': 'Gelungen ist es so: {0}.',
  'It was called {q}.': 'Sie hieß {0}.',
  'It is paused.': 'Sie wird angehalten.',
  'It is resumed.': 'Sie wird fortgesetzt.',

  'The agent wants to save a workflow. {q}. {s}': 'Der Agent möchte einen Ablauf speichern. {0}. {1}',
  'The agent wants to save a workflow. {q}. {q}. {s}':
    'Der Agent möchte einen Ablauf speichern. {0}. {1}. {2}',
  'Each run is given {w} (a {w}).': 'Jeder Lauf bekommt {0} ({1}).',
  'Each run is given {w} (a {w}): {q}.': 'Jeder Lauf bekommt {0} ({1}): {2}.',
  'Step {n} is called {w}: {q}.': 'Schritt {0} heißt {1}: {2}.',
  'Step {n} is called {w} and begins after {l}: {q}.': 'Schritt {0} heißt {1} und beginnt nach {2}: {3}.',
  'It may cost up to ${usd}.': 'Er darf bis zu {0} kosten.',
  'It has no tools and may cost up to ${usd}.': 'Er hat keine Werkzeuge und darf bis zu {0} kosten.',
  'It has only the tools {l} and may cost up to ${usd}.':
    'Er hat nur die Werkzeuge {0} und darf bis zu {1} kosten.',
  'It is for the fast model.': 'Er ist für das schnelle Modell.',
  'If it fails, what depends on it is left out, and the others go on.':
    'Scheitert er, entfällt, was von ihm abhängt, und die anderen gehen weiter.',
  'If it fails, all others go on.': 'Scheitert er, gehen alle anderen weiter.',
  'The agent wants to carry out the workflow {q}, in {n} step. {s}':
    'Der Agent möchte den Ablauf {0} ausführen, in {1} Schritt. {2}',
  'The agent wants to carry out the workflow {q}, in {n} steps. {s}':
    'Der Agent möchte den Ablauf {0} ausführen, in {1} Schritten. {2}',

  'Merge the {w} {q} ({w}) into {q} ({w}): it brings {s}.':
    'Zusammenführen ({0}): {1} ({2}) in {3} ({4}). Mit kommen {5}.',
  '{n} relations, {n} memories, {n} rows of data and {n} conversations':
    '{0} Beziehungen, {1} Erinnerungen, {2} Datenzeilen und {3} Unterhaltungen',
  '{n} relations, {n} memories, {n} rows of data ({l}) and {n} conversations':
    '{0} Beziehungen, {1} Erinnerungen, {2} Datenzeilen ({3}) und {4} Unterhaltungen',
  'They differ in: {l}.': 'Unterschiede gibt es hier: {0}.',
  'You can take this back.': 'Du kannst das zurücknehmen.',

  'Delete the profile of the API {q}.': 'Das Profil der API {0} löschen.',
  'Register the API {q} at {w}.': 'Die API {0} einrichten, unter {1}.',
  'Register the API {q} ({q}) at {w}.': 'Die API {0} ({1}) einrichten, unter {2}.',
  'Its endpoints come from an OpenAPI document.': 'Ihre Endpunkte kommen aus einem OpenAPI-Dokument.',
  'Its endpoints come from the OpenAPI document {q}.': 'Ihre Endpunkte kommen aus dem OpenAPI-Dokument {0}.',
  'Change {l} of the API {q}.': 'Ändern: {0} der API {1}.',
  'Its address becomes {w}.': 'Ihre Adresse wird {0}.',
  'Its rate limits become: {limits}.': 'Ihre Grenzen werden: {0}.',
  'It may use the secret {w}.': 'Sie darf das Geheimnis {0} benutzen.',
  'It may use the secret {w} for {w}.': 'Sie darf das Geheimnis {0} für {1} benutzen.',
  'It may use the secrets {w} and {w}.': 'Sie darf die Geheimnisse {0} und {1} benutzen.',
  'It may use the secrets {w} and {w} for {w}.': 'Sie darf die Geheimnisse {0} und {1} für {2} benutzen.',
  '- {w} says {l}': '- {0} lautet {1}',
  '- {w} says {q}, and will be left out': '- {0} lautet {1} und entfällt',
  '- {w} says {piece}, and will say {piece}': '- {0} lautet {1} und wird lauten {2}',
  '- {w} will say {q}': '- {0} wird lauten {1}',
  '- {w} will no longer say {l}': '- in {0} entfällt {1}',
  '- {w} will also say {l}': '- in {0} kommt hinzu {1}',
  '- {w} will no longer say {l}, and will also say {l}': '- in {0} entfällt {1}, und es kommt hinzu {2}',
  '- {w} will have another order': '- in {0} wird die Reihenfolge eine andere',

  'Create the document {q} in your Google Drive, with {q}.':
    'Das Dokument {0} in deinem Google Drive anlegen, mit {1}.',
  'Create the document {q} in your Google Drive, in the folder {q}, with {q}.':
    'Das Dokument {0} in deinem Google Drive anlegen, im Ordner {1}, mit {2}.',
  'Add {q} at the end of the document {q}.': '{0} an das Ende des Dokuments {1} anfügen.',
  'Replace {q} everywhere in the document {q} by {q}.': '{0} überall im Dokument {1} durch {2} ersetzen.',
  'Create the file {q} in your Google Drive, with the file {q} of the workspace.':
    'Die Datei {0} in deinem Google Drive anlegen, mit der Datei {1} des Arbeitsordners.',
  'Create the file {q} in your Google Drive, with a text of {n} characters: {q}.':
    'Die Datei {0} in deinem Google Drive anlegen, mit einem Text von {1} Zeichen: {2}.',
  'Create the file {q} in your Google Drive, in the folder {q}, with the file {q} of the workspace.':
    'Die Datei {0} in deinem Google Drive anlegen, im Ordner {1}, mit der Datei {2} des Arbeitsordners.',
  'Create the file {q} in your Google Drive, in the folder {q}, with a text of {n} characters: {q}.':
    'Die Datei {0} in deinem Google Drive anlegen, im Ordner {1}, mit einem Text von {2} Zeichen: {3}.',
  'Replace the content of the file {q} in Google Drive with the file {q} of the workspace.':
    'Den Inhalt der Datei {0} in Google Drive ersetzen, durch die Datei {1} des Arbeitsordners.',
  'Replace the content of the file {q} in Google Drive with a text of {n} characters: {q}.':
    'Den Inhalt der Datei {0} in Google Drive ersetzen, durch einen Text von {1} Zeichen: {2}.',
  'Create the spreadsheet {q} in your Google Drive, with {s}: {v}.':
    'Die Tabelle {0} in deinem Google Drive anlegen, mit {1}: {2}.',
  'Create the spreadsheet {q} in your Google Drive, in the folder {q}, with {s}: {v}.':
    'Die Tabelle {0} in deinem Google Drive anlegen, im Ordner {1}, mit {2}: {3}.',
  'Write over {q} of the spreadsheet {q} {s}: {v}.': '{0} der Tabelle {1} überschreiben, mit {2}: {3}.',
  'Add below {q} of the spreadsheet {q} {s}: {v}.': 'Unter {0} der Tabelle {1} anfügen: {2}: {3}.',
  '{n} row of plain values': '{0} Zeile einfacher Werte',
  '{n} rows of plain values': '{0} Zeilen einfacher Werte',
  '{n} row that may hold formulas, which can send what is in the sheet to other servers':
    '{0} Zeile, die Formeln enthalten kann, und Formeln können an andere Server senden, was in der Tabelle steht',
  '{n} rows that may hold formulas, which can send what is in the sheet to other servers':
    '{0} Zeilen, die Formeln enthalten können, und Formeln können an andere Server senden, was in der Tabelle steht',
  'Others see this file, too.': 'Andere sehen diese Datei auch.',
  'Others see this folder, too.': 'Andere sehen diesen Ordner auch.',
  'This file belongs to another account, and not to you.':
    'Diese Datei gehört einem anderen Konto, und nicht dir.',
  'This folder belongs to another account, and not to you.':
    'Dieser Ordner gehört einem anderen Konto, und nicht dir.',
  'This file belongs to {q}, and not to you.': 'Diese Datei gehört {0}, und nicht dir.',
  'This folder belongs to {q}, and not to you.': 'Dieser Ordner gehört {0}, und nicht dir.',

  'After a restart': 'Nach einem Neustart',
  'The engine stopped while the agent used {w} with {v}. That may have happened already, or not. Has it?':
    'svc wurde beendet, während der Agent {0} benutzte, mit {1}. Das kann schon geschehen sein, oder nicht. Ist es geschehen?',
  'The engine stopped while a sub-agent was at work: {l}. What it had found by then is lost, and what it had changed stays. Shall it begin again? That costs once more.':
    'svc wurde beendet, während ein Unteragent arbeitete: {0}. Was er bis dahin gefunden hatte, ist verloren, und was er geändert hatte, bleibt. Soll er noch einmal beginnen? Das kostet noch einmal.',
  'The engine stopped while sub-agents were at work: {l}. What they had found by then is lost, and what they had changed stays. Shall they begin again? That costs once more.':
    'svc wurde beendet, während Unteragenten arbeiteten: {0}. Was sie bis dahin gefunden hatten, ist verloren, und was sie geändert hatten, bleibt. Sollen sie noch einmal beginnen? Das kostet noch einmal.',
  'It has happened': 'Es ist geschehen',
  'It has not happened: do it now': 'Es ist nicht geschehen: jetzt tun',
  'Go on without it': 'Ohne es weitermachen',
  'Go on without them': 'Ohne sie weitermachen',
  'Begin again': 'Noch einmal beginnen',
};
