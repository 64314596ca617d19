// The page cannot be loaded here: its sources are read.
import { readdirSync, readFileSync } from 'node:fs';
import { expect } from '@jest/globals';
import { httpRows } from '../../src/contract/http/rows.ts';
import { verifies } from '../spec/verifies.ts';

const PAGE = new URL('../../src/page/', import.meta.url);
const textOf = (file: string): string => readFileSync(new URL(file, PAGE), 'utf8');

type Place = { readonly area: string } | { readonly part: string } | { readonly behind: string };

/**
 * Where each file is shown that asks for what is the owner's alone: in an area or a part of the settings that is the owner's, or
 * behind a file that looks who it is. A new file is a new line here.
 */
const PLACES: Readonly<Record<string, Place>> = {
  'app/config.ts': { behind: 'app/config.ts' },
  'backups/drive.ts': { area: 'backups' },
  'backups/vault-key.tsx': { area: 'backups' },
  'backups/work.ts': { area: 'backups' },
  'costs/ceilings.tsx': { behind: 'costs/costs.tsx' },
  'settings/api-form.tsx': { part: 'apis' },
  'settings/apis.tsx': { part: 'apis' },
  'settings/instructions.tsx': { part: 'instructions' },
  'settings/model-settings.tsx': { part: 'model' },
  'settings/offered-models.ts': { part: 'model' },
  'settings/private-hosts.tsx': { behind: 'settings/allowed.tsx' },
  'settings/profiles.tsx': { part: 'profiles' },
  'settings/secrets.tsx': { behind: 'settings/secrets.tsx' },
  'settings/trial.tsx': { part: 'model' },
  'tool-servers/add-server.tsx': { area: 'tool-servers' },
  'tool-servers/opened.ts': { area: 'tool-servers' },
  'tool-servers/servers.ts': { behind: 'tool-servers/servers.ts' },
  'your-data/erasing.ts': { behind: 'your-data/area.tsx' },
  'your-data/export.tsx': { behind: 'your-data/area.tsx' },
  'your-data/move.tsx': { behind: 'your-data/area.tsx' },
  'your-data/moving.ts': { behind: 'your-data/area.tsx' },
  'settings/google/account.ts': { part: 'google' },
  'settings/google/hosted.tsx': { part: 'google' },
  'settings/google/uploads.tsx': { part: 'google' },
  'settings/people/invitations.tsx': { behind: 'settings/people/part.tsx' },
  'settings/people/part.tsx': { behind: 'settings/people/part.tsx' },
  'settings/people/people-list.tsx': { behind: 'settings/people/part.tsx' },
  'settings/people/person-form.tsx': { behind: 'settings/people/part.tsx' },
  'settings/people/remove-person.tsx': { behind: 'settings/people/part.tsx' },
  'settings/people/work.tsx': { behind: 'settings/people/part.tsx' },
};

const owners: ReadonlySet<string> = new Set(
  Object.entries(httpRows).flatMap(([operation, { who }]) => (who === 'owner' ? [operation] : [])),
);
const asksForTheOwners = (file: string): boolean =>
  [...textOf(file).matchAll(/\bengine\['([^']+)'\]/gu)].some(([, operation = '']) => owners.has(operation));

/** The names that a table says are the owner's. */
const ofTheOwner = (file: string, pattern: RegExp): ReadonlySet<string> =>
  new Set([...textOf(file).matchAll(pattern)].map(([, name = '']) => name));

verifies('people.page-areas', 'what asks for the owner’s alone is shown to nobody else', () => {
  const files = readdirSync(PAGE, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.tsx?$/u.test(file) && asksForTheOwners(file));
  expect(files.toSorted()).toEqual(Object.keys(PLACES).toSorted());
  const areas = ofTheOwner('app/areas.ts', /name: '([^']+)',\s+who: 'owner'/gu);
  const parts = ofTheOwner('settings/parts.ts', /^ {2}(\w+): 'owner'/gmu);
  for (const [file, place] of Object.entries(PLACES)) {
    const isTheirs =
      'area' in place
        ? areas.has(place.area) && file.startsWith(`${place.area}/`)
        : 'part' in place
          ? parts.has(place.part) && file.startsWith('settings/')
          : /\bisMember\.value\b/u.test(textOf(place.behind));
    expect([file, isTheirs]).toEqual([file, true]);
  }
});
