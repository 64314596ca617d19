/** What an automation or a workflow may do, and may cost. */
export const ofPermissions: Readonly<Record<string, string>> = {
  'It may read, and nothing else without asking you.':
    'Lesen ist erlaubt, und sonst nichts, ohne dich zu fragen.',
  'It may read. Everything else it asks.': 'Lesen ist erlaubt. Alles andere wird erfragt.',
  'It may send to {l} without asking.': 'Ohne Rückfrage erlaubt: senden an {0}.',
  'It may change files in the whole workspace without asking.':
    'Ohne Rückfrage erlaubt: alle Dateien des Arbeitsordners ändern.',
  'It may change files in the folder {q} without asking.':
    'Ohne Rückfrage erlaubt: Dateien ändern im Ordner {0}.',
  'It may change files in the folders {l} without asking.':
    'Ohne Rückfrage erlaubt: Dateien ändern in den Ordnern {0}.',
  'It may use {l} without asking.': 'Ohne Rückfrage erlaubt: {0} benutzen.',
  'After each run the engine asks {q}.': 'Nach jedem Lauf fragt svc {0} ab.',
  'A run may cost up to ${usd}, if each step uses all of its budget.':
    'Ein Lauf darf bis zu {0} kosten, wenn jeder Schritt sein ganzes Budget braucht.',
  'It makes a backup of everything on this machine.':
    'Sie macht eine Sicherung von allem auf diesem Rechner.',
  'It carries out a saved workflow, and may do what that workflow may.':
    'Sie führt einen gespeicherten Ablauf aus und darf, was dieser Ablauf darf.',
  'It shows you a notice on this machine. Nothing leaves it.':
    'Sie zeigt dir einen Hinweis auf diesem Rechner. Nichts verlässt ihn.',
  'The agent reads what has changed and reports it. It has no tool that changes or sends anything.':
    'Der Agent liest, was sich geändert hat, und berichtet es. Er hat kein Werkzeug, das etwas ändert oder sendet.',
  'Its costs have no ceiling of their own: those of your settings count.':
    'Ihre Kosten haben keine eigene Obergrenze: Es gelten die der Einstellungen.',
  'It may cost at most ${usd} in one run.': 'Sie darf in einem Lauf höchstens {0} kosten.',
  'It may cost at most ${usd} in one month.': 'Sie darf in einem Monat höchstens {0} kosten.',
  'It may cost at most ${usd} in one run and ${usd} in one month.':
    'Sie darf in einem Lauf höchstens {0} und in einem Monat höchstens {1} kosten.',
};
