import { describe, expect, it } from '@jest/globals';
import { insightLimits } from '../../../../src/core/execution/insights/limits.ts';
import { sortFrom, sortTexts } from '../../../../src/core/execution/insights/model.ts';
import { asksTheSame, compared, isComparable } from '../../../../src/core/execution/insights/questions.ts';
import { costlyFrom, isTelling } from '../../../../src/core/execution/insights/rules.ts';
import { isCovered, keyOf, sequencesIn } from '../../../../src/core/execution/insights/sequences.ts';
import { topicOf } from '../../../../src/core/knowledge/memory/search/topics.ts';

const asTheSame = (question: string, earlier: string) => {
  const { alike, ...topic } = topicOf(question);
  return asksTheSame({ ...compared(topic), alike }, compared(topicOf(earlier)));
};

describe('sequences', () => {
  it('are neighbours, with repetitions of a tool counted once', () => {
    expect(sequencesIn(['a', 'a', 'b', 'b', 'c'])).toEqual([
      ['a', 'b'],
      ['a', 'b', 'c'],
      ['b', 'c'],
    ]);
    for (const none of [[], ['a'], ['a', 'a', 'a']]) expect(sequencesIn(none)).toEqual([]);
    expect(sequencesIn(['a', 'b', 'a', 'b']).map((one) => one.join(''))).toEqual([
      'ab',
      'aba',
      'abab',
      'ba',
      'bab',
    ]);
  });

  it('are bounded in number and length', () => {
    const tools = Array.from({ length: 500 }, (_, nth) => `tool${nth}`);
    const found = sequencesIn(tools);
    expect(found).toHaveLength(insightLimits.sequence.ofRun);
    expect(Math.max(...found.map(({ length }) => length))).toBe(insightLimits.sequence.max);
  });

  it('differ whatever the names contain', () => {
    expect(keyOf(['a","b', 'c'])).not.toBe(keyOf(['a', 'b","c']));
  });

  it('are covered by a longer one with as many runs', () => {
    const long = { tools: ['a', 'b', 'c'], runs: 3 };
    expect(isCovered({ tools: ['b', 'c'], runs: 3 }, [long])).toBe(true);
    expect(isCovered({ tools: ['b', 'c'], runs: 4 }, [long])).toBe(false);
    expect(isCovered({ tools: ['a', 'c'], runs: 3 }, [long])).toBe(false);
    expect(isCovered(long, [long])).toBe(false);
  });
});

describe('evidence', () => {
  it('is enough from these numbers on', () => {
    const runs = (count: number) => ({ runs: count, calls: 0, failures: 0 });
    expect([2, 3].map((count) => isTelling('sequence', runs(count)))).toEqual([false, true]);
    expect([1, 2].map((count) => isTelling('repeated_question', runs(count)))).toEqual([false, true]);
    const calls = (count: number, failures: number) =>
      isTelling('failing_tool', { runs: 9, calls: count, failures });
    expect([calls(4, 4), calls(5, 2), calls(5, 3), calls(6, 3)]).toEqual([false, false, true, true]);
    expect([costlyFrom(9, 1), costlyFrom(10, 1)]).toEqual([null, 10]);
  });
});

describe('questions', () => {
  it.each([
    ['What is the capital of France?', 'Tell me the capital city of France'],
    ['How do I renew my passport?', 'how can my passport be renewed'],
    ['Summarise the report of Q3 for Anna', 'please summarise the report of q3 for anna'],
    ['fix the broken build of the parser', 'the build of the parser is broken, repair it'],
  ])('%s = %s', (one, other) => {
    expect([asTheSame(one, other), asTheSame(other, one)]).toEqual([true, true]);
  });

  it.each([
    ['What is the capital of France?', 'What is the capital of Germany?'],
    ['book a flight to Paris', 'book a flight to Rome'],
    ['sum up invoice 17 from march', 'sum up invoice 18 from march'],
    ['write tests for the parser', 'write a poem about the sea'],
  ])('%s ≠ %s', (one, other) => {
    expect([asTheSame(one, other), asTheSame(other, one)]).toEqual([false, false]);
  });

  it('with hardly a subject are not compared', () => {
    for (const little of ['', 'go on', 'yes please', 'hello', '???'])
      expect([little, isComparable(topicOf(little))]).toEqual([little, false]);
  });
});

it('sort orders are columns, or columns with a minus', () => {
  expect(sortTexts).toHaveLength(16);
  expect(sortFrom('-costUsd')).toEqual({ by: 'costUsd', descending: true });
  expect(sortFrom('runs')).toEqual({ by: 'runs', descending: false });
});
