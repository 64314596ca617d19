import { computed, signal } from '@preact/signals';
import { theme } from '../app/looks.ts';

const device = matchMedia('(prefers-color-scheme: dark)');
const isDeviceDark = signal(device.matches);
device.addEventListener('change', ({ matches }) => (isDeviceDark.value = matches));

/** Whether the page is dark now: as the person chose, or as the device is. */
export const isDark = computed(() =>
  theme.value === 'system' ? isDeviceDark.value : theme.value === 'dark',
);
