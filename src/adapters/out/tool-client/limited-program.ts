import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { toolServerLimits as limits } from '../../../core/execution/tool-servers/limits.ts';

/** `ulimit -f` counts in these. */
const BLOCK_BYTES = 512;
/** Where programs are looked for without a PATH, as the C library does. */
const USUAL_PLACES = '/usr/bin:/bin';

/**
 * What the system itself limits of a program and of all that it starts. A limit that is stricter already stays. When the
 * machine runs out of memory, Linux ends these before the programs of the owner. What the shell adds to the environment is
 * taken out again.
 */
const LIMITS = [
  'ulimit -c 0',
  `ulimit -n ${limits.programFiles}`,
  `ulimit -f ${limits.programFileBytes / BLOCK_BYTES}`,
  'echo 300 >/proc/self/oom_score_adj',
]
  .map((line) => `{ ${line}; } 2>/dev/null`)
  .join('\n');
const SCRIPT = `${LIMITS}\nunset PWD OLDPWD SHLVL\nexec "$@"`;

/**
 * How a program is started with its limits: by a shell that sets them and then becomes the program. The shell gets the
 * argument list as arguments and reads nothing else of it.
 */
export const limited = (program: string, args: readonly string[]) => ({
  program: '/bin/sh',
  args: ['-c', SCRIPT, 'svc', program, ...args],
});

/**
 * The path of a program, as the system would find it: by its name on the PATH, or from `folder` if it is a path itself.
 * @throws an error with the code ENOENT or EACCES, as a start would
 */
export async function pathOf(program: string, folder: string, path = USUAL_PLACES): Promise<string> {
  const places = program.includes('/') ? [''] : path.split(':');
  let failure: unknown = Object.assign(new Error(`There is no ${program}.`), { code: 'ENOENT' });
  for (const place of places) {
    const found = resolve(folder, place, program);
    try {
      if (!(await stat(found)).isFile()) throw Object.assign(new Error('It is no file.'), { code: 'EACCES' });
      await access(found, constants.X_OK);
      return found;
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (code !== 'ENOENT' && code !== 'ENOTDIR') failure = error;
    }
  }
  throw failure;
}
