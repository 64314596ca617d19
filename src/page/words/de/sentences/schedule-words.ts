const DAYS: Readonly<Record<string, string>> = {
  Monday: 'Montag',
  Tuesday: 'Dienstag',
  Wednesday: 'Mittwoch',
  Thursday: 'Donnerstag',
  Friday: 'Freitag',
  Saturday: 'Samstag',
  Sunday: 'Sonntag',
};
const DISTANCES: Readonly<Record<string, readonly [string, string]>> = {
  minute: ['Jede Minute', 'Minuten'],
  hour: ['Jede Stunde', 'Stunden'],
  day: ['Jeden Tag', 'Tage'],
};
const inGerman = (days: string): string =>
  days
    .replaceAll(/[A-Z][a-z]+/gu, (day) => DAYS[day] ?? day)
    .replaceAll(' through ', ' bis ')
    .replaceAll(/,? and /gu, ' und ');

/** What the engine calls a schedule, in German; null for an unusual one. */
export function usualSchedule(words: string): string | null {
  const [, many, unit = ''] = /^Every (?:(\d+) )?(minute|hour|day)s?$/u.exec(words) ?? [];
  const [one, several] = DISTANCES[unit] ?? [];
  if (one !== undefined) return many === undefined ? one : `Alle ${many} ${several}`;
  const [, time, rest = ''] = /^At (\d\d:\d\d)(?:, (.+))?$/u.exec(words) ?? [];
  if (time === undefined) return null;
  if (rest === '') return `Jeden Tag um ${time}`;
  const [, date] = /^on day (\d+) of the month$/u.exec(rest) ?? [];
  if (date !== undefined) return `Am ${date}. jedes Monats um ${time}`;
  const [, days] = /^(?:only on )?((?:[A-Z][a-z]+day(?:,? and |, | through )?)+)$/u.exec(rest) ?? [];
  return days === undefined ? null : `${inGerman(days)} um ${time}`;
}
