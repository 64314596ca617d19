import { agentsTold } from '../adapters/in/agent/agents.ts';
import { apisTold } from '../adapters/in/agent/apis.ts';
import { filesTold } from '../adapters/in/agent/files.ts';
import { memoryTold } from '../adapters/in/agent/memory.ts';
import { promptsTold } from '../adapters/in/agent/prompts.ts';
import { runsTold } from '../adapters/in/agent/runs.ts';
import { secretsTold } from '../adapters/in/agent/secrets.ts';
import { webTold } from '../adapters/in/agent/web.ts';

/** How the results of all tools are told to the model. */
export const toldBy = {
  ...agentsTold,
  ...apisTold,
  ...filesTold,
  ...memoryTold,
  ...promptsTold,
  ...runsTold,
  ...secretsTold,
  ...webTold,
};
