import type { commands as english } from '../en/commands.ts';

export const commands: Readonly<Record<keyof typeof english, string>> = {
  '--no-input': 'Fragen des Agenten ablehnen, wie ohne Terminal; nicht mit --wait',
  '--wait': 'bis zu 24 Stunden auf Antworten warten, die anderswo gegeben werden, etwa auf der Seite',
  '--assistant': 'der Assistent, mit dem eine neue Unterhaltung beginnt',
  '<file>': 'ihr Pfad; - liest die Standardeingabe',
  '--on': 'von Anfang an angeboten, wenn Platz ist',
  '--off': 'weder angeboten noch gefunden noch aufgerufen',
  '--by-need': 'angeboten, wenn sie gebraucht werden',
  '--yes': 'nicht fragen',
  '<name>': 'der Name',
  '<thread>': 'die ID einer Unterhaltung',
  '--param': 'ein Wert für einen Parameter des Ablaufs; mehrmals möglich',
  '<contact>': 'die ID, oder ein Name, den kein anderer Kontakt hat',
  run: 'Eine Aufgabe ausführen und die Antwort ausgeben; mit dem laufenden svc, oder in diesem Prozess, wenn keines läuft.',
  'run <task>': 'was zu tun ist, in Worten; - liest es von der Standardeingabe',
  'run --attach': 'dem Agenten diese Datei zeigen: Sie wird in den Arbeitsordner kopiert; mehrmals möglich',
  'run --profile': 'das Modellprofil, das antwortet',
  'run …': `Die Worte einer Aufgabe brauchen keine Anführungszeichen, außer für Zeichen, die die Shell selbst liest, und für Wörter,
die mit - beginnen: Setze die Aufgabe dann in Anführungszeichen, oder -- davor, wie svc run -- was macht --wait. Mit - wird
die Aufgabe von der Standardeingabe gelesen; dann lässt sich dort nicht antworten, deshalb werden Fragen abgelehnt, außer
mit --wait:
  svc run - < aufgabe.txt

Strg-C hält den Lauf an. Das tut auch, wer seine Ausgabe schließt, wie svc run … | head -1: svc endet dann wie andere
Programme. Was der Lauf bis dahin getan hat, bleibt in seiner Unterhaltung (svc threads), und seine geänderten Dateien
warten in svc changes. Um einen Lauf im Hintergrund zu Ende zu bringen, leite seine Ausgabe in eine Datei:
svc run … > antwort.txt.`,
  'run !option': 'gehört es zur Aufgabe, dann setze sie in Anführungszeichen, oder -- davor',
  chat: 'Mit dem Agenten in einer Unterhaltung reden; mit dem laufenden svc, oder in diesem Prozess, wenn keines läuft.',
  'chat --thread': 'diese Unterhaltung fortsetzen, statt eine neue zu beginnen',
  'chat --profile': 'das Modellprofil, das antwortet',
  'chat …': `Jede Zeile ist eine Aufgabe in derselben Unterhaltung. /help zeigt, was sich sonst eintippen lässt, Strg-D beendet das
Gespräch, Strg-C hält einen Lauf an. Kommt die Eingabe aus einer Datei oder Pipe, wird Zeile um Zeile abgearbeitet, und svc
endet mit 1, wenn eine abgelehnt wurde, fehlschlug oder vorzeitig endete. Fragen des Agenten werden dann abgelehnt, oder
mit --wait anderswo beantwortet: Die Zeilen sind Aufgaben, keine Antworten. Mehrere auf einmal eingefügte Zeilen sind eine
Aufgabe, die mit der nächsten Eingabetaste gesendet wird.`,
  status:
    'Ausgeben, ob svc für diesen Datenordner läuft, und wie es ihm geht; endet mit 1, wenn keines läuft.',
  changes:
    'Die ungeprüften Änderungen der Läufe am Arbeitsordner ausgeben; sie behalten oder rückgängig machen.',
  'changes <thread>': 'die ID einer Unterhaltung aus der Liste, oder all',
  'changes --file': 'nur diese Datei; für mehrere mehrmals; die anderen bleiben ungeprüft',
  'changes --files': 'dasselbe für alle folgenden Wörter, also die Unterhaltung davor',
  'changes --run':
    'nur die Änderungen, die die Liste unter diesem Lauf zeigt; hat ein späterer Lauf seitdem mehr geändert, geschieht nichts',
  'changes list': 'Die ungeprüften Änderungen der Läufe am Arbeitsordner ausgeben, Zeile für Zeile.',
  'changes keep':
    'Die Änderungen behalten. Der Stand davor wird 30 Tage aufbewahrt, auf der Seite unter Dateien › Gelöschte Dateien.',
  'changes keep …': `Das entscheidet über alles, was in diesem Augenblick wartet, und das kann mehr sein, als eine frühere Liste zeigte. Die
Liste nennt Unterhaltung und Lauf aller Änderungen; mit beiden wird nichts entschieden, was ein späterer Lauf geändert hat:
  svc changes keep <thread> --run <id>`,
  'changes keep !argument':
    'setze sie vor --files, das alle folgenden Wörter nimmt, oder nenne jede Datei mit --file',
  'changes undo':
    'Die Änderungen rückgängig machen: Jede Datei wird wieder so, wie sie vorher war. Spätere Änderungen anderer bleiben.',
  'changes undo …': `Das entscheidet über alles, was in diesem Augenblick wartet, und das kann mehr sein, als eine frühere Liste zeigte. Die
Liste nennt Unterhaltung und Lauf aller Änderungen; mit beiden wird nichts entschieden, was ein späterer Lauf geändert hat:
  svc changes undo <thread> --run <id>`,
  'changes undo !argument':
    'setze sie vor --files, das alle folgenden Wörter nimmt, oder nenne jede Datei mit --file',
  threads: 'Die Unterhaltungen ausgeben, die neueste zuerst; die Nachrichten einer zeigen.',
  'threads --folder': 'nur die in diesem Ordner',
  'threads <id>': 'die ID einer Unterhaltung',
  'threads list': 'Die Unterhaltungen ausgeben, die neueste zuerst: ID, letzte Änderung, Titel.',
  'threads show':
    'Die Nachrichten einer Unterhaltung ausgeben, die älteste zuerst; Aufrufe von Werkzeugen und ihre Ergebnisse gekürzt.',
  'threads show --after': 'nur die Nachrichten nach dieser',
  'threads show --before': 'nur die letzten Nachrichten vor dieser',
  'threads show …': 'Eine Unterhaltung setzt svc chat --thread <id> fort.',
  'threads save': 'Eine Unterhaltung als Markdown mit ihren Dateien aufheben, in einer Zip-Datei.',
  'threads save <file>': 'die neue Datei; ohne sie <id>.zip im aktuellen Ordner',
  'threads version':
    'Von Nachrichten mit mehreren Fassungen die zeigen und fortsetzen, zu der diese Nachricht gehört.',
  'threads version <message>': 'die Nummer einer Nachricht, wie svc threads show sie ausgibt',
  'threads set': 'Einer Unterhaltung einen Titel geben, oder Anweisungen von dir, die nur in ihr gelten.',
  'threads set --title': 'wie sie heißt',
  'threads set --instructions': 'was du darin vom Agenten willst, ab der nächsten Nachricht; oder none',
  'threads set …':
    'Was du in allen Unterhaltungen vom Agenten willst, setzt svc config set instructions TEXT.',
  'threads pin': 'Unterhaltungen an den Anfang der Liste stellen.',
  'threads unpin': 'Unterhaltungen zurück zu den anderen stellen.',
  'threads move': 'Unterhaltungen in einen Ordner legen, oder aus ihrem heraus.',
  'threads move <folder>': 'sein Name, auch ein neuer; oder none',
  'threads folders': 'Die Ordner ausgeben, und wie viele Unterhaltungen in jedem sind.',
  'threads instructions': 'Deine Anweisungen für eine Unterhaltung ausgeben.',
  'threads tools':
    'Ausgeben, welche Werkzeuge eine Unterhaltung hat, und was sie vom Fenster des Modells kosten.',
  'threads switch':
    'Gruppen von Werkzeugen oder Werkzeugserver in einer Unterhaltung ein- oder ausschalten, ab ihrer nächsten Nachricht.',
  'threads switch …':
    'TOOLS ist eine Gruppe, wie contacts, oder server: und der Name eines Werkzeugservers; svc threads tools ID gibt sie aus.',
  config: 'Die geltenden Einstellungen ausgeben, und woher jede kommt.',
  'config <key>': 'welche',
  'config --replace':
    'eine neue Datei der Einstellungen beginnen, wenn die vorhandene ungültig ist; die alte bleibt daneben',
  'config set': 'Eine Einstellung in der Datei des Benutzers setzen; sie gilt ab der nächsten Nachricht.',
  'config set <value>':
    'ihr neuer Wert; - liest ihn von der Standardeingabe, was für api_key am sichersten ist',
  'config set …': `Einstellungen:
{list}
Eine Zahl, true oder false, eine Liste und ein Objekt werden als JSON geschrieben, alles andere, wie es ist.
Mit - als Wert wird er von der Standardeingabe gelesen, damit ein Geheimnis nicht im Verlauf der Shell bleibt:
  svc config set api_key - < key.txt`,
  'config unset':
    'Eine Einstellung aus der Datei des Benutzers entfernen; das gilt ab der nächsten Nachricht.',
  secret: 'Die Namen aller Geheimnisse ausgeben; eines speichern oder löschen.',
  'secret <name>': 'der Name des Geheimnisses, in Großbuchstaben, Ziffern und _',
  'secret list':
    'Die Namen aller Geheimnisse ausgeben, und wohin sie gesendet werden dürfen. Werte werden nie gezeigt.',
  'secret set':
    'Ein Geheimnis speichern: fragt nach seinem Wert, ohne ihn zu zeigen, oder liest ihn von der Standardeingabe.',
  'secret set --hosts': 'die einzigen Server, an die es gesendet werden darf, wie api.github.com',
  'secret set …': `Der Wert steht nie auf der Befehlszeile, die andere sehen können und die Shell aufhebt:
  svc secret set GITHUB_TOKEN --hosts api.github.com < token.txt`,
  'secret delete': 'Ein Geheimnis löschen.',
  backup: 'Alle Sicherungen ausgeben; eine machen, prüfen, wiederherstellen oder löschen.',
  'backup <id>': 'die ID einer Sicherung aus der Liste',
  'backup list': 'Alle Sicherungen ausgeben, die neueste zuerst.',
  'backup list --drive': 'die in Google Drive, auch von einem anderen Rechner',
  'backup create': 'Alles sichern und die Sicherung prüfen; endet mit 1, wenn es nicht gelang.',
  'backup show': 'Ausgeben, was von einer Sicherung bekannt ist.',
  'backup verify':
    'Eine Sicherung öffnen und prüfen wie bei einer Wiederherstellung; endet mit 1, wenn sie sich nicht wiederherstellen ließe.',
  'backup drill':
    'Beweisen, dass eine Sicherung sich wiederherstellen lässt: sie in einen Probeordner wiederherstellen, dort svc starten und vergleichen. An diesem svc ändert sich nichts.',
  'backup drill <id>': 'die ID einer Sicherung; ohne sie die neueste',
  'backup restore':
    'Alles so zurückholen, wie es in einer Sicherung war. Sagt vorher, was es tun wird, und fragt.',
  'backup restore --allow-foreign': 'auch eine Sicherung, die eine andere Instanz von svc gemacht hat',
  'backup restore --allow-unauthenticated':
    'auch eine Sicherung, die kein Schlüssel schützt, sodass jeder sie geändert haben kann',
  'backup restore --key-from-stdin':
    'den Schlüssel des Tresors der Sicherung ungezeigt eintippen, oder ihn von der Standardeingabe lesen',
  'backup restore …': `Alles, was in der Sicherung ist, ersetzt, was jetzt da ist. Vorher wird eine Sicherung gemacht; wer diese wiederherstellt,
macht alles rückgängig. Auf einem anderen Rechner braucht es den Schlüssel des alten Tresors:
  svc backup restore <id> --allow-foreign --key-from-stdin`,
  'backup download':
    'Eine Sicherung in eine einzige Zip-Datei schreiben, um sie anderswo aufzuheben. Sie bleibt verschlüsselt.',
  'backup download <file>': 'der Name einer neuen Datei',
  'backup upload': 'Eine Sicherung aus einer solchen Datei hinzufügen.',
  'backup upload <file>': 'die Zip-Datei einer Sicherung',
  'backup send': 'Eine Sicherung nach Google Drive senden, und warten, bis sie dort ist.',
  'backup fetch': 'Eine Sicherung aus Google Drive auf diesen Rechner holen und prüfen.',
  'backup fetch <id>': 'die ID einer Sicherung aus svc backup list --drive',
  'backup delete': 'Eine Sicherung auf diesem Rechner löschen. Eine Kopie in Google Drive bleibt.',
  runs: 'Die letzten Läufe ausgeben, einen noch einmal laufen lassen, oder zwei vergleichen.',
  'runs <id>': 'die ID eines Laufs, oder ihr Anfang',
  'runs list': 'Die letzten Läufe ausgeben, den neuesten zuerst.',
  'runs replay':
    'Einen beendeten Lauf noch einmal laufen lassen, mit den Ergebnissen, die seine Werkzeuge hatten; außerhalb wird nichts berührt.',
  'runs replay --model': 'ein anderes Modell des Anbieters im Profil',
  'runs replay --profile': 'das Modellprofil, das antwortet; sonst das der Einstellungen',
  'runs replay …': `Das Modell bekommt dieselbe Unterhaltung und dieselbe Aufgabe. Nur seine Anfragen verlassen diesen Rechner, und ihre
Kosten zählen für die Obergrenzen. Ein Aufruf, den der Lauf nicht machte, wird nicht ausgeführt. Danach steht da, worin die
beiden sich unterscheiden.`,
  'runs compare':
    'Sagen, worin sich zwei Läufe unterscheiden: Ende, Kosten, Token, Zeit, Aufrufe und Antwort.',
  'runs compare <other>': 'die ID eines anderen Laufs, oder ihr Anfang',
  'runs told':
    'Ausgeben, was das Modell eines Laufs von deinen Anweisungen bekam, welche Werkzeuge ein- oder ausgeschaltet waren, und was ihm aus dem Gedächtnis gesagt wurde.',
  'runs told <id>': 'die ID eines Laufs',
  'runs timeline': 'Schritt für Schritt ausgeben, wofür ein Lauf Zeit und Geld brauchte.',
  'runs stop': 'Einen Lauf anhalten, oder einen wiederholten.',
  waiting:
    'Die Fragen ausgeben, die auf dich warten, aus allen Unterhaltungen, Automatiken und Aufgaben, auch die, die offen waren, als svc beendet wurde.',
  answer:
    'Eine Frage beantworten, die svc waiting ausgibt: mit der Nummer einer Möglichkeit, oder in Worten.',
  'answer <id>': 'ihre ID aus svc waiting, oder deren Anfang',
  'answer <words>':
    'die Nummer einer Möglichkeit, oder deine Worte; saved oder no, wo nach einem Geheimnis gefragt wird',
  graph: 'Ausgeben, was svc von Menschen, Organisationen und Dingen weiß.',
  'graph <entity>': 'die ID, oder ein Name, den nichts anderes hat',
  'graph --detail': 'eine Angabe, wie email=ada@example.com; ohne Wert wird sie entfernt; mehrmals möglich',
  'graph find': 'Nach Wörtern in Namen suchen; ohne Wörter die zuletzt Gesehenen.',
  'graph find <words>': 'Wörter eines Namens',
  'graph list': 'Was der Graph enthält, das zuletzt Gesehene zuerst.',
  'graph relations': 'Ausgeben, womit etwas in Beziehung steht, das Neueste zuerst, in Seiten.',
  'graph around': 'Ausgeben, was mit etwas in Beziehung steht, und was wiederum damit.',
  'graph remove': 'Etwas endgültig entfernen, mit allem, was darüber festgehalten wurde; fragt vorher.',
  'graph show': 'Einen Eintrag mit seinen Angaben, Beziehungen und Notizen ausgeben.',
  'graph history': 'Alles ausgeben, was von einem Eintrag festgehalten wurde, auch was nicht mehr stimmt.',
  'graph add': 'Einen Eintrag hinzufügen, oder den ergänzen, der erkannt wird.',
  'graph set': 'Die Angaben eines Eintrags ändern; was dort stand, bleibt im Verlauf.',
  'graph relate':
    'Zwei Einträge in Beziehung setzen, etwa: svc graph relate "Ada" works_for "Acme" --since 2024.',
  'graph relate <from>': 'die ID, oder ein Name, den nichts anderes hat',
  'graph relate <to>': 'die ID, oder ein Name, den nichts anderes hat',
  'graph unrelate <relation>': 'ihre ID, wie svc graph show sie ausgibt',
  merges: 'Die Zusammenführungen ausgeben, die sich zurücknehmen lassen.',
  'merges <merged>':
    'der Eintrag, der als der andere gezeigt wird: die ID, oder ein Name, den nichts anderes hat',
  'merges <kept>': 'der Eintrag, der bleibt: die ID, oder ein Name, den nichts anderes hat',
  'merges list': 'Die verzeichneten Zusammenführungen ausgeben, die neueste zuerst.',
  'merges preview': 'Ausgeben, was eine Zusammenführung täte; es ändert nichts.',
  'merges merge': 'Einen Eintrag mit einem anderen seiner Art zusammenführen.',
  'merges rollback': 'Eine Zusammenführung zurücknehmen.',
  'merges rollback <merge>': 'die ID der Zusammenführung',
  contacts: 'Die Kontakte ausgeben, die zuletzt geänderten zuerst.',
  'contacts --format': 'csv oder vcard',
  'contacts list': 'Dasselbe.',
  'contacts find':
    'Kontakte suchen, nach Wörtern eines Namens oder einer Firma, einer E-Mail-Adresse oder einer Nummer.',
  'contacts find <words>': 'wonach gesucht wird',
  'contacts show': 'Einen Kontakt mit allen Angaben ausgeben.',
  'contacts add': 'Einen Kontakt hinzufügen, oder den ergänzen, der erkannt wird.',
  'contacts add --organization': 'es ist eine Organisation, kein Mensch',
  'contacts set': 'Einen Kontakt ändern; „none“ entfernt einen Wert. Was dort stand, bleibt im Verlauf.',
  'contacts remove':
    'Einen Kontakt aus den Kontakten nehmen; seine Begegnungen und Geschäfte werden gelöscht. Fragt vorher, wenn es welche gibt.',
  'contacts log': 'Festhalten, was mit einem Kontakt war.',
  'contacts timeline':
    'Die Begegnungen, Geschäfte, Unterhaltungen und Notizen zu einem Kontakt ausgeben, das Neueste zuerst.',
  'contacts import':
    'Kontakte aus einer Tabelle (CSV) oder aus vCards 2.1, 3.0 und 4.0 importieren; am Terminal wird zuerst gezeigt, was geschehen würde. Spalten: contactId, kind, name, email, phone, company, role, birthday, website, type, source, language, notes, tags, furtherEmails, furtherPhones, furtherWebsites, first name, last name, new; die von Google, Outlook und Thunderbird sind bekannt.',
  'contacts import --separate': 'zwei gleichen Namens, die nichts unterscheidet, sind zwei Kontakte',
  'contacts import --preview': 'nur ausgeben, was geschehen würde',
  'contacts import --country': 'das Land nationaler Nummern, wie AT',
  'contacts imports': 'Die Importe ausgeben, die sich zurücknehmen lassen, den letzten zuerst.',
  'contacts rollback': 'Einen Import zurücknehmen; was seitdem geändert wurde, bleibt.',
  'contacts rollback <import>': 'seine ID: svc contacts imports gibt sie aus',
  'contacts export':
    'Alle Kontakte als Tabelle (CSV) oder vCards ausgeben, oder in eine neue Datei schreiben.',
  'contacts export <file>': 'ihr Pfad; es darf sie noch nicht geben; - gibt sie aus',
  'contacts export --vcard': 'die Fassung der vCards: 3.0 (sonst) oder 4.0',
  deals: 'Die Geschäfte ausgeben, die zuletzt geänderten zuerst.',
  'deals --value': 'wie "1250.50 EUR", oder none',
  'deals <deal>': 'seine ID, wie svc deals sie ausgibt',
  'deals list': 'Dasselbe.',
  'deals of': 'Die Geschäfte mit einem Kontakt ausgeben.',
  'deals add':
    'Einem Kontakt ein Geschäft hinzufügen; ein offenes mit demselben Titel wird stattdessen geändert.',
  'deals set': 'Ein Geschäft ändern.',
  api: 'Die eingerichteten APIs ausgeben; eine zeigen.',
  'api <id>': 'welche',
  'api list': 'Die eingerichteten APIs ausgeben, und wie viel von ihren Grenzen verbraucht ist.',
  'api show': 'Das Profil einer API ganz ausgeben.',
  'api remove':
    'Das Profil einer API löschen; ihre Geheimnisse bleiben, und dürfen nicht mehr an ihren Server.',
  token: 'Das Token von svc ausgeben, mit dem eine Seite sich anmeldet.',
  people: 'Ausgeben, wer hier ist; jemanden einlassen, sperren oder entfernen.',
  'people <id>': 'die ID der Person aus der Liste',
  'people list': 'Ausgeben, wer hier ist, zuerst die Person, der svc gehört.',
  'people invite':
    'Einen Link ausgeben, der eine Person einmal einlässt. Ab der ersten meldet sich jeder an, auf jedem Weg hinein.',
  'people invite <name>': 'wie die Person heißt',
  'people disable':
    'Die Person ab sofort nicht mehr einlassen; ihre Anmeldungen und Token enden für immer, was ihr sonst gehört, bleibt.',
  'people enable': 'Die Person wieder einlassen; sie meldet sich neu an und macht neue Token.',
  'people remove':
    'Die Person mit allem entfernen, was ihr gehört, oder es jemandem übergeben, mit dem sie einverstanden ist. Fragt vorher.',
  'people remove --to': 'dieser Person übergeben, was ihr gehört; sonst wird es gelöscht',
  'people link':
    'Einen Link ausgeben, der einen Browser als diese Person anmeldet, einmal und binnen einer Stunde. Sie erfährt davon.',
  consent: 'Ausgeben, was der Agent ohne Rückfrage darf; eine Erlaubnis zurücknehmen.',
  'consent list': 'Ausgeben, was der Agent ohne Rückfrage darf, und bis wann.',
  'consent revoke': 'Eine Erlaubnis zurücknehmen: Ab dem nächsten Aufruf fragt der Agent.',
  'consent revoke <id>': 'ihre ID aus der Liste',
  assistant: 'Die Assistenten ausgeben, oder welche anlegen, ändern und löschen.',
  'assistant <id>': 'sein Name oder seine ID',
  'assistant --instructions': 'was du vom Agenten willst; oder none',
  'assistant --profile': 'das Modellprofil, das antwortet; none: das Modell der Einstellungen',
  'assistant list':
    'Die Assistenten ausgeben: benannte Anweisungen, Modell und Werkzeuge für neue Unterhaltungen.',
  'assistant list …': 'Mit einem beginnen: svc run --assistant NAME, oder svc chat --assistant NAME.',
  'assistant show': 'Einen Assistenten ausgeben.',
  'assistant add': 'Einen Assistenten anlegen.',
  'assistant add <name>': 'wie er heißt',
  'assistant add …':
    'TOOLS ist eine Gruppe, wie contacts, oder server: und der Name eines Werkzeugservers; svc threads tools ID gibt sie aus.',
  'assistant set': 'Einen Assistenten ändern; Unterhaltungen, die mit ihm begannen, bleiben, wie sie sind.',
  'assistant set --name': 'wie er heißt',
  'assistant set …':
    'TOOLS ist eine Gruppe, wie contacts, oder server: und der Name eines Werkzeugservers; svc threads tools ID gibt sie aus.',
  'assistant remove':
    'Einen Assistenten löschen; Unterhaltungen, die mit ihm begannen, bleiben, wie sie sind.',
  tags: 'Die Markierungen der Unterhaltungen ausgeben, oder einer Unterhaltung ihre geben.',
  'tags <tag>': 'nur die Unterhaltungen mit diesem',
  'tags list': 'Die Markierungen der Unterhaltungen ausgeben, jede mit ihrer Unterhaltung.',
  'tags set': 'Einer Unterhaltung diese Markierungen geben und keine anderen; ohne Angabe hat sie keine.',
  'tags set <tag>': 'ihre Markierungen',
  mcp: 'Die Werkzeugserver ausgeben, die der Agent benutzt; einen hinzufügen, zeigen, prüfen, annehmen oder entfernen.',
  'mcp <name>': 'welcher',
  'mcp list': 'Die Werkzeugserver ausgeben, und wie es um jeden steht.',
  'mcp add': 'Einen Werkzeugserver mit seiner Adresse hinzufügen, oder mit dem Befehl, der ihn startet.',
  'mcp add <name>': 'ein Name deiner Wahl',
  'mcp add <place>': 'seine Adresse, oder das Programm mit seinen Argumenten',
  'mcp add --command': 'es ist ein Programm dieses Rechners, das svc startet',
  'mcp add --untested': 'ihn hinzufügen, ohne zu versuchen, ob er da ist',
  'mcp add …': `Ein Server mit einer Adresse, oder ein Programm dieses Rechners, das svc startet (schreibe -- vor Argumente, die mit einem
Bindestrich beginnen):
  svc mcp add notes https://mcp.example.com/mcp
  svc mcp add files --command npx -- -y @modelcontextprotocol/server-filesystem /home/me/documents
Das Programm startet ohne die Umgebung von svc, und liest und ändert, was du lesen und ändern kannst.`,
  'mcp add !option': 'Schreibe -- vor Argumente eines Programms, die mit einem Bindestrich beginnen.',
  'mcp show': 'Einen Werkzeugserver mit allen Werkzeugen ausgeben, und was sich an ihnen geändert hat.',
  'mcp test': 'Einen Werkzeugserver neu verbinden, und seine Liste der Werkzeuge lesen.',
  'mcp accept':
    'Die Werkzeuge eines Servers annehmen, wie svc mcp show sie ausgegeben hat, alle oder einige.',
  'mcp accept <tools>': 'welche; alle, wenn keines genannt ist',
  'mcp accept --seen': 'was svc mcp show zuletzt ausgab, damit nichts anderes angenommen wird',
  'mcp login':
    'Sich bei einem Werkzeugserver anmelden, der es verlangt: gibt die Adresse aus, die zu öffnen ist, oder nimmt ein Token.',
  'mcp login --token':
    'stattdessen ein Token nehmen: fragt danach, ohne es zu zeigen, oder liest es von der Standardeingabe',
  'mcp logout': 'Die Anmeldung bei einem Werkzeugserver vergessen.',
  'mcp remove': 'Einen Werkzeugserver entfernen und seine Verbindung beenden.',
  task: 'Aufgaben ausgeben; sie anlegen, ändern, abschließen, anhalten und löschen.',
  'task <id>': 'ihre ID aus der Liste, oder deren Anfang',
  'task list': 'Die Aufgaben ausgeben, die neueste zuerst.',
  'task add': 'Eine Aufgabe anlegen. An denen mit --assignee agent arbeitet der Agent, solange svc läuft.',
  'task show': 'Eine Aufgabe ganz ausgeben.',
  'task set': 'Eine Aufgabe ändern. Gehört sie dem Agenten, auch noch einmal, arbeitet er daran.',
  'task done': 'Eine Aufgabe als erledigt kennzeichnen, und was in ihr offen ist.',
  'task stop': 'Die Arbeit an einer Aufgabe, einer Automatik oder einem Lauf bitten anzuhalten.',
  'task remove': 'Eine Aufgabe mit allem löschen, was in ihr liegt; fragt vorher, wenn etwas in ihr liegt.',
  trigger:
    'Ausgeben, was von selbst geschieht; es anlegen, prüfen, ausführen, pausieren, anhalten und löschen.',
  'trigger --schedule': 'wie "0 8 * * mon-fri", "every 30m", "at 2027-01-31 09:00"',
  'trigger --expect-file': 'Erfolg ist, dass es diese Datei im Arbeitsordner gibt',
  'trigger --expect-changed':
    'Erfolg ist, dass es diese Datei im Arbeitsordner gibt, und dass sie eine andere ist als vorher',
  'trigger --expect-words': 'Erfolg ist, dass die Antwort diese Wörter enthält',
  'trigger --expect-pattern': 'Erfolg ist, dass dieses Muster in der Antwort steht',
  'trigger --expect-status': 'Erfolg ist, dass --expect-url mit diesem Status antwortet',
  'trigger --expect-url': 'die Seite, um die es bei --expect-status geht',
  'trigger <id>': 'ihre ID aus der Liste, deren Anfang, oder ihr Titel',
  'trigger list': 'Zeitpläne, Beobachtungen und Erinnerungen ausgeben, und wie jede das letzte Mal ausging.',
  'trigger preview': 'Die nächsten Zeiten eines Zeitplans ausgeben; nichts wird gespeichert.',
  'trigger preview <schedule>': 'wie "0 8 * * mon-fri", "every 30m", "at 2027-01-31 09:00"',
  'trigger add': 'Etwas anlegen, das von selbst geschieht: zeigt, wann, und was es darf, und fragt dann.',
  'trigger add <title>': 'wie sie heißt',
  'trigger add --remind': 'nur einen Hinweis zeigen, statt den Agenten arbeiten zu lassen',
  'trigger add --backup': 'eine Sicherung machen, statt den Agenten arbeiten zu lassen',
  'trigger set':
    'Eine Automatik ändern: wann, was, was sie darf. Eine angegebene Liste ersetzt die bisherige.',
  'trigger set --title': 'wie sie heißt',
  'trigger show': 'Eine Automatik ganz ausgeben: was sie tut, was sie darf, wie es ausging.',
  'trigger history': 'Jedes Mal ausgeben, das sie lief, das neueste zuerst.',
  'trigger test': 'Sie jetzt probieren: Was etwas ändert oder sendet, wird nicht ausgeführt, aber genannt.',
  'trigger confirm':
    'Einer Automatik zustimmen, die auf dich wartet: zeigt, was sie ist und darf, und fragt dann.',
  'trigger pause': 'Es nicht geschehen lassen, bis sie fortgesetzt wird.',
  'trigger resume': 'Es wieder geschehen lassen.',
  'trigger stop': 'Anhalten, was sie gerade tut.',
  'trigger remove':
    'Eine Automatik löschen, mit ihrem Verlauf und dem, was ihr erlaubt war. Ihre Unterhaltung bleibt.',
  'trigger notices': 'Die Hinweise der Automatiken ausgeben.',
  'trigger dismiss': 'Einen Hinweis als erledigt entfernen.',
  'trigger dismiss <notice>': 'seine ID aus svc trigger notices',
  workflow:
    'Gespeicherte Arbeit in Schritten ausgeben; sie anlegen, ausführen, verfolgen, wiederholen, anhalten und löschen.',
  'workflow <id>': 'die ID des Ablaufs, oder ihr Anfang',
  'workflow --leave': 'ihn starten und sofort enden; er geht in svc weiter',
  'workflow <run>': 'die ID des Laufs, oder ihr Anfang',
  'workflow list': 'Die gespeicherten Abläufe ausgeben.',
  'workflow show': 'Einen Ablauf ganz ausgeben: seine Schritte, was ein Lauf darf und kosten kann.',
  'workflow add':
    'Einen Ablauf aus einer Datei speichern: zeigt, was ein Lauf darf und kosten kann, und fragt dann.',
  'workflow add …': `Die Datei ist JSON, wie svc workflow show ID --json es ausgibt, und davon zählt:
  {"name": "Weekly report",
   "parameters": [{"name": "week"}],
   "steps": [{"stepId": "gather", "task": "Gather what happened in the week."},
             {"stepId": "write", "task": "Write report.md.", "dependsOn": ["gather"]}],
   "permissions": {"folders": ["reports"]}}`,
  'workflow run': 'Einen Ablauf ausführen, und ihm bis zum Ende folgen.',
  'workflow runs': 'Die Läufe der Abläufe ausgeben, den neuesten zuerst.',
  'workflow status': 'Ausgeben, wie weit jeder Schritt eines Laufs ist, und die Ergebnisse.',
  'workflow follow': 'Einem Lauf bis zum Ende folgen.',
  'workflow retry': 'Die Schritte wiederholen, die nicht gelangen, und dem Lauf bis zum Ende folgen.',
  'workflow stop': 'Einen Lauf bitten anzuhalten.',
  'workflow stats':
    'Ausgeben, wie oft jeder Schritt lief und fehlschlug, wie lange er dauerte und was er kostete.',
  'workflow remove': 'Einen Ablauf löschen, und was ihm erlaubt war. Seine Läufe bleiben.',
  'workflow remove --pause-triggers': 'die Automatiken pausieren, die ihn ausführen, statt abzulehnen',
  data: 'Die Sammlungen ausgeben; eine anlegen, füllen, ändern, exportieren oder löschen.',
  'data <collection>': 'der Name einer Sammlung',
  'data --filter':
    'nur diese, wie \'{"status": "open", "amount": {"gt": 100}}\'; contains unterscheidet keine Großbuchstaben',
  'data <file>': 'die Datei, oder - für die Standardeingabe',
  'data list': 'Alle Sammlungen mit ihren Spalten ausgeben.',
  'data show': 'Datensätze einer Sammlung ausgeben, jeden als eine Zeile JSON, den neuesten zuerst.',
  'data show --sort': 'nach dieser Spalte; absteigend mit --sort=-spalte',
  'data create': 'Eine Sammlung mit diesen Spalten anlegen.',
  'data create <name>': 'ihr Name: Kleinbuchstaben, Ziffern und Unterstriche',
  'data create <column>': 'name:type, und :unique oder :event (string, number, date, boolean, json, subject)',
  'data insert':
    'Die Datensätze einer JSON-Datei einfügen: eine Liste von Objekten, oder ein Objekt; - liest die Standardeingabe.',
  'data update': 'Werte aller Datensätze setzen, auf die ein Filter passt.',
  'data update --set': 'die neuen Werte, wie \'{"status": "paid"}\'',
  'data sum':
    'Datensätze zählen, und Summe, Durchschnitt, kleinsten und größten Wert einer Spalte mit Zahlen ausgeben.',
  'data sum <column>': 'eine Spalte mit Zahlen',
  'data sum --by': 'für jeden Wert dieser Spalte',
  'data columns': 'Spalten hinzufügen, umbenennen oder entfernen; eine entfernte ist samt ihren Werten weg.',
  'data columns --add': 'name:type, wie bei create',
  'data columns --rename': 'ein anderer Name für eine Spalte',
  'data columns --remove': 'der Name einer Spalte',
  'data delete': 'Alle Datensätze löschen, auf die ein Filter passt; sagt vorher, wie viele, und fragt.',
  'data drop': 'Eine Sammlung mit ihren Datensätzen löschen; fragt vorher, wenn sie welche hat.',
  'data export': 'Alle Datensätze als CSV schreiben, in eine neue Datei oder ins Terminal.',
  'data export <file>': 'der Name einer neuen Datei; - gibt sie aus',
  'data import':
    'Die Zeilen einer CSV-Datei einfügen; die erste nennt die Spalten. Eine Zeile mit recordId ändert diesen Datensatz.',
  'data import --separator':
    'comma, semicolon oder tab, oder das Zeichen selbst; sonst, wie es die erste Zeile hat',
  storage: 'Wo die Daten sind: in Dateien des Datenordners (sqlite), oder in PostgreSQL (postgres).',
  'storage copy': 'Alle Daten vom einen ins andere kopieren. Dabei darf kein svc laufen.',
  'storage copy --from': 'sqlite oder postgres',
  'storage copy --to': 'das andere, in dem noch nichts sein darf',
  'storage copy …': `SVC_STORAGE_URL nennt den Server, SVC_STORAGE_SCHEMA das Schema. Am Ende wird verglichen, was kopiert wurde, und es
bleibt auch, wo es war. Wurde das Kopieren unterbrochen, starte es noch einmal.`,
  erase: 'Alle Daten von svc löschen. Sagt vorher, was gelöscht wird, und fragt.',
  'erase --keep-backups': 'die Sicherungen auf diesem Rechner behalten, und den Schlüssel, der sie öffnet',
  'erase --workspace': 'auch die Dateien eines Arbeitsordners außerhalb des Datenordners',
  'erase --confirm': 'nicht fragen: Es muss genau dieses Wort sein',
  'erase --remove-unknown': 'auch diese Einträge des Datenordners, die nicht von svc sind',
  'erase …': `Gelöscht wird alles, was svc in seinem Datenordner aufhebt: Unterhaltungen, Gedächtnis, Personen, Geheimnisse,
Einstellungen, der Arbeitsordner darin, Sicherungen und der Schlüssel des Tresors. Es gibt kein Zurück. Ausgegeben wird,
was es nicht erreicht, wie Kopien in Google Drive.`,
  migrate: 'Alles zu einem svc auf einem anderen Rechner umziehen.',
  'migrate accept': 'Auf dem neuen Rechner: 24 Stunden lang einen Umzug annehmen. Gibt das Token dafür aus.',
  'migrate accept --replace': 'ersetzen, was dieses svc jetzt hat; vorher wird davon eine Sicherung gemacht',
  'migrate send':
    'Auf dem alten Rechner: alles an das svc senden, das es annimmt, und warten, bis es alles hat.',
  'migrate send <url>': 'die des anderen svc, wie https://svc.example oder http://192.168.1.20:3100',
  'migrate preview': 'Zeigen, was umziehen würde, und wie groß es ist.',
  'migrate stop': 'Das Senden oder Annehmen beenden, und entfernen, was dafür kopiert wurde.',
  export:
    'Alles, was svc für dich aufbewahrt, in eine Zip-Datei schreiben: ein JSON-Dokument und die Dateien.',
  'export <file>': 'die neue Datei; sonst svc-export-<Datum und Zeit>.zip im aktuellen Ordner',
  'export …':
    'Die Namen der Geheimnisse sind darin, ihre Werte nicht. svc import liest sie in ein leeres svc ein.',
  import:
    'Einen Export in ein svc einlesen, das noch keine Daten hat, ganz oder gar nicht; oder Unterhaltungen aus ChatGPT, Claude, Open WebUI, LibreChat oder OpenClaw holen.',
  'import <file>': 'die Zip-Datei, die svc export geschrieben hat, oder was ein anderer Assistent herausgab',
  'import --dry-run': 'bei Unterhaltungen: nur ausgeben, was käme und was nicht',
  'import …': `Unterhaltungen kommen einmal, so oft du sie auch importierst. Nach einem Export: Zeitpläne, Beobachtungen und Erinnerungen warten dann, bis du sie bestätigst; was dem Agenten ohne Rückfrage erlaubt war,
muss wieder erlaubt, und Geheimnisse müssen wieder gespeichert werden. Einstellungen und Geheimnisse, die da sind, bleiben.`,
  google: 'Ausgeben, wie das Google-Konto verbunden ist; es verbinden oder trennen.',
  'google status': 'Ausgeben, wie das Google-Konto verbunden ist, und eine Verbindung, die auf dich wartet.',
  'google connect':
    'Dein Konto verbinden: sagt, worum gebeten wird, zeigt, wo du antwortest, und wartet darauf.',
  'google connect --browser':
    'im Browser dieses Rechners antworten; ein Client der Art „Desktop app“ braucht das',
  'google connect --access': 'backups (nur was svc dort ablegt), read oder full; sonst backups',
  'google cancel': 'Eine Verbindung beenden, die auf dich wartet. Ein verbundenes Konto bleibt verbunden.',
  'google disconnect':
    'Den Zugang zu deinem Konto beenden. Fragt, ob vorher die Sicherungen in Google Drive gelöscht werden.',
  'google disconnect --delete-backups':
    'die Sicherungen löschen, die dieses svc hochgeladen hat, ohne zu fragen',
  'google disconnect --keep-backups': 'sie behalten, ohne zu fragen',
  'google disconnect …': `Google beendet die ganze Freigabe: Auch andere Rechner mit demselben Konto und Client verlieren ihren Zugang. Nur auf diesem
Rechner beendet ihn: svc google forget.`,
  'google forget':
    'Den Zugang hier vergessen und bei Google nichts ändern, etwa vor einem Wechsel des Clients.',
  'google address':
    'Von einer Instanz, die ein Betreiber führt: ausgeben, wo du beginnst, dein Konto zu verbinden.',
  say: 'Den EU-Anbieter einen Text sprechen lassen, und den Ton als MP3 aufheben.',
  'say <text>': 'der Text, oder - für die Standardeingabe',
  'say --out': 'die neue Datei; sonst speech.mp3 im aktuellen Ordner',
  'say --voice': 'die ID einer Stimme beim Anbieter; sonst eine für die Sprache',
  'say --language': 'wie en, de oder pt-BR',
  'say …':
    'Es braucht den Schlüssel des EU-Anbieters in EU_PROVIDER_API_KEY, und kostet: svc config zeigt die Obergrenzen.',
  transcribe: 'Die Worte einer Aufnahme ausgeben, wie der EU-Anbieter sie hört.',
  'transcribe <file>': 'MP3, WAV, FLAC, Ogg, WebM, M4A oder AAC, höchstens 25 MB',
  'transcribe --language': 'wie en, de oder pt-BR',
  'transcribe …':
    'Es braucht den Schlüssel des EU-Anbieters in EU_PROVIDER_API_KEY, und kostet: svc config zeigt die Obergrenzen.',
  openapi: 'Das OpenAPI-Dokument der HTTP-API ausgeben.',
};
