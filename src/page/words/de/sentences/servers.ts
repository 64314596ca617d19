/** Tool servers. */
export const ofServers: Readonly<Record<string, string>> = {
  'Web requests to this port are blocked.': 'Webanfragen an diesen Port sind gesperrt.',
  'The tool server {} cannot be reached now. {s} Nothing was sent.':
    'Der Werkzeugserver {0} ist jetzt nicht erreichbar. {1} Es wurde nichts gesendet.',
  'The tool server cannot be reached now.': 'Der Werkzeugserver ist jetzt nicht erreichbar.',
  'The tool server could not be reached.': 'Der Werkzeugserver war nicht erreichbar.',
  'The tool server could not be reached ({}).': 'Der Werkzeugserver war nicht erreichbar ({0}).',
  'It is being connected, which takes long.': 'Die Verbindung wird aufgebaut, und das dauert.',
  'The engine stops.': 'svc wird beendet.',
  'It is connected anew.': 'Die Verbindung wird neu aufgebaut.',
  'It did not answer within {n} seconds.': 'Er hat in {0} Sekunden nicht geantwortet.',
  'The engine failed while it connected. Its log says why.':
    'Beim Verbinden ist in svc ein Fehler aufgetreten. Das Protokoll sagt, warum.',
  'The tool server did not answer in time.': 'Der Werkzeugserver hat nicht rechtzeitig geantwortet.',
  'The tool server did not answer within {n} seconds.':
    'Der Werkzeugserver hat in {0} Sekunden nicht geantwortet.',
  'The program of the tool server reads nothing any more.':
    'Das Programm des Werkzeugservers liest nichts mehr.',
  'There is no program {} on the PATH of the engine.': 'Ein Programm {0} gibt es im PATH von svc nicht.',
  'The program {} may not be started by the user of the engine.':
    'Der Benutzer, unter dem svc läuft, darf das Programm {0} nicht starten.',
  'The program {} could not be started ({}).': 'Das Programm {0} ließ sich nicht starten ({1}).',
  'The program of the tool server ended with the exit code {n}.':
    'Das Programm des Werkzeugservers endete mit dem Code {0}.',
  'The connection was closed.': 'Die Verbindung wurde geschlossen.',
  'The request to the tool server was given up.': 'Die Anfrage an den Werkzeugserver wurde aufgegeben.',
  'The tool server does not know this connection any more. What was asked may have had an effect.':
    'Der Werkzeugserver kennt diese Verbindung nicht mehr. Was gefragt war, kann eine Wirkung gehabt haben.',
  'The tool server took what was asked (HTTP status 202), and sent no answer with it. It may have had an effect.':
    'Der Werkzeugserver hat die Anfrage angenommen (HTTP-Status 202), aber keine Antwort gegeben. Sie kann eine Wirkung gehabt haben.',
  'The connection to the tool server has ended.': 'Die Verbindung zum Werkzeugserver ist zu Ende.',
  'The connection to the tool server was lost.': 'Die Verbindung zum Werkzeugserver ging verloren.',
  'The tool server sent something that is not of the protocol of tool servers. Is it one?':
    'Was der Server gesendet hat, gehört nicht zum Protokoll der Werkzeugserver. Ist es einer?',
  'The tool server answered with the HTTP status {n}.':
    'Der Werkzeugserver antwortete mit dem HTTP-Status {0}.',
  'In its own words: {}': 'In seinen eigenen Worten: {0}',
  'The tool server answered with the error {}.': 'Der Werkzeugserver antwortete mit dem Fehler {0}.',
  'It sent an HTML page.': 'Er hat eine HTML-Seite gesendet.',
  'The tool server answered with an error.': 'Der Werkzeugserver hat mit einem Fehler geantwortet.',
  'No address is known for the host {}.': 'Für den Server {0} ist keine Adresse bekannt.',
  'The host {} leads to an address that is never connected to, like those where clouds keep the secrets of a machine. Choose another address.':
    'Der Server {0} führt zu einer Adresse, mit der svc sich nie verbindet, wie jene, an denen Clouds die Geheimnisse eines Rechners verwahren. Wähle eine andere.',
  'This is an address of this engine itself. The engine is no tool server of its own. Choose another address.':
    'Das ist eine Adresse dieses svc selbst, und svc ist nicht sein eigener Werkzeugserver. Wähle eine andere.',
  'Nothing listens at the address of the tool server.':
    'Unter der Adresse des Werkzeugservers antwortet nichts.',
  'Nothing listens at the address of the tool server ({}).':
    'Unter der Adresse des Werkzeugservers antwortet nichts ({0}).',
  'The server at this address does not speak https. Does the address begin with http:// ?':
    'Der Server unter dieser Adresse spricht kein https. Beginnt die Adresse mit http:// ?',
  'The tool server redirects to {w}, which is not followed. If that is the server you want, give its address instead.':
    'Der Werkzeugserver leitet nach {0} weiter, und dem folgt svc nicht. Ist das der gewünschte Server, dann gib gleich dessen Adresse an.',
  'This is the tool server of an svc on this machine. An agent that works through it could answer its own questions, so the engine does not use it.':
    'Das ist der Werkzeugserver eines svc auf diesem Rechner. Ein Agent könnte damit seine eigenen Fragen beantworten, deshalb verwendet svc ihn nicht.',
  'The tool server is not connected, so it is not known which tools it has now. Nothing was accepted.':
    'Der Werkzeugserver ist nicht verbunden, deshalb ist nicht bekannt, welche Werkzeuge er jetzt hat. Es wurde nichts angenommen.',
  'The address of a tool server begins with http:// or https:// and holds no user name or password. Nothing was added. A program of this machine is added with: svc mcp add NAME --command PROGRAM.':
    'Die Adresse eines Werkzeugservers beginnt mit http:// oder https:// und enthält weder Benutzernamen noch Kennwort. Es wurde nichts hinzugefügt. Ein Programm dieses Rechners fügst du mit „svc mcp add NAME --command PROGRAM“ hinzu.',
  'The tool server asks for a login. Sign in with `svc mcp login NAME`, or on the page.':
    'Der Werkzeugserver verlangt eine Anmeldung. Melde dich auf der Seite des Servers an.',
  'The tool server gave no address for a login.':
    'Der Werkzeugserver hat keine Adresse für die Anmeldung genannt.',
  'The login was not finished in time. Begin it again.':
    'Die Anmeldung wurde nicht rechtzeitig fertig. Beginne sie noch einmal.',
  'It has no name.': 'Es hat keinen Namen.',
  'Its name has more than {n} characters.': 'Sein Name hat mehr als {0} Zeichen.',
  'Its name has characters or spaces that cannot be seen.':
    'Sein Name hat Zeichen oder Abstände, die man nicht sieht.',
  'It has no schema of its input.': 'Es hat kein Schema seiner Eingabe.',
  'Its definition nests too deeply.': 'Seine Beschreibung ist zu tief verschachtelt.',
  'Its definition is longer than {n} KiB.': 'Seine Beschreibung ist länger als {0} KiB.',
  'The schema of its input is longer than {n} KiB.': 'Das Schema seiner Eingabe ist länger als {0} KiB.',
  'It says nothing about itself.': 'Es sagt nichts über sich.',
  "The definitions of this server's tools are together longer than {n} KiB.":
    'Die Beschreibungen der Werkzeuge dieses Servers sind zusammen länger als {0} KiB.',
  'Models could not tell it apart from another tool of this server.':
    'Modelle könnten es von einem anderen Werkzeug dieses Servers nicht unterscheiden.',
};
