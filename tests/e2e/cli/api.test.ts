import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from '@jest/globals';
import { aProfile, aWholeProfile } from '../../harness/apis.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { svcHere as svc } from '../../harness/in-process-svc.ts';
import { verifies } from '../../spec/verifies.ts';
import { engineHere } from './engines.ts';

const quiet = { LOG_LEVEL: 'error' };

function withProfiles(): string {
  const dataDir = temporaryDir();
  mkdirSync(join(dataDir, 'apis'));
  const profiles = [
    aProfile({ id: 'bare', name: 'Bare\u001b[2J' }),
    aWholeProfile({ rate_limit: { requests_per_day: 9 }, notes: ['In\neuros.'] }),
  ];
  for (const profile of profiles)
    writeFileSync(join(dataDir, 'apis', `${profile.id}.json`), JSON.stringify(profile));
  return dataDir;
}

const LIST = `bare  Bare [2J  https://shop.example/v1  0 of 9 per day
shop  Shop  https://shop.example/v1  0 of 9 per day
`;
/** Parts of what is printed of the profile. */
const FULL = ['Shop (shop)', 'https://shop.example/v1', 'GET /items/{id}', '0 of 9 per day', 'In euros.'];
const isFull = (text: string) => FULL.every((part) => text.includes(part));

describe('svc api', () => {
  verifies('apis.terminal', 'lists the registered APIs and shows one in full', async () => {
    const dataDir = withProfiles();
    const engine = await engineHere(dataDir, quiet);
    for (const args of [['api'], ['api', 'list']])
      expect(await svc(dataDir, args, quiet)).toMatchObject({ code: 0, stdout: LIST, stderr: '' });
    expect(isFull((await svc(dataDir, ['api', 'show', 'shop'], quiet)).stdout)).toBe(true);
    const json = await svc(dataDir, ['api', 'show', 'shop', '--json'], quiet);
    expect(JSON.parse(json.stdout)).toEqual(await engine.client['apis.get']({ params: { id: 'shop' } }));
    const all = await svc(dataDir, ['api', '--json'], quiet);
    expect(JSON.parse(all.stdout)).toEqual(await engine.client['apis.list']());
    expect(await svc(dataDir, ['api', 'show', 'shap'], quiet)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^svc: [^\n]+ shop\?\n$/u),
    });
    expect(await svc(dataDir, ['api', 'show'], quiet)).toMatchObject({ code: 2, stdout: '' });
  });

  verifies('apis.terminal', 'says so when there are none', async () => {
    expect(await svc(temporaryDir(), ['api'], quiet)).toMatchObject({ code: 0, stdout: '' });
  });

  verifies(
    ['apis.cli.list', 'apis.cli.show', 'apis.id'],
    'in a chat /api and /api list list them, and /api show shows one',
    async () => {
      const lines = '/api\n/api list\n/api show shop\n/api show none\n/api shop\n/api show\n';
      const { code, stdout, stderr } = await svc(withProfiles(), ['chat'], quiet, lines);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr.split(LIST)).toHaveLength(3);
      expect(isFull(stderr)).toBe(true);
      expect(stderr.match(/\/api show <id>/gu)).toHaveLength(2);
    },
  );
});
