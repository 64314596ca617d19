import { signal } from '@preact/signals';

const narrow = matchMedia('(max-width: 45rem)');
/** The page has the width of a phone: what stands beside each other elsewhere is entered and left. As in the styles. */
export const isNarrow = signal(narrow.matches);
narrow.addEventListener('change', () => (isNarrow.value = narrow.matches));
