import type { ComponentType, VNode } from 'preact';
import { place, placeOfArea } from '../app/place.ts';
import { Costs } from '../costs/costs.tsx';
import { settingsWords } from '#words/settings.ts';
import { Allowed } from './allowed.tsx';
import { Apis } from './apis.tsx';
import { Google } from './google/part.tsx';
import { ModelSettings } from './model-settings.tsx';
import { Profiles } from './profiles.tsx';
import { Secrets } from './secrets.tsx';
import './settings.css';
import { ThisBrowser } from './this-browser.tsx';

const said = settingsWords;

/** Each part has its name in the address: `#/settings/secrets`. The first one is shown without a name. */
const parts: readonly { readonly name: string; readonly title: string; readonly Part: ComponentType }[] = [
  { name: 'model', title: said.parts.model, Part: ModelSettings },
  { name: 'profiles', title: said.parts.profiles, Part: Profiles },
  { name: 'secrets', title: said.parts.secrets, Part: Secrets },
  { name: 'allowed', title: said.parts.allowed, Part: Allowed },
  { name: 'apis', title: said.parts.apis, Part: Apis },
  { name: 'google', title: said.parts.google, Part: Google },
  { name: 'costs', title: said.parts.costs, Part: Costs },
  { name: 'browser', title: said.parts.browser, Part: ThisBrowser },
];

export default function SettingsArea(): VNode {
  const open = parts.find(({ name }) => name === place.value.part) ?? parts[0]!;
  return (
    <section class="area settings">
      <h2>{said.title}</h2>
      <nav class="parts" aria-label={said.title}>
        {parts.map(({ name, title }) => (
          <a
            key={name}
            href={placeOfArea('settings', name)}
            aria-current={name === open.name ? 'page' : undefined}
          >
            {title}
          </a>
        ))}
      </nav>
      <open.Part key={open.name} />
    </section>
  );
}
