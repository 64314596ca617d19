import { readFile } from 'node:fs/promises';

/** Absolute paths at which something is mounted, as this process sees them; empty where the system does not tell. */
export async function mountPoints(): Promise<readonly string[]> {
  const text = await readFile('/proc/self/mountinfo', 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const path = line.split(' ')[4];
    return path === undefined ? [] : [path.replaceAll(/\\(\d{3})/gu, (_, octal: string) => byteOf(octal))];
  });
}

const byteOf = (octal: string): string => String.fromCodePoint(Number.parseInt(octal, 8));
