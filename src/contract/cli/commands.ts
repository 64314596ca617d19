import type { AllOf } from '../feature.ts';
import { apis } from './apis.ts';
import { auth } from './auth.ts';
import { backups } from './backups.ts';
import { changesets } from './changesets.ts';
import { collections } from './collections.ts';
import { config } from './config.ts';
import { consents } from './consents.ts';
import { contacts } from './contacts.ts';
import { deals } from './deals.ts';
import { document } from './document.ts';
import { engine } from './engine.ts';
import { erasure } from './erasure.ts';
import { exports } from './exports.ts';
import { google } from './google.ts';
import { graph } from './graph.ts';
import { merges } from './merges.ts';
import { migration } from './migration.ts';
import { prompts } from './prompts.ts';
import { replays } from './replays.ts';
import { runs } from './runs.ts';
import { secrets } from './secrets.ts';
import { speech } from './speech.ts';
import { assistants } from './assistants.ts';
import { people } from './people.ts';
import { tags } from './tags.ts';
import { tasks } from './tasks.ts';
import { threads } from './threads.ts';
import { toolServers } from './tool-servers.ts';
import { triggers } from './triggers.ts';
import { workflows } from './workflows.ts';
import type { CommandInput, CommandRow, RouteCommand } from './command.ts';

/** The implementations of the commands: one for those that call a route, and one for each of the others. */
export type Verbs = OwnVerbs & {
  readonly ask: (route: RouteCommand, input: CommandInput) => Promise<number>;
};

/** In the order of their features. */
const LIST = [
  engine,
  runs,
  replays,
  prompts,
  changesets,
  threads,
  config,
  graph,
  merges,
  contacts,
  deals,
  apis,
  auth,
  people,
  secrets,
  consents,
  assistants,
  tags,
  toolServers,
  tasks,
  triggers,
  workflows,
  collections,
  backups,
  erasure,
  migration,
  exports,
  google,
  speech,
  document,
] as const;

type OwnVerbs = AllOf<
  (typeof LIST)[number] extends infer One
    ? One extends readonly CommandRow<infer Asked>[]
      ? Asked
      : never
    : never
>;

const LAST = 100;

/** Every command, in the order in which the help lists them. */
export const commands: readonly CommandRow<Verbs>[] = (LIST as readonly (readonly CommandRow<Verbs>[])[])
  .flat()
  .toSorted((a, b) => (a.place ?? LAST) - (b.place ?? LAST));
