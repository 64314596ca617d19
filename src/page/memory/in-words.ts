import { memoryWords as said } from '../words/memory.ts';
import type { Source } from './memories.ts';

/** Who brought a memory. What extraction takes are the owner's own words. */
export const sourceWords = ({ origin, tool }: Source): string =>
  tool === 'extraction'
    ? said.by.said
    : tool === null || origin === 'user'
      ? said.by[origin]
      : `${said.by[origin]} ${said.tool(tool)}`;

/** What became of a memory. */
export const stateOf = ({
  supersededAt,
  supersededBy,
}: {
  readonly supersededAt: string | null;
  readonly supersededBy: string | null;
}): 'current' | 'replaced' | 'forgotten' =>
  supersededAt === null ? 'current' : supersededBy === null ? 'forgotten' : 'replaced';
