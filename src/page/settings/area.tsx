import type { ComponentType, VNode } from 'preact';
import { place } from '../app/place.ts';
import { areaWords } from '#words/areas.ts';
import { Allowed } from './allowed.tsx';
import { Apis } from './apis.tsx';
import { Assistants } from './assistants.tsx';
import { Google } from './google/part.tsx';
import { Instructions } from './instructions.tsx';
import { settingsParts, type SettingsPart } from './parts.ts';
import { ModelSettings } from './model-settings.tsx';
import { People } from './people/part.tsx';
import { Profiles } from './profiles.tsx';
import { Secrets } from './secrets.tsx';
import './settings.css';
import { ThisBrowser } from './this-browser.tsx';

/** By their names in the address: `#/settings/secrets`. The first one is shown without a name. */
const parts: Readonly<Record<SettingsPart, ComponentType>> = {
  model: ModelSettings,
  instructions: Instructions,
  assistants: Assistants,
  profiles: Profiles,
  secrets: Secrets,
  allowed: Allowed,
  apis: Apis,
  google: Google,
  people: People,
  browser: ThisBrowser,
};

export default function SettingsArea(): VNode {
  const { part } = place.value;
  const theirs = Object.keys(settingsParts()) as SettingsPart[];
  const open = theirs.find((one) => one === part) ?? theirs[0] ?? 'browser';
  const Part = parts[open];
  return (
    <section class="area settings">
      <h2>{areaWords.settingsParts[open]}</h2>
      <Part key={open} />
    </section>
  );
}
