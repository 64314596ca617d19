import type { Tool, ToolBox } from './port.ts';

/** The tools that a model is shown now: those of what is not connected are left out. */
export const offeredIn = (box: ToolBox): readonly Tool[] =>
  box.tools().filter(({ isOffered }) => isOffered?.() ?? true);
