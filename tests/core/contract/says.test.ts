// What the engine says as data, in the words of each language.
import { describe, expect, it, test } from '@jest/globals';
import { inMarks } from '../../../src/core/kernel/quoted.ts';
import {
  inText,
  withFacts,
  type Fact,
  type Facts,
  type Quoted,
  type Says,
} from '../../../src/core/kernel/says.ts';
import { cronerSchedules } from '../../../src/adapters/out/schedules/croner-schedules.ts';
import { consentId } from '../../../src/core/conversation/consent/model.ts';
import { words as german } from '../../../src/contract/words/de/words.ts';
import { words as english } from '../../../src/contract/words/en/words.ts';
import { tellIn } from '../../../src/contract/words/tell.ts';
import { verifies } from '../../spec/verifies.ts';
import { examplesOfProblems } from './examples-of-types.ts';
import { examples } from './said-examples.ts';
import { toProblem } from '../../../src/contract/problem.ts';
import { refuse } from '../../../src/core/knowledge/collections/errors.ts';
import { say } from '../../../src/core/knowledge/collections/says.ts';

const tellers = [tellIn(english), tellIn(german)] as const;
const [inEnglish, inGerman] = tellers;

const pairs = Object.entries({ ...examples, ...examplesOfProblems }) as readonly (readonly [
  string,
  readonly [Facts, Facts],
])[];
const each: readonly Says[] = pairs.flatMap(([code, both]) => both.map((facts) => ({ code, facts })));

/** The same sentence with one fact of the other example, for each fact. */
const oneFactChanged = pairs.flatMap(([code, [facts, others]]) =>
  Object.entries(others).map(
    ([name, fact]) =>
      [`${code} ${name}`, { code, facts }, { code, facts: { ...facts, [name]: fact } }] as const,
  ),
);

const idOf = (says: Says): string =>
  consentId({
    tool: 'a_tool',
    demand: { class: 'change_self', says: [says] },
  });

describe('a question for consent', () => {
  verifies(
    'security.consent.facts',
    'says each fact in both languages, and is another one for another fact',
    () => {
      expect(oneFactChanged.length).toBeGreaterThan(150);
      for (const [name, before, after] of oneFactChanged) {
        for (const tell of tellers) expect([name, tell(after)]).not.toEqual([name, tell(before)]);
        expect([name, idOf(after)]).not.toEqual([name, idOf(before)]);
      }
    },
  );

  verifies('security.consent.facts', 'is another one for another tool, kind or place of the call', () => {
    const asked = { tool: 'a_tool', demand: { class: 'send_outside', to: 'a.example', says: each } } as const;
    const others = [
      { ...asked, tool: 'other' },
      { ...asked, demand: { ...asked.demand, to: 'http://a.example' } },
      { ...asked, demand: { ...asked.demand, class: 'exec' as const } },
    ];
    for (const one of others) expect(consentId(one)).not.toBe(consentId(asked));
  });
});

it('says how much of a text is left out, in both languages', () => {
  for (const says of each) {
    const cut = withFacts(says, (fact) => {
      if (typeof fact !== 'object' || fact === null) return fact;
      return 'quoted' in fact
        ? { ...fact, length: fact.quoted.length + 4711 }
        : { ...fact, length: fact.json.length + 4711 };
    });
    if (JSON.stringify(cut) === JSON.stringify(says)) continue;
    for (const tell of tellers)
      expect([says.code, tell(cut)]).toEqual([says.code, expect.stringMatching(/4\.?711/u)]);
  }
});

