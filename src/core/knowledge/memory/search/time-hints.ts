const DAY = 24 * 60 * 60 * 1000;

export interface TimeRange {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

const MONTHS = 'january|february|march|april|may|june|july|august|september|october|november|december'.split(
  '|',
);

const inMonth = (year: number, month: number): TimeRange => ({
  from: Date.UTC(year, month, 1),
  to: Date.UTC(year, month + 1, 1),
});

const inDay = (at: number, days = 1): TimeRange => ({ from: at, to: at + days * DAY });

/**
 * The time range that a question names ("last week", "in May", "on 8 May 2023", "2023-05-08"), in UTC, relative to
 * `now`; null if it names none. A month without a year is the most recent one that has begun.
 */
export function timeIn(question: string, now: number): TimeRange | null {
  const text = question.slice(0, 2_000).toLowerCase();
  return exactDate(text, now) ?? relative(text, now) ?? month(text, now) ?? year(text);
}

function exactDate(text: string, now: number): TimeRange | null {
  const iso = /\b((?:19|20)\d\d)-(\d\d)-(\d\d)\b/u.exec(text);
  if (iso) return valid(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3]));
  const names = MONTHS.map((name) => `${name}|${name.slice(0, 3)}`).join('|');
  const before = new RegExp(
    `\\b(\\d{1,2})(?:st|nd|rd|th)? (?:of )?(${names})\\b(?:,? ((?:19|20)\\d\\d))?`,
    'u',
  );
  const after = new RegExp(`\\b(${names}) (\\d{1,2})(?:st|nd|rd|th)?\\b(?:,? ((?:19|20)\\d\\d))?`, 'u');
  const [day, name, stated] = before.exec(text)?.slice(1) ?? swapped(after.exec(text)) ?? [];
  if (day === undefined || name === undefined) return null;
  const index = MONTHS.findIndex((one) => one.startsWith(name));
  return valid(stated === undefined ? yearOf(index, now) : Number(stated), index, Number(day));
}

const swapped = (match: RegExpExecArray | null): readonly (string | undefined)[] | undefined =>
  match ? [match[2], match[1], match[3]] : undefined;

function valid(year: number, month: number, day: number): TimeRange | null {
  const at = Date.UTC(year, month, day);
  return new Date(at).getUTCDate() === day && day > 0 ? inDay(at) : null;
}

function relative(text: string, now: number): TimeRange | null {
  const today = Math.floor(now / DAY) * DAY;
  if (/\b(?:today|tonight|this morning)\b/u.test(text)) return inDay(today);
  if (/\b(?:yesterday|last night)\b/u.test(text)) return inDay(today - DAY);
  const monday = today - ((new Date(today).getUTCDay() + 6) % 7) * DAY;
  if (/\bthis week\b/u.test(text)) return inDay(monday, 7);
  if (/\b(?:last|past) week\b/u.test(text)) return inDay(monday - 7 * DAY, 7);
  const [thisYear, thisMonth] = [new Date(now).getUTCFullYear(), new Date(now).getUTCMonth()];
  if (/\bthis month\b/u.test(text)) return inMonth(thisYear, thisMonth);
  if (/\b(?:last|past) month\b/u.test(text)) return inMonth(thisYear, thisMonth - 1);
  if (/\bthis year\b/u.test(text)) return { from: Date.UTC(thisYear, 0), to: Date.UTC(thisYear + 1, 0) };
  if (/\blast year\b/u.test(text)) return { from: Date.UTC(thisYear - 1, 0), to: Date.UTC(thisYear, 0) };
  const ago = /\b(\d{1,3}) (day|week|month)s? ago\b/u.exec(text);
  if (!ago) return null;
  const [days, slack] = { day: [1, 1], week: [7, 7], month: [30, 31] }[ago[2] as 'day' | 'week' | 'month'];
  return inDay(today - Number(ago[1]) * (days ?? 1) * DAY - Math.floor((slack ?? 1) / 2) * DAY, slack);
}

/** "may" and "march" are also verbs: as months they need a preposition before them or a year after them. */
function month(text: string, now: number): TimeRange | null {
  const named = new RegExp(
    `\\b(?:in|since|during|last|of|around|early|late|mid) (${MONTHS.join('|')})\\b(?:,? ((?:19|20)\\d\\d))?`,
    'u',
  ).exec(text);
  if (named?.[1] === undefined) return null;
  const index = MONTHS.indexOf(named[1]);
  return inMonth(named[2] === undefined ? yearOf(index, now) : Number(named[2]), index);
}

const year = (text: string): TimeRange | null => {
  const named = /\b((?:19|20)\d\d)\b/u.exec(text)?.[1];
  return named === undefined
    ? null
    : { from: Date.UTC(Number(named), 0), to: Date.UTC(Number(named) + 1, 0) };
};

function yearOf(month: number, now: number): number {
  const today = new Date(now);
  return month <= today.getUTCMonth() ? today.getUTCFullYear() : today.getUTCFullYear() - 1;
}

const TELLS_TIME =
  /\b(?:yesterday|today|tonight|tomorrow|ago|last|next|since|until|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|may|june|july|august|september|october|november|december|christmas|easter|weekends?|years?|months?|weeks?|days?|hours?|morning|evening|night|summer|spring|autumn|winter|(?:19|20)\d\d|\d{1,2}(?:st|nd|rd|th)|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth)\b/iu;

const TELLS_NUMBER =
  /\b(?:\d+|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w{3,5}teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|half|once|twice)\b/iu;

/** Whether a text says when something happens: what a question with "when" looks for. */
export const tellsTime = (text: string): boolean => TELLS_TIME.test(text);
export const tellsNumber = (text: string): boolean => TELLS_NUMBER.test(text);
