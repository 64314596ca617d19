/** Schedules, watches, what an automation or a workflow may do, and what became of it. */
export const ofAutomation: Readonly<Record<string, string>> = {
  'The workflow that this trigger carries out was deleted. Make a new trigger with another workflow (svc workflow, svc trigger add), and delete this one: svc trigger remove {w}.':
    'Der Ablauf, den diese Automatik ausführt, wurde gelöscht. Mach eine neue mit einem anderen Ablauf, und lösche diese.',
  'The workflow that it carries out was deleted. Make a new trigger with another workflow, and delete this one.':
    'Der Ablauf, den sie ausführt, wurde gelöscht. Mach eine neue Automatik mit einem anderen Ablauf, und lösche diese.',

  'Another run was in progress in its conversation, so it did not begin.':
    'In ihrer Unterhaltung lief schon etwas, deshalb begann sie nicht.',
  'The time before was still in progress, so it did not begin again.':
    'Das Mal davor lief noch, deshalb begann sie nicht noch einmal.',
  'The page was read for the first time. From now on changes are noticed.':
    'Die Seite wurde zum ersten Mal gelesen. Von jetzt an fallen Änderungen auf.',
  'Paused: {}': 'Pausiert: {0}',
  'Failed: {}': 'Fehlgeschlagen: {0}',
  'Cut off: {}': 'Abgebrochen: {0}',
  'It failed {n} times in a row. The last time: {s}':
    'Das ging {0}-mal hintereinander nicht. Beim letzten Mal: {1}',
  '{w} has changed.': '{0} hat sich geändert.',
  '{w} has not changed, and says this:': '{0} hat sich nicht geändert und sagt:',
  'New:': 'Neu:',
  'No longer there:': 'Nicht mehr da:',
  'The step {w} failed: {s}': 'Der Schritt {0} ist fehlgeschlagen: {1}',
  'The page has not changed.': 'Die Seite hat sich nicht geändert.',
  'Its runs have cost ${usd} this month, and may cost ${usd}. It goes on next month, or with a higher ceiling.':
    'Ihre Läufe haben diesen Monat {0} gekostet, und dürfen {1} kosten. Nächsten Monat geht es weiter, oder mit einer höheren Obergrenze.',
  'Its runs have cost ${usd} this month, and may cost ${usd}. The next one may cost up to ${usd}. It goes on next month, or with a higher ceiling.':
    'Ihre Läufe haben diesen Monat {0} gekostet, und dürfen {1} kosten. Der nächste darf bis zu {2} kosten. Nächsten Monat geht es weiter, oder mit einer höheren Obergrenze.',
  'The notice is in the list of what waits.': 'Der Hinweis steht bei dem, was wartet.',
  'The engine stopped before it was finished. It is not repeated by itself: run it again if it is still wanted.':
    'svc wurde beendet, bevor es fertig war. Von selbst wird es nicht wiederholt: Starte es noch einmal, wenn du es noch willst.',
  'The disk failed while it was in progress, so it is not known how far it came. Run it again if it is still wanted.':
    'Die Festplatte fiel währenddessen aus, deshalb ist nicht bekannt, wie weit es kam. Starte es noch einmal, wenn du es noch willst.',
  'It was due before a backup was restored, and may have been done already. Run it now if it is still wanted.':
    'Das war fällig, bevor eine Sicherung wiederhergestellt wurde, und ist vielleicht schon geschehen. Starte es, wenn du es noch willst.',
  'It was stopped.': 'Es wurde angehalten.',
  'A trial carries nothing out.': 'Eine Probe führt nichts aus.',
  'The engine was not running.': 'svc lief nicht.',
  'The machine slept, or its clock was set.': 'Der Rechner schlief, oder seine Uhr wurde gestellt.',
  'A backup was restored.': 'Eine Sicherung wurde wiederhergestellt.',
  'The engine ended while the page was read.': 'svc endete, während die Seite gelesen wurde.',
  'No reason is known.': 'Ein Grund ist nicht bekannt.',
  'The backup failed. The log of the engine says why.':
    'Die Sicherung ist fehlgeschlagen. Das Protokoll von svc sagt, warum.',
  'The page could not be read: it is made in an unusual way.':
    'Die Seite ließ sich nicht lesen: Sie ist ungewöhnlich gemacht.',
  'The page answered with status {n}.': 'Die Seite antwortete mit dem Status {0}.',
  'The page is longer than 10 MB.': 'Die Seite ist länger als 10 MB.',
  'The page is not text.': 'Die Seite ist kein Text.',
  'Nothing on the page fits {} any more.': 'Auf der Seite passt nichts mehr zu {0}.',
  'Some of its steps failed.': 'Einige seiner Schritte sind fehlgeschlagen.',
  'It was not begun, because the step {} did not succeed.':
    'Er wurde nicht begonnen, weil der Schritt {0} nicht gelang.',
  'The file {} is not there.': 'Die Datei {0} gibt es nicht.',
  'The file {} was not changed.': 'Die Datei {0} wurde nicht geändert.',
  'The answer does not contain {}.': 'Die Antwort enthält {0} nicht.',
  'The answer does not match {}.': 'Die Antwort passt nicht zu {0}.',
  '{} answered {}, not {n}.': '{0} antwortete mit {1}, nicht mit {2}.',
  'The collection {} has no such record.': 'Die Sammlung {0} hat keinen solchen Datensatz.',
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
