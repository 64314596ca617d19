import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from '@jest/globals';
import { verifies } from '../spec/verifies.ts';

const core = fileURLToPath(new URL('../../src/core/', import.meta.url));

/** Where the core takes one time from another, and why nothing is deleted for it. What deletes asks `Expiry`. */
const AGES: Readonly<Record<string, string>> = {
  'outside/api-store/rate-windows.ts': 'how long a window goes on, by the monotonic clock',
  'trust/auth/logins.ts': 'logins fail closed',
  'trust/sign-in/service.ts': 'how often a use is recorded',
  'trust/sign-in/tries.ts': 'wrong tries of late; forgetting one lets nobody in',
  'instance/models/windows.ts': 'how long a learnt window counts; it is learnt again from a refusal',
  'keeping/backups/reminder.ts': 'says how old a backup is',
  'knowledge/contacts/stats.ts': 'counts',
  'instance/expiry/model.ts': 'decides what is over its time',
  'keeping/export/moment.ts': 'how long a moment is held, by the monotonic clock',
  'execution/insights/service.ts': 'counts',
  'keeping/migration/handshakes.ts': 'how long a handshake may take, by the monotonic clock',
  'execution/runs/ending.ts': 'says how long a run took',
  'trust/secrets/service.ts': 'says how old a secret is',
  'execution/speech/voices.ts': 'a list in memory, by the monotonic clock',
  'execution/tool-servers/kept-connection.ts': 'how long a connection is known, by the monotonic clock',
  'outside/web/request-allowance.ts': 'counts',
  'automation/workflows/service.ts': 'counts',
  'automation/workflows/step-work.ts': 'how long a step may still take',
};

verifies('clock.jump_deletes_nothing', 'nothing of the core decides by an age of its own', () => {
  const files = readdirSync(core, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const aged = files.filter((name) => /\.now\(\) - |\bnow - /u.test(readFileSync(join(core, name), 'utf8')));
  expect(aged.toSorted()).toEqual(Object.keys(AGES).toSorted());
});
