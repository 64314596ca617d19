import type { engineSentences as english, Told } from '../en/engine-sentences.ts';
import { ofAutomation } from './sentences/automation.ts';
import { ofData } from './sentences/data.ts';
import { ofKeeping } from './sentences/keeping.ts';
import { ofModels } from './sentences/models.ts';
import { ofPeople } from './sentences/people.ts';
import { ofRequests } from './sentences/requests.ts';
import { ofServers } from './sentences/servers.ts';
import { ofSettings } from './sentences/settings.ts';

/** What the engine says in English, and the same in German. A test finds each of them in what the engine can say. */
export const engineSentences: typeof english = {
  ...ofRequests,
  ...ofPeople,
  ...ofData,
  ...ofAutomation,
  ...ofModels,
  ...ofServers,
  ...ofKeeping,
  ...ofSettings,
};

/** German marks, unless the text itself has some: then it would seem to end there. */
const quoted = (text: string): string => (/[„“”\\]/u.test(text) ? text : `„${text.slice(1, -1)}“`);

export const told: Told = { quoted };
