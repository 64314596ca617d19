const DAY_FIRST = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/u;

/**
 * A day with points between its numbers, such as 2.11.2026, in ISO 8601; any other text as it is. Where points are
 * written, the day comes first. With strokes it may be the month, so 2/11/2026 stays as it is.
 */
export const isoDay = (text: string): string =>
  text
    .trim()
    .replace(DAY_FIRST, (_, day: string, month: string, year: string) =>
      [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-'),
    );
