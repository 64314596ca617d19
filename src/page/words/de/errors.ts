import type { errorLeads as englishLeads, errorWords as english } from '../en/errors.ts';

/**
 * By the code of a problem that a person meets on the page: all that there is to say. Codes whose sentence names facts, like
 * what is wrong with which part of an input, are below.
 */
export const errorWords: typeof english = {
  internal: 'In svc ist ein Fehler aufgetreten. Einzelheiten stehen im Protokoll.',

  interrupted: 'svc wurde beendet, bevor dieser Lauf fertig war.',
  empty_answer: 'Das Modell hat seine Runde ohne Antwort beendet.',
  context_overflow:
    'Das Kontextfenster des Modells ist zu klein für die Anweisungen, die Werkzeuge und eine Nachricht.',
  run_failed: 'Der Lauf ist fehlgeschlagen.',
};

/**
 * By the code of a problem whose sentence names facts, what it is about. The sentence of the engine follows, in English, where it is
 * not data: in what an earlier version wrote.
 */
export const errorLeads: typeof englishLeads = {
  provider_error: 'Das Modell ließ sich nicht aufrufen.',
  provider_timeout: 'Das Modell hat nicht rechtzeitig geantwortet.',
  budget: 'Das könnte mehr kosten, als noch ausgegeben werden darf.',
  ceiling_reached: 'Die Läufe haben so viel gekostet, wie sie dürfen.',
};
