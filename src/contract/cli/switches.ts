import type { CommandInput } from './command.ts';
import type { Tell } from './says.ts';

/** Options that switch tools on and off. */
export const switchOptions = [
  { name: 'on', value: 'tools', repeats: true },
  { name: 'off', value: 'tools', repeats: true },
  { name: 'by-need', value: 'tools', repeats: true },
] as const;

/** Nothing where none is given. */
export function switchesFrom({ lists }: CommandInput): {
  readonly tools?: Readonly<Record<string, boolean | null>>;
} {
  const states = { on: true, off: false, 'by-need': null } as const;
  const given = Object.entries(states).flatMap(([option, state]) =>
    (lists.get(option) ?? []).map((name) => [name, state] as const),
  );
  return given.length === 0 ? {} : { tools: Object.fromEntries(given) };
}

/** What is on, and what is off. */
export const switchLines = (
  switches: Readonly<Record<string, boolean>> | null,
  tell: Tell,
): readonly (readonly [string, string])[] =>
  Object.entries(switches ?? {}).map(([name, isOn]) => [name, tell(isOn ? 'switch.on' : 'switch.off')]);
