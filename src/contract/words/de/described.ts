/** What the routes and the settings say of themselves in English, where the help of the terminal says it: a test names what is missing. */
export const described: Readonly<Record<string, string>> = {
  'Archived threads, too': 'auch archivierte Unterhaltungen',
  'The most items; a page with large items has fewer':
    'höchstens so viele; eine Seite mit großen Einträgen hat weniger',
  'Where an earlier page ended: its nextCursor': 'wo eine frühere Seite endete: ihr nextCursor',
  'Text that the task contains, exact except for the case of a to z':
    'Text, den die Aufgabe enthält, genau bis auf groß und klein bei a bis z',
  'Started at this instant or later': 'von da an begonnen',
  'Started before this instant': 'davor begonnen',
  'Only runs of this session': 'nur Läufe dieser Sitzung',
  'Only runs of this thread': 'nur Läufe dieser Unterhaltung',
  'Only runs of this model, by its id': 'nur Läufe dieses Modells, mit seiner ID',
  'Over so many relations': 'über so viele Beziehungen',
  'The most nodes': 'höchstens so viele Knoten',
  'Add it even if there is one of this name, with the same address or number':
    'es hinzufügen, auch wenn es eines dieses Namens gibt, mit derselben Adresse oder Nummer',
  'Further names that it has': 'weitere Namen, die es hat',
  'How certain it is': 'wie sicher es ist',
  'Its name; a former one stays an alias': 'der Name; ein früherer bleibt als weiterer Name',
  'Names that it does not have': 'Namen, die es nicht hat',
  'A few words, such as works_for, read from the first to the second':
    'wenige Wörter, wie works_for, vom ersten zum zweiten gelesen',
  'As far as it is known: 2024, 2024-06 or 2024-06-30':
    'so genau es bekannt ist: 2024, 2024-06 oder 2024-06-30',
  'A relation holds no more; it stays in the history.':
    'Eine Beziehung gilt nicht mehr; sie bleibt im Verlauf.',
  'Words of the name or the company, the beginning of a mail address, or digits of a number':
    'Wörter des Namens oder der Firma, der Anfang einer E-Mail-Adresse, oder Ziffern einer Nummer',
  'Only with this tag': 'nur mit dieser Markierung',
  'Only of this type': 'nur von dieser Art',
  'Add it even if there is one of this name, with the same address':
    'ihn hinzufügen, auch wenn es einen dieses Namens gibt, mit derselben Adresse',
  'Tags; those that are given take the place of all':
    'Markierungen; die angegebenen treten an die Stelle aller',
  'Its mail address': 'die E-Mail-Adresse',
  'Its number, with the code of the country, or see country':
    'die Nummer, mit der Vorwahl des Landes, oder siehe country',
  'The organization that a person works for, by its id or its name; one that is not known is added to the graph':
    'die Organisation, für die jemand arbeitet, mit ihrer ID oder ihrem Namen; eine unbekannte kommt in den Graphen',
  'What a person does there': 'was jemand dort tut',
  'Of a person: such as 1990, 1990-05 or 1990-05-30':
    'der Geburtstag eines Menschen: wie 1990, 1990-05 oder 1990-05-30',
  'An address that begins with https:// or http://': 'eine Adresse, die mit https:// oder http:// beginnt',
  'Such as customer or supplier': 'wie Kunde oder Lieferant',
  'Where the contact is from': 'woher der Kontakt ist',
  'Its language': 'die Sprache',
  'Anything else': 'alles andere',
  'Besides the one that is shown first; it takes the place of the whole list':
    'neben dem, was zuerst gezeigt wird; es tritt an die Stelle der ganzen Liste',
  'Of national telephone numbers (ISO 3166), such as AT':
    'das Land nationaler Telefonnummern (ISO 3166), wie AT',
  'Also from the graph; entries of memory stay': 'auch aus dem Graphen; Notizen im Gedächtnis bleiben',
  'A word such as call or meeting': 'ein Wort wie Anruf oder Treffen',
  'How, such as phone': 'auf welchem Weg, wie Telefon',
  'What it was about': 'worum es ging',
  'By default now': 'sonst jetzt',
  'What it is about': 'worum es geht',
  'What to do next': 'was als Nächstes zu tun ist',
  'When the next step is due': 'wann der nächste Schritt fällig ist',
  'Delete a deal.': 'Ein Geschäft löschen.',
  'Words in the title or the description; all of them must be there':
    'Wörter im Titel oder in der Beschreibung; alle müssen vorkommen',
  'A tag that they have': 'eine Markierung, die sie haben',
  'Whose they are': 'wem sie gehören',
  'Only what is in this task': 'nur, was in dieser Aufgabe liegt',
  'What it is': 'was es ist',
  'When it is due': 'wann es fällig ist',
  'The id of the task that it is in, or its beginning':
    'die ID der Aufgabe, in der sie liegt, oder deren Anfang',
  'A word to find it by': 'ein Wort, um sie zu finden',
  'What to do': 'was zu tun ist',
  'Whose it is; agent: the agent works on it at once, in the background':
    'wem sie gehört; agent: Der Agent arbeitet sofort daran, im Hintergrund',
  'Like Europe/Vienna, as IANA names it; that of this machine if not given':
    'wie Europe/Vienna, nach den Namen der IANA; sonst die dieses Rechners',
  'How many times': 'wie viele Zeiten',
  'The workflow that is carried out': 'der Ablauf, der ausgeführt wird',
  'A page; it happens when the page has changed': 'eine Seite; es geschieht, wenn sie sich geändert hat',
  'Minutes between two looks at the page': 'Minuten zwischen zwei Prüfungen der Seite',
  'A part of the page, as a CSS selector': 'ein Teil der Seite, als CSS-Selektor',
  'Hosts that may be sent to without asking, like api.example.org':
    'Server, an die ohne Rückfrage gesendet werden darf, wie api.example.org',
  'Folders of the workspace in which files may be changed without asking; . is all of it':
    'Ordner des Arbeitsordners, in denen Dateien ohne Rückfrage geändert werden dürfen; . ist der ganze',
  'Tools that may be used without asking, by name':
    'Werkzeuge, die ohne Rückfrage benutzt werden dürfen, mit ihrem Namen',
  'What one run may cost': 'was ein Lauf kosten darf',
  'What all runs of a month may cost': 'was alle Läufe eines Monats kosten dürfen',
  'What the agent should do, or what a notice says': 'was der Agent tun soll, oder was ein Hinweis sagt',
  'The model profile; worker_profile if not given': 'das Modellprofil; sonst worker_profile',
  'Run it now, once more than it is due.': 'Sie jetzt ausführen, einmal öfter, als sie fällig ist.',
  'Only runs of this workflow': 'nur Läufe dieses Ablaufs',
  'Of runs that began in the last days': 'von Läufen, die in den letzten Tagen begannen',
  'The nextCursor of the previous page': 'der nextCursor der vorigen Seite',
  'Everybody who was let in sees of it what only you see now; that cannot be taken back':
    'alle, die eingelassen sind, sehen davon, was jetzt nur du siehst; das lässt sich nicht zurücknehmen',
  'What the records are': 'was die Datensätze sind',
  'Local backups that are older than this many days are deleted.':
    'Sicherungen auf diesem Rechner, die älter sind als so viele Tage, werden gelöscht.',
  'Encrypt backups with the vault key.': 'Sicherungen mit dem Schlüssel des Tresors verschlüsseln.',
  'Where backups are kept.': 'Wo Sicherungen aufgehoben werden.',
  'Upload backups to the connected cloud drive. Only the user file can set it.':
    'Sicherungen nach Google Drive hochladen. Nur die Datei des Benutzers kann es setzen.',
  'Accepted, but has no effect.': 'Wird angenommen, bewirkt aber nichts.',
  'The kind of model provider.': 'Die Art des Modellanbieters.',
  'The demo model answers by default, and what is set of a provider is kept. Setting provider removes it.':
    'Das Demo-Modell antwortet, wenn nichts anderes gesagt ist, und was zu einem Anbieter gesetzt ist, bleibt. Wer provider setzt, entfernt es.',
  'The endpoint, for the providers compat and custom.': 'Die Adresse, für die Anbieter compat und custom.',
  'The key of the provider.': 'Der Schlüssel des Anbieters.',
  'Where api_key may be sent: "primary", or the origin of an address; it is sent nowhere else. The engine updates it with each change.':
    'Wohin api_key gesendet werden darf: "primary", oder der Ursprung einer Adresse; anderswohin geht er nicht. svc führt es bei jeder Änderung nach.',
  'The model of the provider compat.': 'Das Modell des Anbieters compat.',
  'The model tier that answers by default.':
    'Die Modellstufe, die antwortet, wenn nichts anderes gesagt ist.',
  'The model of the balanced tier.': 'Das Modell der Stufe balanced.',
  'The size of the window of the model that answers by default, in tokens.':
    'Die Größe des Fensters dieses Modells, in Token.',
  'How much of that window tools may take, from 0.05 to 0.9.':
    'Wie viel von diesem Fenster Werkzeuge einnehmen dürfen, von 0.05 bis 0.9.',
  'What the model that answers by default costs: US dollars for a million tokens that it reads.':
    'Was dieses Modell kostet: US-Dollar für eine Million Token, die es liest.',
  'The same for tokens that it writes.': 'Dasselbe für Token, die es schreibt.',
  'The project, for the provider cloud_hosted.': 'Das Projekt, für den Anbieter cloud_hosted.',
  'The region, for the provider cloud_hosted.': 'Die Region, für den Anbieter cloud_hosted.',
  'Named model configurations, each with its own provider.': 'Benannte Modelle, jedes mit eigenem Anbieter.',
  'What its owner wants of the agent in all conversations. It allows nothing that the owner is asked about.':
    'Was du in allen Unterhaltungen vom Agenten willst. Es erlaubt nichts, wonach du gefragt wirst.',
  'The model profile that background tasks use.': 'Das Modellprofil für Aufgaben im Hintergrund.',
  'A run ends before a model call that could bring its cost above this.':
    'Ein Lauf endet vor einem Modellaufruf, der seine Kosten darüber bringen könnte.',
  'The same limit for all runs of a day (UTC) together.':
    'Dieselbe Grenze für alle Läufe eines Tages (UTC) zusammen.',
  'The same limit for all runs of a month (UTC) together.':
    'Dieselbe Grenze für alle Läufe eines Monats (UTC) zusammen.',
  'The most web pages that a run and its sub-agents may read. Each part of a long page counts, and so does a page that cannot be read. 0 turns page reading off.':
    'Wie viele Webseiten ein Lauf mit seinen Unteragenten höchstens lesen darf. Jeder Teil einer langen Seite zählt, auch eine, die sich nicht lesen lässt. 0 schaltet das Lesen von Seiten ab.',
  'The most hosts that these pages may come from.':
    'Von wie vielen Servern diese Seiten höchstens kommen dürfen.',
  'After a run, store in memory what the owner said that will matter later. Costs one more model call.':
    'Nach einem Lauf im Gedächtnis festhalten, was du gesagt hast und später zählt. Kostet einen Modellaufruf mehr.',
  'After the first answer, let the model name a conversation whose task is longer than a title. Costs one small model call; none where the price of the model is unknown.':
    'Nach der ersten Antwort das Modell eine Unterhaltung benennen lassen, deren Aufgabe länger ist als ein Titel. Kostet einen kleinen Modellaufruf; keinen, wenn der Preis des Modells unbekannt ist.',
  'Require the token on loopback too, from the next request on; `svc token` prints it. Commands of the terminal need none.':
    'Das Token auch auf diesem Rechner verlangen, ab der nächsten Anfrage; `svc token` gibt es aus. Befehle des Terminals brauchen keines.',
  'External tool servers; the engine connects to them at every start.':
    'Werkzeugserver; svc verbindet sich bei jedem Start mit ihnen.',
  'Tool servers that the engine starts as programs of this machine. Set only with `svc mcp add NAME --command …`, or by hand in this file. Arguments are shown in answers: put no secret there.':
    'Werkzeugserver, die svc als Programme dieses Rechners startet. Nur mit `svc mcp add NAME --command …` zu setzen, oder von Hand in dieser Datei. Argumente werden in Antworten gezeigt: Schreibe kein Geheimnis hinein.',
  'The tool servers that sub-agents of a role may use; without an entry, none.':
    'Die Werkzeugserver, die Unteragenten einer Rolle benutzen dürfen; ohne Eintrag keine.',
  'Servers of this machine and its network that the agent may reach, and that may be watched, each as host:port. Never the ports of the engine itself.':
    'Server dieses Rechners und seines Netzes, die der Agent erreichen darf und die beobachtet werden dürfen, jeder als host:port. Nie die Ports von svc selbst.',
  'What programs made for the API of another may speak to this engine.':
    'Was Programme, die für die API eines anderen gemacht sind, mit svc sprechen dürfen.',
  'Secrets of the owner that the runs of everybody who was let in may send to their hosts. Without it they are the owner’s alone.':
    'Deine Geheimnisse, die die Läufe aller, die eingelassen sind, an deren Server senden dürfen. Sonst gehören sie dir allein.',
  'Tool servers that the runs of everybody who was let in may use. Without it they are the owner’s alone.':
    'Werkzeugserver, die die Läufe aller benutzen dürfen, die eingelassen sind. Sonst gehören sie dir allein.',
  'Lets the runs of everybody who was let in use the connected cloud account of the owner.':
    'Lässt die Läufe aller, die eingelassen sind, dein verbundenes Google-Konto benutzen.',
  'How many GB the files, uploads and artifacts of each member and the copies for their reviews may take, and what members put in the folder shared. The owner has no limit.':
    'Wie viele GB die Dateien, Uploads und Artefakte jedes Mitglieds und die Kopien für seine Prüfungen belegen dürfen, und was Mitglieder in den Ordner shared legen. Für dich gibt es keine Grenze.',
  'Lets the runs and watches of everybody who was let in reach the servers of private_hosts and SVC_ALLOW_PRIVATE_HOSTS.':
    'Lässt die Läufe und Beobachtungen aller, die eingelassen sind, die Server aus private_hosts und SVC_ALLOW_PRIVATE_HOSTS erreichen.',
  'A SearXNG server, for searching the web.': 'Ein SearXNG-Server, um im Web zu suchen.',
};
