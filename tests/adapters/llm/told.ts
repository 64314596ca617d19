import { inEnglish } from '../../../src/contract/words/english.ts';
import type { Says } from '../../../src/core/kernel/says.ts';

/** A failed end, or what it came from, with the English of what it says. */
export const told = <Given extends object>(given: Given): Given & { readonly error: string } => ({
  ...given,
  error: 'says' in given ? inEnglish(given.says as readonly Says[]) : '',
});
