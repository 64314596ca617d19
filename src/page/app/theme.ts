import { signal } from '@preact/signals';

const KEY = 'svc.theme';
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const kept = localStorage.getItem(KEY);
/** Kept in this browser; `system` follows the device. */
export const theme = signal<Theme>(THEMES.find((one) => one === kept) ?? 'system');

export function setTheme(next: Theme): void {
  theme.value = next;
  if (next === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, next);
  showTheme();
}

export function showTheme(): void {
  document.documentElement.dataset['theme'] = theme.value;
}
