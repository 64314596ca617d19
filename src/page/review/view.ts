import { computed, signal } from '@preact/signals';

const KEY = 'svc.review';
/** Two columns of code need this much. */
const roomy = matchMedia('(min-width: 64rem)');
export const isRoomy = signal(roomy.matches);
roomy.addEventListener('change', () => (isRoomy.value = roomy.matches));

const wanted = signal(localStorage.getItem(KEY) !== 'unified');

/** Whether diffs are shown in two columns: where there is room, unless the person chose otherwise in this browser. */
export const isSideBySide = computed(() => isRoomy.value && wanted.value);

export function showSideBySide(isWanted: boolean): void {
  wanted.value = isWanted;
  localStorage.setItem(KEY, isWanted ? 'side by side' : 'unified');
}
