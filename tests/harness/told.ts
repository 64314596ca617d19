import { inEnglish } from '../../src/contract/words/english.ts';
import { isRefusal } from '../../src/core/kernel/refusal.ts';

/** What is refused fails with its code and the English of what it says. */
export async function told<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw Object.assign(new Error(inEnglish(error.says)), { code: error.code });
  }
}
