import type { AnyToolRow } from '../row.ts';
import { agents } from './agents.ts';
import { apis } from './apis.ts';
import { files } from './files.ts';
import { memory } from './memory.ts';
import { prompts } from './prompts.ts';
import { runs } from './runs.ts';
import { secrets } from './secrets.ts';
import { web } from './web.ts';

/** Everything the model may do. */
export const agentTools: readonly AnyToolRow[] = [
  ...agents,
  ...apis,
  ...files,
  ...memory,
  ...prompts,
  ...runs,
  ...secrets,
  ...web,
];
