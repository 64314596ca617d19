import type { engineSentences as english, quotesTold as quotesInEnglish } from '../en/engine-sentences.ts';
import { ofAutomation } from './sentences/automation.ts';
import { ofConsents } from './sentences/consents.ts';
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
  ...ofConsents,
};

/** Text with marks of its own within them, or with a backslash, stays as a program writes it. */
export const quotesTold: typeof quotesInEnglish = (text) =>
  text.includes('\\') ? text : text.replaceAll(/"([^"]+)"/gu, '„$1“');
