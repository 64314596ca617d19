/** A day alone is its midnight in UTC, as times are printed; all else is checked by the engine. */
export const instantOf = (text: string): string =>
  /^\d{4}-\d{2}-\d{2}$/u.test(text) ? `${text}T00:00:00Z` : text;
