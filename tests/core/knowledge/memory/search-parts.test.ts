import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { distance } from '../../../../src/core/kernel/distance.ts';
import { entitiesOf, spokenLine } from '../../../../src/core/knowledge/memory/search/entities.ts';
import { fused, K } from '../../../../src/core/knowledge/memory/search/fusion.ts';
import { gramsOf, likeness } from '../../../../src/core/knowledge/memory/search/grams.ts';
import { understood } from '../../../../src/core/knowledge/memory/search/question.ts';
import { sharedWords } from '../../../../src/core/knowledge/memory/search/reasons.ts';
import { stem } from '../../../../src/core/kernel/stem.ts';
import { synonymsOf } from '../../../../src/core/knowledge/memory/search/synonyms.ts';
import { timeIn } from '../../../../src/core/knowledge/memory/search/time-hints.ts';
import { fold, wordsOf } from '../../../../src/core/kernel/words.ts';
import { termKey, termOf, termsOf } from '../../../../src/core/knowledge/memory/search/words.ts';
import { saysTheSame } from '../../../../src/core/knowledge/memory/same.ts';

describe('words', () => {
  it.each([
    ["Don't stop, Anna's here!", ['don', 'stop', 'anna', 'here']],
    ['snake_case camelCase kebab-case', ['snake', 'case', 'camelcase', 'kebab', 'case']],
    ['Ünïcödé STRASSE Straße ｆｕｌｌ', ['unicode', 'strasse', 'strasse', 'full']],
    ['図書館', ['図書', '書館']],
    ['iPhoneを買う', ['iphone', 'を買', '買う']],
    ['한국어', ['한국', '국어']],
    ['猫', ['猫']],
    ['a\u0000b \ud800 12.5', ['a', 'b', '12', '5']],
    ['', []],
  ])('%j', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  it('are the same however they are typed, and every text has some or none', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(wordsOf(text.toUpperCase()).length).toBeGreaterThanOrEqual(0);
        for (const word of wordsOf(text)) {
          expect(word).not.toBe('');
          expect(word.isWellFormed()).toBe(true);
        }
        expect(fold(fold(text.toWellFormed()))).toBe(fold(text.toWellFormed()));
        for (const term of termsOf(text)) expect(termKey(term)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('are cut where they are longer than a person types, in linear time', () => {
    expect(wordsOf('x'.repeat(1_000_000))).toEqual(['x'.repeat(40)]);
    expect(wordsOf("a'".repeat(200_000)).length).toBeGreaterThan(0);
    expect(wordsOf('語'.repeat(200_000))).toHaveLength(199_999);
  });
});

describe('terms', () => {
  // Porter's own examples, by step.
  it.each([
    ['caresses', 'caress'],
    ['ponies', 'poni'],
    ['cats', 'cat'],
    ['agreed', 'agre'],
    ['plastered', 'plaster'],
    ['motoring', 'motor'],
    ['conflated', 'conflat'],
    ['hopping', 'hop'],
    ['falling', 'fall'],
    ['filing', 'file'],
    ['happy', 'happi'],
    ['relational', 'relat'],
    ['conditional', 'condit'],
    ['vietnamization', 'vietnam'],
    ['triplicate', 'triplic'],
    ['hopefulness', 'hope'],
    ['revival', 'reviv'],
    ['adjustment', 'adjust'],
    ['adoption', 'adopt'],
    ['effective', 'effect'],
    ['probate', 'probat'],
    ['rate', 'rate'],
    ['controll', 'control'],
    ['roll', 'roll'],
    ['sky', 'sky'],
    ['is', 'is'],
    ['naïve', 'naïve'],
    ['b2b', 'b2b'],
  ])('the stem of %s is %s', (word, expected) => {
    expect(stem(word)).toBe(expected);
  });

  it('are the same for irregular forms', () => {
    for (const [a, b] of [
      ['went', 'going'],
      ['bought', 'buys'],
      ['children', 'child'],
      ['mum', 'mother'],
      ['nine', '9'],
      ['third', 'three'],
    ] as const)
      expect(termOf(a)).toBe(termOf(b));
    expect(termOf('constructor')).toBe('constructor');
  });

  it('have synonyms that are not themselves, each with a weight below 1', () => {
    for (const word of ['job', 'pet', 'painting', 'nothing'])
      for (const [term, weight] of synonymsOf(termOf(word))) {
        expect(term).not.toBe(termOf(word));
        expect(weight).toBeGreaterThan(0);
        expect(weight).toBeLessThan(1);
      }
    expect(synonymsOf(termOf('pet')).has(termOf('puppy'))).toBe(true);
    expect(synonymsOf(termOf('rabbit')).has(termOf('hamster'))).toBe(false);
  });
});

describe('speakers', () => {
  it.each([
    ['Ada Lovelace: I think', 'ada lovelace', 'I think'],
    ['[1:56 pm on 8 May, 2023] Caroline: Hey', 'caroline', 'Hey'],
    ['2023-05-08T13:56:00Z Caroline: Hey', 'caroline', 'Hey'],
    ['D1:3 Caroline: Hey', 'caroline', 'Hey'],
    ['Caroline (8 May 2023): Hey', 'caroline', 'Hey'],
    ['Caroline said: Hey', 'caroline', 'Hey'],
    ['Élise: oui', 'elise', 'oui'],
    ['https://example.org: down', null, 'https://example.org: down'],
    ['no speaker here', null, 'no speaker here'],
  ])('%j', (text, speaker, said) => {
    expect(spokenLine(text)).toEqual({ speaker, said });
  });
});

it('capitalised words inside of sentences, numbers, addresses and tags count as names', () => {
  expect(
    [...entitiesOf('Yesterday Anna met Bob in Rome. Then it was 10:30. Mail a.b@c.example, #Tag')].toSorted(),
  ).toEqual(['#tag', '10:30', 'a.b@c.example', 'anna', 'bob', 'rome', 'tag']);
  expect(entitiesOf('Anna was here').has('anna')).toBe(false);
  expect(entitiesOf('Anna was here', (name) => name === 'anna').has('anna')).toBe(true);
  expect(entitiesOf('@'.repeat(50_000) + 'a.'.repeat(50_000)).size).toBe(0);
});

describe('times in questions', () => {
  // A Wednesday.
  const now = Date.UTC(2026, 2, 18, 15);
  const day = (text: string | number) => new Date(text).toISOString().slice(0, 10);
  it.each([
    ['what did I do yesterday', '2026-03-17', '2026-03-18'],
    ['what happened last week', '2026-03-09', '2026-03-16'],
    ['plans for this week', '2026-03-16', '2026-03-23'],
    ['last month', '2026-02-01', '2026-03-01'],
    ['last year', '2025-01-01', '2026-01-01'],
    ['in May', '2025-05-01', '2025-06-01'],
    ['in January', '2026-01-01', '2026-02-01'],
    ['in May 2023', '2023-05-01', '2023-06-01'],
    ['on 8 May 2023', '2023-05-08', '2023-05-09'],
    ['on May 8th, 2023', '2023-05-08', '2023-05-09'],
    ['on 2023-05-08', '2023-05-08', '2023-05-09'],
    ['on 31 February 2023', '2023-01-01', '2024-01-01'],
    ['in 2024', '2024-01-01', '2025-01-01'],
    ['three or 3 days ago', '2026-03-15', '2026-03-16'],
  ])('%j', (question, from, to) => {
    const range = timeIn(question, now);
    expect(range && [day(range.from), day(range.to)]).toEqual([from, to]);
  });

  it.each(['may I ask', 'march on', 'when', '', '99 May'])('%j names none', (question) => {
    expect(timeIn(question, now)).toBeNull();
  });
});

it('a question shows what it looks for, and question words are left out', () => {
  const now = Date.UTC(2026, 0, 1);
  expect(understood('When did Anna buy the boat?', now)).toMatchObject({
    words: ['anna', 'buy', 'boat'],
    wanted: 'time',
    latest: false,
  });
  expect(understood('How many boats?', now).wanted).toBe('number');
  expect(understood('How long was it?', now).wanted).toBe('both');
  expect(understood('What is the latest news?', now).latest).toBe(true);
  // Unless there are no others.
  expect(understood('Who are you going to see after that?', now).concepts.length).toBeGreaterThan(0);
  expect(understood('word '.repeat(1_000_000), now).concepts).toHaveLength(1);
});

it("the distance of two words is Damerau's, up to the limit", () => {
  expect(distance('workshop', 'wrokshop', 2)).toBe(1);
  expect(distance('persue', 'pursue', 2)).toBe(1);
  expect(distance('cat', 'cats', 2)).toBe(1);
  expect(distance('', 'ab', 2)).toBe(2);
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });
  fc.assert(
    fc.property(word, word, (a, b) => {
      expect(distance(a, a, 3)).toBe(0);
      expect(distance(a, b, 20)).toBe(distance(b, a, 20));
      expect(distance(a, b, 20)).toBeLessThanOrEqual(Math.max(a.length, b.length));
      expect(Math.min(distance(a, b, 2), 3)).toBe(Math.min(distance(a, b, 20), 3));
    }),
  );
});

it('similarity of spelling ranges from 0 to 1', () => {
  const like = (a: string, b: string) => likeness(gramsOf(wordsOf(a)), gramsOf(wordsOf(b)));
  expect(like('the green house', 'the green house')).toBeCloseTo(1, 5);
  expect(like('photographer', 'photography')).toBeGreaterThan(0.6);
  expect(like('photographer', 'bicycle')).toBeLessThan(0.2);
  expect(like('', 'bicycle')).toBe(0);
});

it('results of several searches are combined by rank (reciprocal rank fusion), not by score; ties share a rank', () => {
  const list = (...scores: number[]) => Float64Array.from(scores);
  const sums = fused(
    [
      { weight: 1, scores: list(9, 5, 0) },
      { weight: 2, scores: list(0.1, 0.1, 0.3) },
    ],
    3,
  );
  expect([...sums]).toEqual([1 / (K + 1) + 2 / (K + 2), 1 / (K + 2) + 2 / (K + 2), 2 / (K + 1)]);
});

it('duplicates are recognised by their words, not by their form', () => {
  expect(saysTheSame('The café — opens at nine!', 'the cafe opens at nine')).toBe(true);
  expect(saysTheSame('x y', 'y x')).toBe(false);
  expect(saysTheSame('it is', "it isn't")).toBe(false);
});

it('the words that a text shares with a question are spelled as in the text, without common words', () => {
  const shared = (question: string, text: string) => sharedWords(understood(question, 0), text);
  expect(shared('Wann ist die Rechnung fällig?', 'Die Rechnung der Stadtwerke ist am 3. fällig')).toEqual([
    'Rechnung',
    'fällig',
  ]);
  expect(shared('boiler repairs', "The Boiler's valve was repaired")).toEqual(['Boiler', 'repaired']);
  expect(shared('what about the very same', 'It is the very same')).toEqual([]);
});