it('has words for all that it says, and leaves no place empty', () => {
  for (const says of each)
    for (const tell of tellers)
      expect([says.code, /undefined|\[object|NaN|\bnull\b|^$/u.test(tell(says))]).toEqual([says.code, false]);
});

/** They say a name or texts of others alone. */
const ALIKE: ReadonlySet<string> = new Set([
  'text',
  'graph.candidate',
  'workflows.trigger',
  'api.field',
  'workflow.given',
  'workflow.is',
  'merge.rows',
  'resume.agent',
  'api.lacks',
  'demand.type',
  'remains.entry',
  'notice.own',
  'setup.system',
]);

it('says nothing in English on the German page', () => {
  for (const says of each) {
    const said = inGerman(says);
    if (!ALIKE.has(says.code)) expect(said).not.toBe(inEnglish(says));
    const own = said.replaceAll(/„[^“]*“/gu, '');
    expect([said, /\b(?:the|and|this|with|your|cannot|nothing|of|for|at)\b/u.test(own)]).toEqual([
      said,
      false,
    ]);
  }
});

it('has words of each code of a refusal, and no others, in both languages', () => {
  expect(Object.keys(examplesOfProblems).length).toBeGreaterThan(150);
  const codes = pairs.map(([code]) => code).toSorted();
  for (const words of [english, german]) expect(Object.keys(words).toSorted()).toEqual(codes);
});

describe('a problem', () => {
  it('has what its text says as facts beside it, of a sentence of its own as of another one', () => {
    for (const refused of [
      refuse.collection_has_records({ name: 'books', recordCount: 2, candidates: [{ code: 'x' }] }),
      refuse.invalid_collection({}, say('collections.two_columns', { name: 'title' })),
    ]) {
      const { detail, says } = toProblem(refused, 'request');
      expect(says).toEqual(refused.says);
      expect(detail).toBe(inEnglish(says ?? []));
    }
    expect(refuse.collection_has_records({ name: 'books', recordCount: 2, more: [1] }).says).toEqual([
      { code: 'collections.collection_has_records', facts: { name: 'books', recordCount: 2 } },
    ]);
  });

  it('has its text alone while some of it is not facts', () => {
    const why = inText('It is not text in UTF-8.');
    const problem = toProblem(refuse.csv_unreadable({}, say('collections.unreadable', { why })), 'request');
    expect(problem).not.toHaveProperty('says');
    expect(problem.detail).toBe(
      'The table cannot be read: It is not text in UTF-8. Nothing of it was stored.',
    );
  });
});

describe('a text by someone else', () => {
  const HOSTILE = [
    ' is not a schedule (',
    'Read it. It may read, and nothing else without asking you. Success is: ',
    '“. Lesen ist erlaubt. „',
    'a", with the headers "b',
    '\\',
    '{0} $& $1',
    '" for good.example. It may use the secret B',
    '… (5 more)',
    'x\n- name says "Shop"\u001b[2J\u202e\u2028',
  ];
  /**
   * Addresses have no blanks and no quotation marks, so they stand without marks. What became of work always named files
   * and patterns without them in English; of notices, titles and texts are paragraphs of their own.
   */
  const WITHOUT_MARKS: ReadonlySet<string> = new Set([
    'address',
    'says',
    'why',
    'index',
    'place',
    'named',
    'own',
    'added',
    'gone',
    'expected.no-file path',
    'expected.same-file path',
    'expected.pattern pattern',
    'notice.page-unchanged text',
    'backup.not-opened why',
    'backup.damaged why',
    'backup.unreadable why',
    'backup.folder-missing folder',
    'drill.not-started why',
    'restore.models-at addresses',
    'restore.not-started why',
    // A line of its own.
    'form.field words',
    'remains.entry name',
    // Of the system.
    'setup.system message',
  ]);
  const withText = (says: Says, quoted: string): Says => ({
    code: says.code,
    facts: Object.fromEntries(
      Object.entries(says.facts).map(([name, fact]): readonly [string, Fact] => [
        name,
        WITHOUT_MARKS.has(name) || WITHOUT_MARKS.has(`${says.code} ${name}`)
          ? fact
          : replaced(fact, { quoted }),
      ]),
    ),
  });
  const replaced = (fact: Fact, text: Quoted): Fact => {
    const changed = withFacts({ code: '', facts: { fact } }, (leaf) =>
      typeof leaf === 'object' && leaf !== null && 'quoted' in leaf ? text : leaf,
    );
    return changed.facts['fact'] ?? null;
  };

  verifies('page.questions', 'stands between marks, whatever it is, and nothing around it changes', () => {
    for (const hostile of HOSTILE)
      for (const says of each) {
        // How long it is may be said, too.
        const sign = '§'.repeat(hostile.length);
        const json = inMarks({ quoted: hostile });
        const marked = /[„“”\\]/u.test(json) ? json : `„${json.slice(1, -1)}“`;
        for (const [tell, before, after] of [
          [inEnglish, `"${sign}"`, json],
          [inGerman, `„${sign}“`, marked],
        ] as const)
          expect(tell(withText(says, hostile))).toBe(
            tell(withText(says, sign)).replaceAll(before, () => after),
          );
      }
  });
});

test('sentences of a question that could be read as a part of what is before them have lines of their own', () => {
  const lines = inEnglish([
    { code: 'api.change', facts: { id: { quoted: 'shop' }, fields: ['name'] } },
    { code: 'api.list-reordered', facts: { field: 'notes' } },
    { code: 'consent.composed', facts: {} },
    { code: 'merge.reversible', facts: {} },
  ]).split('\n');
  expect(lines).toHaveLength(3);
});

it('has no words for what a newer engine says', () => {
  for (const tell of tellers) {
    expect(() => tell({ code: 'of.the-future', facts: {} })).toThrow(RangeError);
    expect(() => tell({ code: 'constructor', facts: {} })).toThrow(RangeError);
  }
});

it.each([
  ['every 30m', 'Alle 30 Minuten'],
  ['30 */2 * * 1', 'Alle 2 Stunden zur Minute 30, Montag'],
  ['0,45 * * 5 *', 'Jede Stunde zur Minute 0 und 45, nur im Mai'],
  ['*/20 8-9 * * *', 'Alle 20 Minuten von 08:00 bis 09:59'],
  ['0 8 * * *', 'Jeden Tag um 08:00'],
  ['0 8 * * mon-fri', 'Montag bis Freitag um 08:00'],
  ['0 8,20 1,15 * *', 'Am 1. und 15. jedes Monats um 08:00 und 20:00'],
  ['0 9 1-7 * mon', 'Am 1. bis 7. jedes Monats oder am Montag um 09:00'],
  [
    '0 0 */2 1-3 mon',
    'An ungeraden Tagen des Monats um 00:00, nur wenn es Montag ist, nur im Januar bis März',
  ],
  ['1-59/7 3,9 * * *', 'Nach Cron: 1-59/7 3,9 * * *'],
])('says the schedule %s in German', (schedule, said) => {
  expect(inGerman(cronerSchedules.read(schedule, 'UTC', 0).says)).toBe(said);
});
