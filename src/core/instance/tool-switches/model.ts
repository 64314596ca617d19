// Room: which tools a conversation has: its owner switches families of the engine's own tools, and tool servers one by
// one, on or off. What has no switch is offered when it is needed. What is off is not offered, not found and not called
// in any run of the conversation; what is on is offered from the first turn, if there is room for all of it. A switch
// allows nothing: consent decides about each call as ever.

import { CORE, type DeclaredTool } from '../../ports/tools.ts';
import { OF_SERVER } from './limits.ts';

/** By family, or by `server:` and the name of a tool server. Sorted by name. */
export type ToolSwitches = Readonly<Record<string, boolean>>;

/** Of null: it has no switch any more. */
export type SwitchChanges = Readonly<Record<string, boolean | null>>;

interface Belonging extends Pick<DeclaredTool, 'family'> {
  readonly ofServer?: string;
}

/** The name of the switch that a tool belongs to. The small core has none that could be set. */
export const switchOf = ({ family = CORE, ofServer }: Belonging): string =>
  ofServer === undefined ? family : `${OF_SERVER}${ofServer}`;

/** Whether a switch is on or off; null: neither. */
export const stateOf = (switches: ToolSwitches | null, name: string): boolean | null =>
  switches !== null && Object.hasOwn(switches, name) ? (switches[name] ?? null) : null;

export const isSwitched = (switches: ToolSwitches | null, tool: Belonging): boolean | null =>
  stateOf(switches, switchOf(tool));

/** Without the tools that are switched off; the same list if none is. */
export function notSwitchedOff<One extends Belonging>(
  tools: readonly One[],
  switches: ToolSwitches | null,
): readonly One[] {
  const left = tools.filter((tool) => isSwitched(switches, tool) !== false);
  return left.length === tools.length ? tools : left;
}

/** Null where nothing is switched. */
export function changedSwitches(
  before: ToolSwitches | null,
  changes: SwitchChanges | null,
): ToolSwitches | null {
  const merged = Object.entries({ ...(changes === null ? {} : before), ...changes });
  const left = merged.filter((one): one is [string, boolean] => one[1] !== null);
  return left.length === 0 ? null : sorted(left);
}

/** What either has switched off is off. */
export function strictest(first: ToolSwitches | null, second: ToolSwitches | null): ToolSwitches | null {
  const off = Object.entries(second ?? {}).filter(([, isOn]) => !isOn);
  return off.length === 0 ? first : sorted([...Object.entries(first ?? {}), ...off]);
}

const sorted = (switches: readonly (readonly [string, boolean])[]): ToolSwitches =>
  Object.fromEntries(
    Object.entries(Object.fromEntries(switches)).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)),
  );
