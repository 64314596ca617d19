import { readFile } from 'node:fs/promises';
import { refusedAsStorage } from '../disk-refusals.ts';
import { absent } from '../disk.ts';

/** The text of a file in a folder that only this engine writes; null if there is none. @throws Refusal storage_error */
export async function textAt(path: string): Promise<string | null> {
  try {
    return (await readFile(path, 'utf8').catch(absent)) ?? null;
  } catch (error) {
    throw refusedAsStorage(error);
  }
}
