import type { HttpRows } from '../row.ts';
import { apis } from './apis.ts';
import { auth } from './auth.ts';
import { byThread } from './by-thread.ts';
import { changesets } from './changesets.ts';
import { consents } from './consents.ts';
import { config } from './config.ts';
import { document } from './document.ts';
import { engine } from './engine.ts';
import { files } from './files.ts';
import { health } from './health.ts';
import { memory } from './memory.ts';
import { history } from './history.ts';
import { metrics } from './metrics.ts';
import { prompts } from './prompts.ts';
import { runs } from './runs.ts';
import { search } from './search.ts';
import { secrets } from './secrets.ts';
import { sessions } from './sessions.ts';
import { threads } from './threads.ts';
import { vault } from './vault.ts';

const all = (): HttpRows => httpRows;

/** Every route that the engine serves, by operation id. */
export const httpRows = {
  ...health,
  ...engine,
  ...sessions,
  ...runs,
  ...prompts,
  ...changesets,
  ...threads,
  ...byThread,
  ...files,
  ...config,
  ...memory,
  ...history,
  ...apis,
  ...auth,
  ...metrics,
  ...search,
  ...secrets,
  ...vault,
  ...consents,
  ...document(all),
};
