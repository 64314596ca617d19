import { say } from '../../../src/contract/cli/says.ts';
import { expect, test } from '@jest/globals';
import { agentToolBox } from '../../../src/adapters/in/agent/tool-box.ts';
import { trusted, modelText, type Renderers } from '../../../src/adapters/in/agent/model-text.ts';
import { files } from '../../../src/contract/agent/files.ts';
import { commandsOf } from '../../../src/contract/cli/from-route.ts';
import { consents } from '../../../src/contract/http/consents.ts';
import { json, rowsRefusing } from '../../../src/contract/row.ts';
import type { refuse } from '../../../src/core/conversation/consent/errors.ts';
import type { Services } from '../../../src/core/features.ts';

// `tsc` reports an expect-error comment without an error.

test('a row with an unknown refusal code does not compile', () => {
  const { json } = rowsRefusing<typeof refuse>();
  const row = {
    route: 'DELETE /x',
    who: 'open',
    summary: 'Nothing.',
    status: 204,
    handle: async () => undefined,
  } as const;
  expect(json({ ...row, refuses: ['consent_not_found'] }).kind).toBe('json');
  // @ts-expect-error no feature has it
  json({ ...row, refuses: ['consent_not_fund'] });
  // @ts-expect-error a feature has it, which is not among those that these rows name
  json({ ...row, refuses: ['run_not_found'] });
});

test('a row that does not say who may ask for it does not compile', () => {
  const row = {
    route: 'GET /x',
    summary: 'Nothing.',
    status: 204,
    refuses: [],
    handle: async () => undefined,
  } as const;
  expect(json({ ...row, who: 'starter' }).who).toBe('starter');
  // @ts-expect-error it must say so
  json(row);
  // @ts-expect-error no policy says what this word means
  json({ ...row, who: 'everybody' });
});

test('a tool without a renderer for its results does not compile, and fails at the start', () => {
  // @ts-expect-error renderers are missing
  expect(() => agentToolBox(files, {}, () => ({}) as Services)).toThrow(/write_file/u);
});

test('a renderer for another result, or with text of undeclared origin, does not compile', () => {
  type OfFiles = Renderers<(typeof files)[number]>;
  const deleted: OfFiles['delete_file'] = ({ path }) => modelText`Deleted ${trusted(path)}.`;
  // @ts-expect-error a plain string may be anybody's words
  const unmarked: OfFiles['delete_file'] = ({ path }) => modelText`Deleted ${path}.`;
  // @ts-expect-error nothing is renamed
  const renamed: OfFiles['delete_file'] = ({ from }) => modelText`Deleted ${trusted(from)}.`;
  expect([deleted, unmarked, renamed]).toHaveLength(3);
});

test('a command for an unknown route or member, or with another answer, does not compile', () => {
  const command = commandsOf(consents, { whenGone: say('gone.consents') });
  expect(command('revoke', 'consents.revoke', {}).asks?.calls).toBe('consents.revoke');
  // @ts-expect-error there is no such route
  expect(() => command('list', 'consents.lst', {})).toThrow();
  // @ts-expect-error the path has no such part
  expect(() => command('revoke', 'consents.revoke', { args: { id: 'name' } })).toThrow();
  // @ts-expect-error the answer has no such field
  command('list', 'consents.list', { lines: ({ grants }) => grants });
  // @ts-expect-error nor have its items
  command('list', 'consents.list', { columns: ['grantId'] });
});
