/** Dollars with the digits that matter: $12.34, $0.0021. */
export const dollars = (costUsd: number): string => `$${Number(costUsd.toFixed(costUsd < 1 ? 4 : 2))}`;

export const count = (value: number): string => value.toLocaleString();

export const moment = (time: string): string =>
  new Date(time).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });

export const clock = (time: string): string => new Date(time).toLocaleTimeString([], { timeStyle: 'short' });

/** A value of a tool call as a person reads it. */
export const printed = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2);
