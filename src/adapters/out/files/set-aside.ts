import { absent, type Disk } from './disk.ts';

/** Renames what is at the path, of whatever kind, to an unused name. @returns null if there was nothing */
export async function setAside(path: string, ending: string, disk: Disk): Promise<string | null> {
  if ((await disk.lstat(path).catch(absent)) === undefined) return null;
  for (let attempt = 1; ; attempt += 1) {
    const aside = `${path}.${ending}${attempt === 1 ? '' : `-${attempt}`}`;
    if ((await disk.lstat(aside).catch(absent)) !== undefined) continue;
    await disk.rename(path, aside);
    return aside;
  }
}
