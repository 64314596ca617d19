import type { CommandInput } from './command.ts';

/** Options that switch tools on and off. */
export const switchOptions = [
  { name: 'on', value: 'tools', summary: 'offered from the first turn, if there is room', repeats: true },
  { name: 'off', value: 'tools', summary: 'neither offered nor found nor called', repeats: true },
  { name: 'by-need', value: 'tools', summary: 'offered when they are needed', repeats: true },
] as const;

export const ABOUT_SWITCHES = `
TOOLS is a family, like contacts, or server: and the name of a tool server; svc threads tools ID prints them.`;

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
): readonly (readonly [string, string])[] =>
  Object.entries(switches ?? {}).map(([name, isOn]) => [name, isOn ? 'on' : 'off']);
