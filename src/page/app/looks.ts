import { signal, type Signal } from '@preact/signals';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
const DENSITIES = ['comfortable', 'compact'] as const;
export type Density = (typeof DENSITIES)[number];

const root = document.documentElement;

const kept = <Look extends string>(name: string, all: readonly [Look, ...Look[]]): Signal<Look> => {
  const value = localStorage.getItem(`svc.${name}`);
  return signal(all.find((one) => one === value) ?? all[0]);
};

function keep<Look extends string>(name: string, look: Signal<Look>, next: Look, usual: Look): void {
  look.value = next;
  if (next === usual) localStorage.removeItem(`svc.${name}`);
  else localStorage.setItem(`svc.${name}`, next);
  showLooks();
}

/** Kept in this browser; `system` follows the device. */
export const theme = kept<Theme>('theme', THEMES);
export const setTheme = (next: Theme): void => keep('theme', theme, next, 'system');

/** How much fits on the screen. Kept in this browser. */
export const density = kept<Density>('density', DENSITIES);
export const setDensity = (next: Density): void => keep('density', density, next, 'comfortable');

/** styles/tokens.css says what follows from them. */
export function showLooks(): void {
  Object.assign(root.dataset, { theme: theme.value, density: density.value });
}
