/** Providers, models, and how a run may end. */
export const ofModels: Readonly<Record<string, string>> = {
  'The model profile {q}, with which this conversation began, is gone: the model of the settings answered.':
    'Das Modellprofil {0}, mit dem diese Unterhaltung begann, gibt es nicht mehr: Es antwortete das Modell der Einstellungen.',
  'Your instructions are too long for the model’s window: it was not given the last {n} characters of them. Shorten them, or use a model with a larger window.':
    'Deine Anweisungen sind zu lang für das Fenster des Modells: Ihre letzten {0} Zeichen bekam es nicht. Kürze sie, oder verwende ein Modell mit einem größeren Fenster.',
  "What you wrote is longer than the model's window: of {n} characters, the model was not shown {n} from the middle. All of it is stored. Send it in parts, put it into a file, or use a model with a larger window.":
    'Was du geschrieben hast, ist länger als das Fenster des Modells: Von {0} Zeichen wurden dem Modell {1} aus der Mitte nicht gezeigt. Gespeichert ist alles. Schicke es in Teilen, lege es in eine Datei, oder nimm ein Modell mit größerem Fenster.',
  'The address answers.': 'Die Adresse antwortet.',
  'The provider accepts the key, or needs none.': 'Der Anbieter nimmt den Schlüssel an, oder braucht keinen.',
  'The provider knows the model.': 'Der Anbieter kennt das Modell.',
  'The answer arrives as a stream.': 'Die Antwort kommt laufend an.',
  'The model answers, but it did not call the tool it was asked to call, so it cannot act. Choose a model that is made for tool calling, or switch tool calling on at the server.':
    'Das Modell antwortet, hat aber das verlangte Werkzeug nicht aufgerufen, kann also nichts tun. Wähle ein Modell, das Werkzeuge aufrufen kann, oder schalte das beim Server ein.',
  'The provider cannot be reached: this port is one that no HTTP client may use. Let the server listen on another one, and set that in the base URL.':
    'Der Anbieter ist nicht erreichbar: Diesen Port darf kein HTTP-Programm benutzen. Lass den Server auf einem anderen lauschen, und trag den in die Adresse ein.',
  'What answers at this address is no API of models. Check the base URL: most servers want it to end in /v1.':
    'Was unter dieser Adresse antwortet, ist keine Schnittstelle für Modelle. Prüfe die Adresse: Meist endet sie auf /v1.',
  'The provider does not accept the key, or it may not use this model (HTTP {n}). Check the key.':
    'Der Anbieter nimmt den Schlüssel nicht an, oder er darf dieses Modell nicht verwenden (HTTP {0}). Prüfe den Schlüssel.',
  'The provider knows no such address or model (HTTP 404). Check the model id and the base URL; most servers want it to end in /v1.':
    'Der Anbieter kennt diese Adresse oder dieses Modell nicht (HTTP 404). Prüfe das Modell und die Adresse; meist endet sie auf /v1.',
  'The request is longer than the context window of the model.':
    'Die Anfrage ist länger als das Kontextfenster des Modells.',
  'The request is longer than the context window of {n} tokens of the model.':
    'Die Anfrage ist länger als das Kontextfenster des Modells ({0} Token).',
  'The provider takes no more requests for the moment (HTTP 429).':
    'Der Anbieter nimmt im Augenblick keine Anfragen mehr an (HTTP 429).',
  'The provider is overloaded (HTTP 529).': 'Der Anbieter ist überlastet (HTTP 529).',
  'The provider has a problem of its own (HTTP {n}).': 'Der Anbieter hat selbst eine Störung (HTTP {0}).',
  'The provider sends requests to another address (HTTP {n}). A key is never sent after it: set the final address as base URL.':
    'Der Anbieter leitet an eine andere Adresse weiter (HTTP {0}). Ein Schlüssel wird dorthin nie gesendet: Gib gleich die endgültige Adresse an.',
  'The provider refused the request (HTTP {n}).': 'Der Anbieter hat die Anfrage abgelehnt (HTTP {0}).',
  'The connection to the provider broke in the middle of the answer. What you saw of it is kept; send the task again to go on.':
    'Die Verbindung zum Anbieter brach mitten in der Antwort ab. Was du davon gesehen hast, bleibt; sende die Aufgabe noch einmal, dann geht es weiter.',
  'The connection to the provider was lost in the middle: its server ended it before the answer was whole. Send the task again; if that happens each time, the log of that server may say why.':
    'Die Verbindung zum Anbieter brach mittendrin ab: Sein Server hat sie beendet, bevor die Antwort vollständig war. Sende die Aufgabe noch einmal; geschieht das jedes Mal, sagt vielleicht das Protokoll dieses Servers, warum.',
  "The provider's host name cannot be resolved. Check the base URL and that the server runs.":
    'Zum Namen des Anbieters gibt es keine Adresse. Prüfe die Adresse.',
  'Nothing listens at the address of the provider. Check the base URL and that the server runs.':
    'Unter der Adresse des Anbieters antwortet nichts. Prüfe die Adresse, und ob der Server läuft.',
  'No secure connection to the provider could be made ({}). Check the base URL and that the server runs.':
    'Zum Anbieter ließ sich keine sichere Verbindung aufbauen ({0}). Prüfe die Adresse, und ob der Server läuft.',
  'The provider cannot be reached. Check the base URL and that the server runs.':
    'Der Anbieter ist nicht erreichbar. Prüfe die Adresse, und ob der Server läuft.',
  'The provider sent nothing for {n} seconds, so the call was given up. Send the task again to go on.':
    'Der Anbieter hat {0} Sekunden lang nichts gesendet, deshalb wurde abgebrochen. Sende die Aufgabe noch einmal.',
  'The provider kept the connection open for {n} minutes without a piece of its answer, so the call was given up. What had arrived is kept; send the task again to go on.':
    'Der Anbieter hielt die Verbindung {0} Minuten lang offen, ohne zu antworten, deshalb wurde abgebrochen. Was angekommen war, bleibt; sende die Aufgabe noch einmal, dann geht es weiter.',
  'The provider answered with a web page. Check its address (api_base_url or PRIMARY_BASE_URL).':
    'Der Anbieter hat mit einer Webseite geantwortet. Prüfe seine Adresse.',
  "The provider's answer broke off before its end. What had arrived is kept; send the task again to go on.":
    'Die Antwort des Anbieters brach vor ihrem Ende ab. Was angekommen war, bleibt; sende die Aufgabe noch einmal, dann geht es weiter.',
  'The provider answered with nothing that could be read. Check the base URL: most servers want it to end in /v1.':
    'Der Anbieter hat mit etwas geantwortet, das nicht lesbar ist. Prüfe die Adresse: Meist endet sie auf /v1.',
  'The provider sent an empty answer. Check that the base URL is that of a Messages API.':
    'Der Anbieter hat eine leere Antwort gesendet. Prüfe die Adresse.',
  'The key of the provider has characters that no key has. Copy it again, without quotes or line breaks.':
    'Der Schlüssel hat Zeichen, die kein Schlüssel hat. Kopiere ihn noch einmal, ohne Anführungszeichen und Zeilenumbruch.',

  'The run was stopped here.': 'Der Lauf wurde hier angehalten.',
  'The engine stopped here.': 'Hier wurde svc beendet.',
  'It took longer than it may.': 'Es dauerte länger, als es darf.',
  'The model ended its turn without an answer.': 'Das Modell hat seine Runde ohne Antwort beendet.',
  'The model reached its output limit twice before it wrote a word of its answer. Mostly it thinks for too long, or its limit is too low: ask for less at once, raise the limit where the model runs, or choose another model.':
    'Das Modell hat zweimal seine größte Länge erreicht, bevor es ein Wort der Antwort geschrieben hat. Meist denkt es zu lange nach, oder die Grenze ist zu niedrig: Verlange weniger auf einmal, erhöhe die Grenze dort, wo das Modell läuft, oder wähle ein anderes Modell.',
  'The model declined to answer.': 'Das Modell hat die Antwort abgelehnt.',
  'The model asked for a tool without naming one.': 'Das Modell wollte ein Werkzeug und hat keines genannt.',
  'The engine stopped before this run was finished. What it had done is kept. If it waited for your answer, you can still give it: svc waiting and the page show the question. Otherwise send the task again to go on.':
    'svc wurde beendet, bevor dieser Lauf fertig war. Was getan war, bleibt. Hat er auf deine Antwort gewartet, kannst du sie noch geben: svc waiting und die Seite zeigen die Frage. Sonst sende die Aufgabe noch einmal, dann geht es weiter.',
  'The run was ended because the model kept repeating the same call with the same result.':
    'Der Lauf wurde beendet, weil das Modell denselben Aufruf mit demselben Ergebnis immer wiederholte.',
  'The run was ended because the model kept beginning the same answer again.':
    'Der Lauf wurde beendet, weil das Modell dieselbe Antwort immer wieder begann.',
  'The run was ended after {n} model calls without an answer. What was done is kept.':
    'Der Lauf wurde nach {0} Aufrufen des Modells ohne Antwort beendet. Was getan war, bleibt.',
  'The run was ended after {n} minutes of work. What was done is kept; send another task to go on.':
    'Der Lauf wurde nach {0} Minuten Arbeit beendet. Was getan war, bleibt; sende noch eine Aufgabe, dann geht es weiter.',
  "The model's context window of {n} tokens is too small: the instructions take {n} tokens and the tools {n}, which leaves no room for the conversation. Use a model with a larger window, or lower tools_share in its profile.":
    'Das Kontextfenster des Modells mit {0} Token ist zu klein: Die Anweisungen brauchen {1} Token und die Werkzeuge {2}; für das Gespräch bleibt kein Platz. Nimm ein Modell mit einem größeren Fenster, oder setze tools_share in seinem Profil herab.',
  "The conversation is longer than the model's context window. It is shortened for the model, and the run goes on.":
    'Das Gespräch ist länger als das Kontextfenster des Modells. Es wird für das Modell gekürzt, und der Lauf geht weiter.',
  'The run was ended before a call that could cost ${usd}: ${usd} of the ${usd} that {s} may cost is spent. What was done is kept. Raise max_cost_per_{w}_usd to go on; if the price of {} is not right, put it into pricing.json.':
    'Der Lauf wurde vor einem Aufruf beendet, der {0} kosten könnte: {1} von den {2}, die {3} kosten darf, sind ausgegeben. Was getan war, bleibt. Erhöhe die Obergrenze unter Einstellungen, Kosten; stimmt der Preis von {5} nicht, dann trag ihn in pricing.json ein.',
  'one run': 'ein Lauf',
  'one day (UTC)': 'ein Tag (UTC)',
  'one month (UTC)': 'ein Monat (UTC)',
  'The model had not finished its answer after {n} minutes, so the call was given up. What had arrived is kept; send the task again to go on.':
    'Das Modell war nach {0} Minuten mit seiner Antwort nicht fertig, deshalb wurde abgebrochen. Was angekommen war, bleibt; sende die Aufgabe noch einmal, dann geht es weiter.',
  'The model stopped in the middle of its answer. What had arrived is kept; send the task again to go on.':
    'Das Modell hat mitten in seiner Antwort aufgehört. Was angekommen war, bleibt; sende die Aufgabe noch einmal, dann geht es weiter.',
  'The engine failed while it worked on this run. Its log says why, under the id of this run.':
    'In svc ist bei diesem Lauf ein Fehler aufgetreten. Das Protokoll sagt, warum, unter der Kennung dieses Laufs.',
  'The engine stopped {n} times during this run without any progress, so it was not taken up again. What it had done is kept.':
    'svc wurde bei diesem Lauf {0}-mal ohne Fortschritt beendet, deshalb wurde er nicht wieder aufgenommen. Was getan war, bleibt.',
  'The disk failed when this run was about to start. It never ran.':
    'Die Festplatte fiel aus, als dieser Lauf beginnen wollte. Er lief nie.',
  'The provider searched the web for this answer.': 'Der Anbieter hat für diese Antwort im Web gesucht.',
  'A summary was made, but it is no shorter than the conversation, so it was not kept and nothing has changed.':
    'Eine Zusammenfassung wurde gemacht, ist aber nicht kürzer als die Unterhaltung. Sie wurde verworfen, und nichts hat sich geändert.',
  'The model did not write a complete summary. Nothing was changed; try again.':
    'Das Modell hat keine ganze Zusammenfassung geschrieben. Es wurde nichts geändert; versuch es noch einmal.',
};
