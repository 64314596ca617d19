import type { AnyToolRow } from '../row.ts';
import { files } from './files.ts';
import { prompts } from './prompts.ts';

/** Everything the model may do. */
export const agentTools: readonly AnyToolRow[] = [...files, ...prompts];
