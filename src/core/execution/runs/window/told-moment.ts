/**
 * What a model is told of the time, as a part of the tail of every request of its run: when the run began, so that the
 * bytes are the same for all of them. Not in the system prompt, which must stay the same from one run to the next. A run
 * that lasts over midnight keeps its beginning, and the words say that it is one.
 *
 * `at`: milliseconds since the epoch. `timeZone`: as IANA names it.
 */
export const momentIn = (at: number, timeZone: string): string => {
  const said = (form: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat('en-GB', { ...form, timeZone }).format(at);
  const time = said({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return `Now, as this work begins (told by the engine): ${said({ weekday: 'long' })}, ${said({ dateStyle: 'long' })}, ${time} (${timeZone})`;
};

/** The end of every request of a run: its moment, and what is remembered. */
export const tailOf = (at: number, timeZone: string, remembered = ''): string =>
  [momentIn(at, timeZone), remembered].filter((part) => part !== '').join('\n\n');
