const two = (value: number): string => String(value).padStart(2, '0');

let write = (minute: number): string => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;

/** A time of the day, by its minute: 09:00, or as who reads writes it. */
export const clockTime = (minute: number): string => write(minute);

/** From now on times of the day are written so. For a program with one reader, as the page is. */
export function writeClock(habit: (minute: number) => string): void {
  write = habit;
}
