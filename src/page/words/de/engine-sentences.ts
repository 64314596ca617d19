import { wallTime } from '../../parts/format.ts';
import type { engineSentences as english, Told } from '../en/engine-sentences.ts';
import { ofAutomation } from './sentences/automation.ts';
import { ofConsents } from './sentences/consents.ts';
import { ofData } from './sentences/data.ts';
import { ofKeeping } from './sentences/keeping.ts';
import { ofModels } from './sentences/models.ts';
import { ofPeople } from './sentences/people.ts';
import { ofRequests } from './sentences/requests.ts';
import { scheduled } from './sentences/schedule-words.ts';
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
const text = (said: string): string => (said.includes('\\') ? said : said.replaceAll(/"([^"]+)"/gu, '„$1“'));

const WINDOWS: Readonly<Record<string, string>> = {
  second: 'Sekunde',
  minute: 'Minute',
  hour: 'Stunde',
  day: 'Tag',
};

export const told: Told = {
  text,
  when: (said) => {
    const [, words = said, schedule = ''] = /^(.+) \("(.*)"\)$/su.exec(said) ?? [];
    return `${scheduled(words, schedule)} (${text(JSON.stringify(schedule))})`;
  },
  times: (times) => times.map(wallTime).join('; '),
  limits: (said) =>
    said === 'no limit'
      ? 'keine Grenze'
      : said.replaceAll(/ per ([a-z]+)/gu, (_, window: string) => ` pro ${WINDOWS[window] ?? window}`),
};
