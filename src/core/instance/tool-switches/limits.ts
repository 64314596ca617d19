import { FAMILIES_TO_SWITCH } from '../../ports/tools.ts';

/** Before the name of a tool server, so that it cannot be taken for a family. */
export const OF_SERVER = 'server:';

export const switchLimits = {
  /** In one conversation: more than there are families and tool servers. */
  most: 300,
  /** What has a switch, as JSON Schema has it: a family, or a tool server by its name. */
  pattern: String.raw`^(?:${FAMILIES_TO_SWITCH.join('|')}|${OF_SERVER}[^\u0000-\u001f\u007f]{1,100})$`,
} as const;
