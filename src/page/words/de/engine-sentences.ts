import { wallTime } from '../../parts/format.ts';
import type {
  engineSentences as english,
  questionSentences as englishQuestions,
  Told,
} from '../en/engine-sentences.ts';
import { ofAutomation } from './sentences/automation.ts';
import { ofConsents } from './sentences/consents.ts';
import { ofData } from './sentences/data.ts';
import { ofKeeping } from './sentences/keeping.ts';
import { ofModels } from './sentences/models.ts';
import { ofPermissions } from './sentences/permissions.ts';
import { ofPeople } from './sentences/people.ts';
import { ofRequests } from './sentences/requests.ts';
import { scheduled } from './sentences/schedule-words.ts';
import { ofServers } from './sentences/servers.ts';
import { ofSettings } from './sentences/settings.ts';

export const questionSentences: typeof englishQuestions = { ...ofPermissions, ...ofConsents };

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
  ...questionSentences,
};

/** German marks, unless the text itself has some: then it would seem to end there. */
const quoted = (text: string): string => (/[„“”\\]/u.test(text) ? text : `„${text.slice(1, -1)}“`);

const WINDOWS: Readonly<Record<string, string>> = {
  second: 'Sekunde',
  minute: 'Minute',
  hour: 'Stunde',
  day: 'Tag',
};

export const told: Told = {
  quoted,
  schedule: scheduled,
  times: (times) => times.map(wallTime).join('; '),
  limits: (said) =>
    said === 'no limit'
      ? 'keine Grenze'
      : said.replaceAll(/ per ([a-z]+)/gu, (_, window: string) => ` pro ${WINDOWS[window] ?? window}`),
};
