// What a person is asked about a call of a tool that declares no more of it than its class.
import { expect } from '@jest/globals';
import { agentTools } from '../../../src/contract/agent/tools.ts';
import { toolInputs as german, toolUses as germanUses } from '../../../src/contract/words/de/tool-uses.ts';
import { toolInputs as english, toolUses as englishUses } from '../../../src/contract/words/en/tool-uses.ts';
import { tellIn } from '../../../src/contract/words/tell.ts';
import { words as germanWords } from '../../../src/contract/words/de/words.ts';
import { words as englishWords } from '../../../src/contract/words/en/words.ts';
import { consentId, usedWith } from '../../../src/core/conversation/consent/model.ts';
import { verifies } from '../../spec/verifies.ts';

/** Besides those that declare a class: a note of a task, and changes of one, which is named by its title. */
const OF_TASKS: readonly string[] = ['create_task', 'update_task', 'complete_task'];
const shown = agentTools.filter(
  ({ consent, name }) => (typeof consent === 'string' && consent !== 'read') || OF_TASKS.includes(name),
);

verifies(
  'security.consent.facts',
  'each tool has words for what it does and for all that it is given',
  () => {
    expect(shown.map(({ name }) => name).toSorted()).toEqual(Object.keys(englishUses).toSorted());
    const inputs = new Set(['task', ...shown.flatMap(({ input }) => Object.keys(input.properties))]);
    expect([...inputs].toSorted()).toEqual(Object.keys(english).toSorted());
    for (const [one, other] of [
      [englishUses, germanUses],
      [english, german],
    ] as const)
      for (const name of Object.keys(one)) expect(Object.keys(other)).toContain(name);
  },
);

verifies(
  'security.consent.facts',
  'each member of what a tool is given is shown, and makes another question',
  () => {
    const asked = (input: Parameters<typeof usedWith>[1]) => usedWith('update_records', input);
    const input = { collection: 'books', filter: { author: 'A', year: 1 }, set: { 'a\nb': '“x”' } };
    for (const words of [englishWords, germanWords]) {
      const said = tellIn(words)(asked(input)).split('\n');
      expect(said).toHaveLength(5);
      for (const [nth, text] of ['"books"', '"A"', '1', '"“x”"'].entries())
        expect(said[nth + 1]?.endsWith(`: ${text}`)).toBe(true);
    }
    const idOf = (given: typeof input) =>
      consentId({ tool: 'update_records', demand: { class: 'write_local', says: asked(given) } });
    const others = [
      { ...input, collection: 'films' },
      { ...input, filter: { author: 'B', year: 1 } },
      { ...input, filter: { author: 'A', month: 1 } as never },
      { ...input, set: { 'a\nb': '“y”' } },
    ];
    for (const one of others) expect(idOf(one)).not.toBe(idOf(input));
  },
);
