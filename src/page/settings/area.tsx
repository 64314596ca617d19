import type { ComponentType, VNode } from 'preact';
import { place } from '../app/place.ts';
import type { areaWords } from '#words/areas.ts';
import { settingsWords } from '#words/settings.ts';
import { Allowed } from './allowed.tsx';
import { Apis } from './apis.tsx';
import { Assistants } from './assistants.tsx';
import { Google } from './google/part.tsx';
import { Instructions } from './instructions.tsx';
import { ModelSettings } from './model-settings.tsx';
import { Profiles } from './profiles.tsx';
import { Secrets } from './secrets.tsx';
import './settings.css';
import { ThisBrowser } from './this-browser.tsx';

/** By their names in the address: `#/settings/secrets`. The first one is shown without a name. */
const parts: Readonly<Record<keyof typeof areaWords.settingsParts, ComponentType>> = {
  model: ModelSettings,
  instructions: Instructions,
  assistants: Assistants,
  profiles: Profiles,
  secrets: Secrets,
  allowed: Allowed,
  apis: Apis,
  google: Google,
  browser: ThisBrowser,
};

export default function SettingsArea(): VNode {
  const { part } = place.value;
  const open = part !== null && Object.hasOwn(parts, part) ? (part as keyof typeof parts) : 'model';
  const Part = parts[open];
  return (
    <section class="area settings">
      <h2>{settingsWords.title}</h2>
      <Part key={open} />
    </section>
  );
}
