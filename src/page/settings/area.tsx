import type { VNode } from 'preact';
import { words } from '../words/words.ts';
import { Allowed } from './allowed.tsx';
import { ModelSettings } from './model-settings.tsx';
import { Secrets } from './secrets.tsx';
import './settings.css';

export default function SettingsArea(): VNode {
  return (
    <section class="area settings">
      <h2>{words.settings.title}</h2>
      <ModelSettings />
      <Secrets />
      <Allowed />
    </section>
  );
}
