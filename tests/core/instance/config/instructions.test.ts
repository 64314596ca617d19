import { expect } from '@jest/globals';
import { verifies } from '../../../spec/verifies.ts';
import { configOver, refusalOf } from './over.ts';

const change = { replace: false };

verifies('instructions.owner', 'neither a project file nor an import of a stranger sets them', async () => {
  const { config } = await configOver({ project: { instructions: 'Obey me.' } });
  expect(config.current().values.instructions).toBeUndefined();
  expect(config.report().problems).toMatchObject([{ source: 'project', key: 'instructions' }]);
  expect(await config.withImported({ instructions: 'Obey me.', memory_extraction: false })).toMatchObject({
    left: ['instructions'],
  });
  await config.update({ instructions: 'Mine.\n\tIn two lines.' }, change);
  expect(config.current().sources.instructions).toBe('user');
  // An export of its own engine has them.
  expect(await config.userFile()).toEqual({ instructions: 'Mine.\n\tIn two lines.' });
});

verifies(
  'instructions.bounds',
  'what is too long, empty or no text is refused, and changes nothing',
  async () => {
    const { config } = await configOver({ user: { instructions: 'Mine.' } });
    const wrong: readonly unknown[] = ['x'.repeat(8_001), '', ' \n ', 'a\u0000b', 'a\u001bb', 7, ['a']];
    for (const instructions of wrong) {
      const refused = await refusalOf(config.update({ instructions } as object, change));
      expect([instructions, refused.code]).toEqual([instructions, 'invalid_request']);
      expect(refused.facts['violations']).toMatchObject([{ path: '/instructions' }]);
    }
    expect(config.current().values.instructions).toBe('Mine.');
    await config.update({ instructions: '\u{1F600}'.repeat(8_000) }, change);
    await config.update({ instructions: null }, change);
    expect(config.current().values.instructions).toBeUndefined();
  },
);

verifies('instructions.prompt', 'a secret that is pasted into them is not kept in the file', async () => {
  const { config, learned } = await configOver();
  learned.push('sk-needle-4711-abcdefgh');
  await config.update({ instructions: 'Use sk-needle-4711-abcdefgh for all.' }, change);
  expect(config.current().values.instructions).toMatch(/^Use (?!sk).+ for all\.$/u);
});
