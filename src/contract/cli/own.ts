import { CONFIRMATION } from '../../core/keeping/erasure/model.ts';
import type { CommandRow, Said } from './command.ts';

export { CONFIRMATION };

/** Commands that are of no route: what they do is written in the terminal. */

export const engine: readonly CommandRow[] = [
  {
    name: 'status',
    json: true,
    own: 'status',
  },
];

const profile = { name: 'profile', value: 'name' } as const;

const assistant = { name: 'assistant', value: 'name' } as const;

const asking: readonly Said[] = [{ name: 'no-input' }, { name: 'wait' }];

export const runs: readonly CommandRow[] = [
  {
    name: 'run',
    args: [{ name: 'task', many: true }],
    json: true,
    switches: asking,
    options: [{ name: 'attach', value: 'file', repeats: true }, profile, assistant],
    apart: [['no-input', 'wait']],
    own: 'run',
  },
  {
    name: 'chat',
    json: true,
    options: [{ name: 'thread', value: 'id' }, profile, assistant],
    switches: asking,
    apart: [
      ['no-input', 'wait'],
      ['thread', 'assistant'],
    ],
    own: 'chat',
  },
];

const onlyFiles = [
  { name: 'file', value: 'path', repeats: true },
  { name: 'files', value: 'path', many: true },
] as const;

const onlyRun = { name: 'run', value: 'id' } as const;

const whichThread: Said = { name: 'thread' };

const below: readonly CommandRow[] = [
  {
    name: 'list',
    args: [{ ...whichThread, optional: true }],
    json: true,
    options: onlyFiles,
    own: 'changes list',
  },
  {
    name: 'keep',
    args: [whichThread],
    options: [...onlyFiles, onlyRun],
    own: 'changes keep',
  },
  {
    name: 'undo',
    args: [whichThread],
    options: [...onlyFiles, onlyRun],
    own: 'changes undo',
  },
];

export const changesets: readonly CommandRow[] = [
  {
    name: 'changes',
    json: true,
    commands: below,
    own: 'changes list',
  },
];

export const erasure: readonly CommandRow[] = [
  {
    name: 'erase',
    json: true,
    switches: [{ name: 'keep-backups' }, { name: 'workspace' }],
    options: [
      { name: 'confirm', value: CONFIRMATION },
      { name: 'remove-unknown', value: 'names', many: true },
    ],
    own: 'erase',
  },
];

const STORAGES = ['postgres', 'sqlite'] as const;
export type StorageName = (typeof STORAGES)[number];
export const isStorageName = (name: string | undefined): name is StorageName =>
  STORAGES.some((one) => one === name);

export const storage: readonly CommandRow[] = [
  {
    name: 'storage',
    commands: [
      {
        name: 'copy',
        json: true,
        options: [
          { name: 'from', value: 'storage' },
          { name: 'to', value: 'storage' },
        ],
        own: 'storage copy',
      },
    ],
    own: 'storage copy',
  },
];

export const exports: readonly CommandRow[] = [
  {
    name: 'export',
    json: true,
    args: [{ name: 'file', optional: true }],
    own: 'export',
  },
  {
    name: 'import',
    json: true,
    args: [{ name: 'file' }],
    switches: [{ name: 'dry-run' }],
    own: 'import',
  },
];

const LANGUAGE = { name: 'language', value: 'tag' } as const;

export const speech: readonly CommandRow[] = [
  {
    name: 'say',
    json: true,
    args: [{ name: 'text', many: true }],
    options: [{ name: 'out', value: 'file' }, { name: 'voice', value: 'id' }, LANGUAGE],
    own: 'say',
  },
  {
    name: 'transcribe',
    json: true,
    args: [{ name: 'file' }],
    options: [LANGUAGE],
    own: 'transcribe',
  },
];

export const document: readonly CommandRow[] = [
  {
    name: 'openapi',
    own: 'openapi',
  },
];
