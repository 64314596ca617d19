/** Backups, exports, erasure, files and memory. */
export const ofKeeping: Readonly<Record<string, string>> = {
  'is needed': 'fehlt',
  'must be an e-mail address': 'muss eine Mailadresse sein',
  'must be an address like https://…': 'muss eine Adresse sein, wie https://…',
  'must be a date like 2026-01-31': 'muss ein Datum sein, wie 2026-01-31',
  'must be a moment like 2026-01-31T12:00:00Z': 'muss ein Zeitpunkt sein, wie 2026-01-31T12:00:00Z',
  'The answer to {} {s}.': 'Die Antwort auf {0} {1}.',

  'The engine could not start on the restored files: {}.':
    'svc konnte mit den wiederhergestellten Dateien nicht starten: {0}.',
};
