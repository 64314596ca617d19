import { signal } from '@preact/signals';
import { readConfig } from '../app/config.ts';

/** The names of the model profiles of the configuration. */
export const profiles = signal<readonly string[]>([]);

export async function refreshProfiles(): Promise<void> {
  const found = await readConfig();
  profiles.value = Object.keys(found?.config.model_profiles ?? {}).toSorted();
}

const keyOf = (threadId: string | null): string => `svc.profile.${threadId ?? 'new'}`;

/** What was chosen for a thread in this browser; null is the model of the settings. */
export function profileOf(threadId: string | null): string | null {
  const kept = localStorage.getItem(keyOf(threadId));
  return kept !== null && profiles.value.includes(kept) ? kept : null;
}

export function keepProfile(threadId: string | null, name: string | null): void {
  if (name === null) localStorage.removeItem(keyOf(threadId));
  else localStorage.setItem(keyOf(threadId), name);
}
