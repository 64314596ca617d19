const NAMES: Readonly<Record<string, string>> = {
  Monday: 'Montag',
  Tuesday: 'Dienstag',
  Wednesday: 'Mittwoch',
  Thursday: 'Donnerstag',
  Friday: 'Freitag',
  Saturday: 'Samstag',
  Sunday: 'Sonntag',
  January: 'Januar',
  February: 'Februar',
  March: 'März',
  May: 'Mai',
  June: 'Juni',
  July: 'Juli',
  October: 'Oktober',
  December: 'Dezember',
};
const DISTANCES: Readonly<Record<string, readonly [string, string]>> = {
  minute: ['Jede Minute', 'Minuten'],
  hour: ['Jede Stunde', 'Stunden'],
  day: ['Jeden Tag', 'Tage'],
};

/** The words of the engine for a schedule; those that it does not know stay as they are. */
export function scheduled(words: string): string {
  if (words.startsWith('By cron: ')) return words.replace('By cron', 'Nach Cron');
  // Items of a list follow a comma, too; what begins a new part does not begin an item.
  const [times = '', ...parts] = words.split(/, (?=on |only |and only |[A-Z][a-z]+day through )/u);
  const days = parts
    .map(dayPart)
    .join(', ')
    .replace(/^nur am ([A-Z])/u, '$1');
  const [, clock] = /^At (.+)$/u.exec(times) ?? [];
  if (clock === undefined) return [oftenPart(times), days].filter((part) => part !== '').join(', ');
  const at = `um ${inGerman(clock)}`;
  if (days === '') return `Jeden Tag ${at}`;
  if (days.startsWith('nur im ')) return `Jeden Tag ${at}, ${days}`;
  const [first = '', ...rest] = days.split(/(?=, nur )/u);
  return `${first.charAt(0).toUpperCase()}${first.slice(1)} ${at}${rest.join('')}`;
}

const inGerman = (list: string): string =>
  list
    .replaceAll(/[A-Z][a-z]+/gu, (name) => NAMES[name] ?? name)
    .replaceAll(' through ', ' bis ')
    .replaceAll(' and ', ' und ');

function oftenPart(times: string): string {
  const [, many, unit = '', minutes, from, to] =
    /^Every (?:(\d+) )?(minute|hour|day)s?(?: at minutes? ([\d, and]+?))?(?: from (\S+) to (\S+))?$/u.exec(
      times,
    ) ?? [];
  const [one, several] = DISTANCES[unit] ?? [];
  if (one === undefined) return times;
  return [
    many === undefined ? one : `Alle ${many} ${several}`,
    ...(minutes === undefined ? [] : [`zur Minute ${inGerman(minutes)}`]),
    ...(from === undefined ? [] : [`von ${from} bis ${to}`]),
  ].join(' ');
}

function dayPart(part: string): string {
  const [, months] = /^only in (.+)$/u.exec(part) ?? [];
  if (months !== undefined) return `nur im ${inGerman(months)}`;
  const [, also] = /^and only if it is (.+)$/u.exec(part) ?? [];
  if (also !== undefined) return `nur wenn es ${inGerman(also)} ist`;
  const [ofMonth = '', ofWeek] = part.split(' or on ');
  const or = ofWeek === undefined ? '' : ` oder am ${inGerman(ofWeek)}`;
  if (/^on (?:odd|even) /u.test(ofMonth))
    return `an ${ofMonth.startsWith('on odd') ? 'ungeraden' : 'geraden'} Tagen des Monats${or}`;
  const [, days] = /^on day (.+) of the month$/u.exec(ofMonth) ?? [];
  if (days !== undefined) return `am ${inGerman(days).replaceAll(/\d+/gu, '$&.')} jedes Monats${or}`;
  return `nur am ${inGerman(ofMonth.replace(/^only on /u, ''))}`;
}
