import { Type } from 'typebox';
import { tool } from '../row.ts';
import { closed } from '../shapes.ts';

export const backups = [
  tool({
    name: 'create_backup',
    family: 'backups',
    summary:
      'Makes a backup of everything on this machine that the engine keeps, opens and checks it. For backups that happen by themselves, use create_trigger with the effect backup.',
    input: Type.Object({}, closed),
    effect: 'effect',
    consent: 'write_local',
    usableBy: 'owner',
    // A large backup takes minutes, and "made" must mean that it was checked.
    boundsItsTime: true,
    handle: async ({ backups }) => await backups.made('manual'),
  }),
];
