import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';

/** Whether all arguments of this process came as UTF-8; false where the system does not tell their bytes. */
export function areArgumentsText(): boolean {
  try {
    return isUtf8(readFileSync('/proc/self/cmdline'));
  } catch {
    return false;
  }
}
