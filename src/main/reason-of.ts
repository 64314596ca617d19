import { inEnglish } from '../contract/words/english.ts';
import { isRefusal } from '../core/kernel/refusal.ts';

/** What an error says, to put into the middle of a sentence. */
export function reasonOf(error: unknown): string {
  const said = isRefusal(error)
    ? inEnglish(error.says)
    : (error as { readonly message?: string } | null)?.message;
  return said?.replace(/\.$/u, '') ?? 'unknown reason';
}
