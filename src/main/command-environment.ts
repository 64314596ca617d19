import type { Environment } from './http-settings.ts';

/** What programs need to find others, their user and their language. Nothing in these is the engine's, or a secret. */
const PASSED_ON = [
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'LANG',
  'LANGUAGE',
  'LC_ALL',
  'LC_CTYPE',
  'TZ',
  'TMPDIR',
] as const;

/** The environment of tool servers that are commands of this machine: of the engine's own, a few variables. */
export const commandEnvironment = (env: Environment): Readonly<Record<string, string>> =>
  Object.fromEntries(
    PASSED_ON.flatMap((name) => {
      const value = env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
