/** Schedules, watches, what an automation or a workflow may do, and what became of it. */
export const ofAutomation: Readonly<Record<string, string>> = {
  'The workflow that this trigger carries out was deleted. Make a new trigger with another workflow (svc workflow, svc trigger add), and delete this one: svc trigger remove {w}.':
    'Der Ablauf, den diese Automatik ausführt, wurde gelöscht. Mach eine neue mit einem anderen Ablauf, und lösche diese.',

  'Its runs have cost ${usd} this month, and may cost ${usd}. It goes on next month, or with a higher ceiling.':
    'Ihre Läufe haben diesen Monat {0} gekostet, und dürfen {1} kosten. Nächsten Monat geht es weiter, oder mit einer höheren Obergrenze.',
  'Its runs have cost ${usd} this month, and may cost ${usd}. The next one may cost up to ${usd}. It goes on next month, or with a higher ceiling.':
    'Ihre Läufe haben diesen Monat {0} gekostet, und dürfen {1} kosten. Der nächste darf bis zu {2} kosten. Nächsten Monat geht es weiter, oder mit einer höheren Obergrenze.',
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
