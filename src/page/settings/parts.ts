import { isTheirs } from '../engine/me.ts';
import { areaWords as said } from '#words/areas.ts';

export type SettingsPart = keyof typeof said.settingsParts;

/** Whose each part of the settings is. */
const whoseParts: Readonly<Record<SettingsPart, 'owner' | 'person'>> = {
  model: 'owner',
  instructions: 'owner',
  assistants: 'person',
  profiles: 'owner',
  secrets: 'person',
  allowed: 'person',
  apis: 'owner',
  google: 'owner',
  people: 'person',
  browser: 'person',
};

/** Those that this person has, by their names, with their titles. */
export const settingsParts = (): Readonly<Partial<Record<SettingsPart, string>>> =>
  Object.fromEntries(
    Object.entries(said.settingsParts).filter(([part]) =>
      isTheirs({ who: whoseParts[part as SettingsPart] }),
    ),
  );
