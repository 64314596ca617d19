import { say } from '../app/notices.ts';
import { codeOf, told } from '../engine/failure.ts';

/**
 * Removes a thing in the engine, and says why it could not. One that was gone already is removed.
 * @param gone the refusal that says that it does not exist
 * @returns whether it is gone
 */
export async function removed(remove: () => Promise<unknown>, gone: string): Promise<boolean> {
  try {
    await remove();
  } catch (error) {
    if (codeOf(error) !== gone) {
      say(told(error));
      return false;
    }
  }
  return true;
}
