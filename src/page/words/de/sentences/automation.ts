/** Schedules, watches, what an automation or a workflow may do, and what became of it. */
export const ofAutomation: Readonly<Record<string, string>> = {
  '{} never comes: no such day is in the calendar.': '{0} kommt nie: So einen Tag gibt es im Kalender nicht.',
  '{} has {}. A schedule has five: minute, hour, day of the month, month, day of the week, like "0 8 * * mon-fri"; or write "every 30m", or "at 2027-01-31 09:00".':
    '{0} hat nicht fünf Felder: Minute, Stunde, Tag des Monats, Monat und Wochentag, wie „0 8 * * mon-fri“; oder schreib „every 30m“ oder „at 2027-01-31 09:00“.',
  '{} is not a field of a schedule. Use numbers, names like mon or jan, lists (1,15), ranges (mon-fri) and steps (*/15).':
    '{0} gehört in keinen Zeitplan. Nimm Zahlen, Namen wie mon oder jan, Aufzählungen (1,15), Bereiche (mon-fri) und Schritte (*/15).',
  '{} is not a schedule ({}). Minutes are 0 to 59, hours 0 to 23, days 1 to 31, months 1 to 12, days of the week 0 to 7; ranges rise, and steps are 1 or more.':
    '{0} ist kein Zeitplan. Minuten sind 0 bis 59, Stunden 0 bis 23, Tage 1 bis 31, Monate 1 bis 12, Wochentage 0 bis 7; Bereiche steigen, und Schritte sind mindestens 1.',
  'This is not a schedule. Write five fields of cron like "0 8 * * mon-fri", "every 30m", or "at 2027-01-31 09:00".':
    'Das ist kein Zeitplan. Schreib fünf Felder wie „0 8 * * mon-fri“, „every 30m“ oder „at 2027-01-31 09:00“.',
  '{} is not a distance. Write minutes, hours or days: "every 30m", "every 2h" or "every 1d".':
    '{0} ist kein Abstand. Schreib Minuten, Stunden oder Tage: „every 30m“, „every 2h“ oder „every 1d“.',
  '{} is not possible: the time between two runs is one minute at least, and a year at most.':
    '{0} geht nicht: Zwischen zwei Läufen liegen mindestens eine Minute und höchstens ein Jahr.',
  '{} is not a date with a time. Write it like "at 2027-01-31 09:00".':
    '{0} ist kein Datum mit Uhrzeit. Schreib es wie „at 2027-01-31 09:00“.',
  '{w} {w} is not in the calendar.': '{0} {1} gibt es im Kalender nicht.',
  'This time has passed. Give one that is still to come.':
    'Diese Zeit ist vorbei. Gib eine an, die noch kommt.',
  'A trigger needs a title, a time or a page to watch, and something to do.':
    'Eine Automatik braucht einen Titel, eine Zeit oder eine beobachtete Seite, und etwas zu tun.',
  'Say when it is due: with a schedule ("0 8 * * mon-fri", "every 30m"), with runAt for once, or with a page to watch.':
    'Sag, wann sie an der Reihe ist: mit einem Zeitplan, einem Zeitpunkt oder einer Seite, die beobachtet wird.',
  'Give one of schedule, runAt and watch, and not two of them.':
    'Gib entweder einen Zeitplan, einen Zeitpunkt oder eine Seite an, und nicht zwei davon.',
  'A reminder notifies its owner. For anything else leave the kind out.':
    'Eine Erinnerung gibt nur Bescheid.',
  'A watched page can start the agent or a notice, not a backup.':
    'Eine beobachtete Seite kann den Agenten oder einen Hinweis auslösen, aber keine Sicherung.',
  'A changed page is read by a run that cannot act, so it starts no workflow. Give a time instead of a page.':
    'Eine geänderte Seite liest ein Lauf, der nichts tun darf, deshalb startet sie keinen Ablauf. Gib statt der Seite eine Zeit an.',
  'Say in "task" what the agent should do.': 'Sag, was der Agent tun soll.',
  'Only what the agent does can be checked against an expectation; leave it out.':
    'Nur was der Agent tut, lässt sich an einer Erwartung prüfen; lass sie weg.',
  'A watch needs the page that is watched: give its address in "watch".':
    'Zum Beobachten gehört eine Seite: Gib ihre Adresse an.',
  'One run of the workflow may cost up to ${usd}, so with ${usd} in one month none could begin. Give at least ${usd}, or smaller budgets to its steps.':
    'Ein Lauf des Ablaufs darf bis zu {0} kosten, mit {1} im Monat könnte also keiner beginnen. Gib mindestens {2}, oder seinen Schritten kleinere Budgets.',
  'The trigger has changed since its owner was asked about this. Look at it again, and ask once more.':
    'Die Automatik hat sich geändert, seit du gefragt wurdest. Sieh sie dir noch einmal an.',
  'Name {w} among the allowed hosts, too: the engine asks it after each run.':
    'Nenn {0} auch bei den erlaubten Servern: svc fragt dort nach jedem Lauf.',
  'Say either what the answer contains, or what it matches.':
    'Sag entweder, was die Antwort enthält, oder zu welchem Muster sie passt.',
  '{} is not a regular expression that the engine can search with ({}). Look-around and back references do not exist here.':
    '{0} ist kein regulärer Ausdruck, mit dem svc suchen kann. Umschau und Rückverweise gibt es hier nicht.',
  '{} is not a CSS selector that can be used here, because of {}. Use names, .classes, #ids, [attributes], spaces and >, like "main > .price".':
    '{0} ist kein CSS-Selektor, der hier geht, wegen {1}. Nimm Namen, .klassen, #ids, [attribute], Leerzeichen und >, wie „main > .price“.',
  '{} has more than {n} parts. A shorter one is enough.': '{0} hat mehr als {1} Teile. Ein kürzerer genügt.',
  '{} is not a CSS selector, like "main .price".': '{0} ist kein CSS-Selektor wie „main .price“.',
  'This is not a CSS selector, like "main .price".': 'Das ist kein CSS-Selektor wie „main .price“.',

  '{} is not the name of a tool.': '{0} ist kein Name eines Werkzeugs.',
  '{} is not a host. Write it like api.example.org, or http://api.example.org for unencrypted requests, without a path or a wildcard.':
    '{0} ist kein Server. Schreib ihn wie api.example.org, oder http://api.example.org für unverschlüsselte Anfragen, ohne Pfad und ohne Platzhalter.',
  '{} asks its owner each time, so it cannot be allowed beforehand. Leave it out.':
    '{0} fragt dich jedes Mal, lässt sich also nicht vorab erlauben. Lass es weg.',
  'What {} may send is allowed by the host: name that among the hosts, and leave the tool out.':
    'Was {0} senden darf, wird über den Server erlaubt: Nenn ihn bei den Servern, und lass das Werkzeug weg.',
  'There is no tool {}.': 'Ein Werkzeug {0} gibt es nicht.',
  'There is no tool {}. Perhaps {} is meant.': 'Ein Werkzeug {0} gibt es nicht. Vielleicht ist {1} gemeint.',
  'No tool server has a tool {}. `svc mcp show` lists what there is.':
    'Kein Werkzeugserver hat ein Werkzeug {0}.',
  'The run that reads a changed page has no tool that changes or sends anything: leave hosts, folders and tools out.':
    'Der Lauf, der eine geänderte Seite liest, hat kein Werkzeug, das etwas ändert oder sendet: Lass Server, Ordner und Werkzeuge weg.',
  'Only what the agent does can be allowed something: leave hosts, folders and tools out.':
    'Nur dem, was der Agent tut, lässt sich etwas erlauben: Lass Server, Ordner und Werkzeuge weg.',

  'The workflow has no parameter {}.': 'Der Ablauf hat keine Angabe {0}.',
  'The workflow has no parameter {}. Perhaps {} is meant.':
    'Der Ablauf hat keine Angabe {0}. Vielleicht ist {1} gemeint.',
  'The workflow has no parameter {}. It has: {}.': 'Der Ablauf hat keine Angabe {0}. Er hat: {1}.',
  'Give the parameter {}, a {s}.': 'Es fehlt die Angabe {0}, {1}.',
  'The parameter {} is a {s}.': 'Die Angabe {0} ist {1}.',
  'The parameter {} has at most {n} characters. Put long texts into a file of the workspace and name it.':
    'Die Angabe {0} hat höchstens {1} Zeichen. Gib lange Texte in eine Datei des Arbeitsordners, und nenn sie.',
  text: 'ein Text',
  number: 'eine Zahl',
  boolean: 'ja oder nein',
  'The workflow that this trigger carries out was deleted. Make a new trigger with another workflow (svc workflow, svc trigger add), and delete this one: svc trigger remove {w}.':
    'Der Ablauf, den diese Automatik ausführt, wurde gelöscht. Mach eine neue mit einem anderen Ablauf, und lösche diese.',

  'Its runs have cost ${usd} this month, and may cost ${usd}. It goes on next month, or with a higher ceiling.':
    'Ihre Läufe haben diesen Monat {0} gekostet, und dürfen {1} kosten. Nächsten Monat geht es weiter, oder mit einer höheren Obergrenze.',
  'Its runs have cost ${usd} this month, and may cost ${usd}. The next one may cost up to ${usd}. It goes on next month, or with a higher ceiling.':
    'Ihre Läufe haben diesen Monat {0} gekostet, und dürfen {1} kosten. Der nächste darf bis zu {2} kosten. Nächsten Monat geht es weiter, oder mit einer höheren Obergrenze.',
  'Its runs have cost as much as they may.': 'Ihre Läufe haben so viel gekostet, wie sie dürfen.',
  'The page could not be read: it is made in an unusual way.':
    'Die Seite ließ sich nicht lesen: Sie ist ungewöhnlich gemacht.',
  'The page answered with status {n}.': 'Die Seite antwortete mit dem Status {0}.',
  'The page is longer than 10 MB.': 'Die Seite ist länger als 10 MB.',
  'The page is not text.': 'Die Seite ist kein Text.',
  'Nothing on the page fits {} any more.': 'Auf der Seite passt nichts mehr zu {0}.',
  'There is no address for this host name. Check how it is spelled.':
    'Zu diesem Namen gibt es keine Adresse. Prüfe, wie er geschrieben ist.',
  'The host could not be reached, or closed the connection. It may be down, or not support this protocol.':
    'Der Server war nicht erreichbar oder hat die Verbindung geschlossen.',
  'The host did not send its whole response in time.': 'Der Server hat nicht rechtzeitig ganz geantwortet.',
  'This address is not on the public internet, or belongs to this engine. Only public addresses can be reached, and those that the owner has allowed. A server of this machine or its network is allowed by its owner as host:port, with private_hosts in the settings.':
    'Diese Adresse liegt nicht im öffentlichen Netz, oder sie gehört zu diesem svc. Erreichbar sind nur öffentliche Adressen und die, die du erlaubt hast. Einen Server auf diesem Rechner oder in seinem Netz erlaubst du in den Einstellungen unter „Erlaubt“ mit Host und Port (private_hosts).',
  'This page cannot be watched. {s}': 'Diese Seite lässt sich nicht beobachten. {0}',
  'This is not a valid address: give a complete http or https URL, like "https://example.org/page", without a user name or password in it.':
    'Das ist keine gültige Adresse: Gib eine ganze an, wie „https://example.org/page“, ohne Benutzernamen und Kennwort.',
};
