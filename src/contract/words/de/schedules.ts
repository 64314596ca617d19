import type { ScheduleSays } from '../../../core/automation/triggers/says.ts';
import { clockTime } from '../clock.ts';
import { runsIn } from '../runs-in.ts';
import type { Tell, Words } from '../says.ts';
import { listed, minuteIn, number } from './forms.ts';

const MONTHS = 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(
  ' ',
);
const WEEKDAYS = 'Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag'.split(' ');
const UNITS = {
  minute: ['Jede Minute', 'Minuten'],
  hour: ['Jede Stunde', 'Stunden'],
  day: ['Jeden Tag', 'Tage'],
} as const;

const every = (count: number, unit: keyof typeof UNITS): string => {
  const [one, several] = UNITS[unit];
  return count === 1 ? one : `Alle ${number(count)} ${several}`;
};

const named = (values: readonly number[], name: (value: number) => string): string =>
  listed(runsIn(values).map(([from, to]) => (from === to ? name(from) : `${name(from)} bis ${name(to)}`)));

const ofWeek = (weekdays: readonly number[]): string => named(weekdays, (day) => WEEKDAYS[day] ?? '');

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

const onlyOn = (
  { onlyIf, months }: Pick<ScheduleSays['schedule.of-day'], 'onlyIf' | 'months'>,
  tell: Tell,
): string => [onlyIf && `, nur wenn es ${tell(onlyIf)} ist`, months && `, ${tell(months)}`].join('');

export const schedules: Words<ScheduleSays> = {
  'schedule.at': ({ at, zone }) => `Einmal: ${minuteIn(at, zone)}`,
  'schedule.every': ({ count, unit }) => every(count, unit),
  'schedule.fields': ({ fields }) => `Nach Cron: ${fields}`,
  'schedule.of-day': ({ minutes, days, ...rest }, tell) => {
    const times = listed(minutes.map(clockTime));
    const on = days === null ? 'Jeden Tag' : capital(tell(days));
    return `${on} um ${times}${onlyOn(rest, tell)}`;
  },
  'schedule.often': ({ count, unit, minutes, from, to, days, ...rest }, tell) => {
    const at = minutes.length === 0 ? '' : ` zur Minute ${listed(minutes.map(String))}`;
    const hours =
      from === null || to === null ? '' : ` von ${clockTime(60 * from)} bis ${clockTime(60 * to + 59)}`;
    const on = days === null ? '' : `, ${tell(days)}`;
    return `${every(count, unit)}${at}${hours}${on}${onlyOn(rest, tell)}`;
  },
  'days.of-month': ({ days }) => `am ${named(days, (day) => `${day}.`)} jedes Monats`,
  'days.odd': () => 'an ungeraden Tagen des Monats',
  'days.even': () => 'an geraden Tagen des Monats',
  'days.of-week': ({ weekdays }) => ofWeek(weekdays),
  'days.only-of-week': ({ weekdays }) => ofWeek(weekdays),
  'days.either': (facts, tell) => `${tell(facts.ofMonth)} oder am ${tell(facts.ofWeek)}`,
  'months.only': ({ months }) => `nur im ${named(months, (month) => MONTHS[month - 1] ?? '')}`,
};
