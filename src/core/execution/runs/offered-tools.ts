import type { PersonId } from '../../kernel/ids.ts';
import type { Tool, ToolBox } from './port.ts';

/** What was offered last. */
const offered = new WeakMap<ToolBox, readonly Tool[]>();

/**
 * The tools that a model is shown now: those of what is not connected are left out. Returns the same list for the same
 * tools, because what is counted and written out for a list is kept with it.
 */
export function offeredIn(box: ToolBox): readonly Tool[] {
  const now = box.tools().filter(({ isOffered }) => isOffered?.() ?? true);
  const last = offered.get(box);
  if (last?.length === now.length && last.every((tool, index) => tool === now[index])) return last;
  offered.set(box, now);
  return now;
}

/** Those that a run for this person may use: the same list where that is all of them. */
export function usableFor(person: PersonId, tools: readonly Tool[]): readonly Tool[] {
  const isUsable = ({ mayUse }: Tool): boolean => mayUse?.(person) ?? true;
  return tools.every(isUsable) ? tools : tools.filter(isUsable);
}
