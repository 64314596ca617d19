import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { expect } from '@jest/globals';
import { EXIT } from '../../../src/contract/cli/command.ts';
import { underTest } from '../../harness/under-test.ts';
import { verifies } from '../../spec/verifies.ts';

const parts = JSON.stringify(pathToFileURL(underTest('faults')).href);
const SECRET = 'Hunter-two-4711';

/** The output of a process in which `script` throws an uncaught error; the data is in its environment. */
function said(log: string, script: string) {
  const program = `
    import { watchForFaults, WinstonLog } from ${parts};
    const secret = process.env.GIVEN;
    const stop = new AbortController();
    stop.signal.addEventListener('abort', () => process.stdout.write('stopped'));
    watchForFaults(() => ${log}, stop);
    ${script}`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    env: { GIVEN: SECRET },
  });
  return { status, stdout, stderr };
}

const LOGS = {
  'a log': `new WinstonLog({ level: 'info', secrets: [] })`,
  'no log yet': 'null',
  'a log that throws': `({ error: () => { throw new Error(secret); } })`,
  'a way to the log that throws': `{ throw new Error(secret); }`,
} as const;

const FAULTS = {
  'an expression that is none': 'new RegExp("(" + secret)',
  'text that is no JSON': 'JSON.parse(secret)',
  'a thrown text': 'throw secret',
  'an error with a cause and fields':
    'throw Object.assign(new Error(secret, { cause: secret }), { input: secret })',
} as const;

for (const [with_, log] of Object.entries(LOGS))
  verifies(
    'security.fault-facts',
    `with ${with_}, an uncaught fault stops the engine, and its output contains no value`,
    () => {
      for (const [what, fault] of Object.entries(FAULTS)) {
        const uncaught = said(log, `setTimeout(() => { ${fault}; });`);
        expect([what, uncaught.status, uncaught.stdout]).toEqual([what, EXIT.fault, 'stopped']);
        const rejected = said(log, `void (async () => { ${fault}; })();`);
        expect([what, rejected.status, rejected.stdout]).toEqual([what, 0, '']);
        for (const { stderr } of [uncaught, rejected])
          expect([what, stderr]).toEqual([what, expect.not.stringMatching(/Hunter|secret/u)]);
        const told = with_ === 'a log' || with_ === 'no log yet';
        expect([what, /uncaught exception: stopping/u.test(uncaught.stderr)]).toEqual([what, told]);
        expect([what, /unhandled rejection/u.test(rejected.stderr)]).toEqual([what, told]);
      }
    },
  );
