import cronstrue from 'cronstrue';
import 'cronstrue/locales/de.js';

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

/** The words of the engine for a schedule, or for an unusual one those of its library. */
export const scheduled = (words: string, schedule: string): string =>
  usual(words) ?? ofLibrary(words, schedule);

/** As the library names them: an Tag 1, 10 und 15 des Monats. */
const DAYS_OF_MONTH = /an Tag (\d+(?:(?:, | und )\d+)*) des Monats/u;

const WEEKDAY = /(?:Mon|Diens|Donners|Frei|Sams|Sonn)tag|Mittwoch/gu;
/** As the library names them: nur jeden Montag und Mittwoch. */
const ONLY_ON = /nur jeden ([^,]+)/u;

function ofLibrary(words: string, schedule: string): string {
  try {
    return cronstrue
      .toString(schedule, { locale: 'de', use24HourTimeFormat: true })
      .replace(/^Bei Minute ([\d und]+)$/u, 'Jede Stunde zur Minute $1')
      .replace(/^Bei Minute /u, 'Zur Minute ')
      .replace(ONLY_ON, (_, days: string) => days.replaceAll(WEEKDAY, (day) => `${day.toLowerCase()}s`))
      .replace(DAYS_OF_MONTH, (_, days: string) => `am ${days.replaceAll(/\d+/gu, '$&.')} des Monats`);
  } catch {
    return words;
  }
}

/** Null for what is not usual. */
function usual(words: string): string | null {
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
