import { describe, expect, test } from '@jest/globals';
import { runId, toolCallId } from '../../../../src/core/kernel/ids.ts';
import { noUsage } from '../../../../src/core/ports/model.ts';
import type { RunEventData } from '../../../../src/core/execution/runs/events.ts';
import { EventLog } from '../../../../src/core/execution/tool-runs/event-log.ts';
import { untrusted } from '../../../../src/core/trust/untrusted/untrusted.ts';
import { verifies } from '../../../spec/verifies.ts';

const text = (said: string): RunEventData => ({ type: 'text', data: { text: said } });
const thinking = (summary: string): RunEventData => ({ type: 'thinking', data: { summary } });
const call = (input = {}): RunEventData => ({
  type: 'tool_call',
  data: { toolCallId: toolCallId('c'), name: 'read_file', input },
});
const result = (output: string, success = true): RunEventData => ({
  type: 'tool_result',
  data: { toolCallId: toolCallId('c'), name: 'read_file', output, success },
});
const turnEnd: RunEventData = {
  type: 'turn_end',
  data: { stopReason: 'end_turn', usage: noUsage, model: 'm', costUsd: 0 },
};
const done: RunEventData = {
  type: 'done',
  data: {
    runId: runId('r'),
    text: '',
    stopReason: 'end_turn',
    usage: noUsage,
    costUsd: 0,
    durationMs: 1,
  },
};
const error: RunEventData = {
  type: 'error',
  data: { runId: runId('r'), code: 'internal', error: 'It broke.', retryable: false },
};

/** A log of these events, numbered from 1, each stored 10 ms after the one before. */
function logOf(...events: readonly RunEventData[]): EventLog {
  const log = new EventLog();
  events.forEach((event, index) => log.add({ ...event, id: index + 1 }, 1_000 + index * 10));
  return log;
}
const shown = (log: EventLog) => log.after(0).events.map(({ id, type, data }) => [id, type, data]);

verifies(
  'mcp.run.event-record',
  'an event has the id of the event of the run, or of the last of several, and the time of that one',
  () => {
    expect(logOf(text('a'), text('b'), call({ path: 'x' })).after(0).events).toEqual([
      { id: 2, type: 'text_chunk', timestamp: 1_010, data: { text: 'ab' } },
      { id: 3, type: 'tool_call', timestamp: 1_020, data: { name: 'read_file', input: { path: 'x' } } },
    ]);
  },
);

describe('thinking', () => {
  verifies('mcp.log.thinking', 'is told once in a turn, with its first 200 characters', () => {
    const long = 'abcdefghij'.repeat(25);
    const events = [
      thinking(long.slice(0, 150)),
      thinking(long.slice(150)),
      text('x'),
      thinking('more'),
      turnEnd,
    ];
    expect(shown(logOf(...events, thinking('next'), turnEnd))).toEqual([
      [2, 'thinking', { summary: long.slice(0, 200) }],
      [3, 'text_chunk', { text: 'x' }],
      [5, 'turn_end', { stop_reason: 'end_turn' }],
      [6, 'thinking', { summary: 'next' }],
      [7, 'turn_end', { stop_reason: 'end_turn' }],
    ]);
  });
});

describe('text', () => {
  verifies(
    'mcp.log.text_chunk',
    'is flushed by a call, by the end of a turn, by an error and by the end',
    () => {
      expect(shown(logOf(text('a'), call()))[0]).toEqual([1, 'text_chunk', { text: 'a' }]);
      expect(shown(logOf(text('a'), turnEnd))[0]).toEqual([1, 'text_chunk', { text: 'a' }]);
      expect(shown(logOf(text('a'), error))[0]).toEqual([1, 'text_chunk', { text: 'a' }]);
      expect(shown(logOf(text('a'), done))).toEqual([[1, 'text_chunk', { text: 'a' }]]);
      expect(shown(logOf(text('a')))).toEqual([]);
    },
  );

  verifies('mcp.log.text_chunk', 'is flushed when it is over 2,000 characters, not before', () => {
    expect(shown(logOf(text('a'.repeat(1_999)), text('b')))).toEqual([]);
    expect(shown(logOf(text('a'.repeat(1_999)), text('b'), text('c')))).toEqual([
      [3, 'text_chunk', { text: `${'a'.repeat(1_999)}bc` }],
    ]);
  });
});

verifies('mcp.log.tool_call', 'a call has its name and its input', () => {
  expect(shown(logOf(call({ path: 'a.txt', offset: 3 })))).toEqual([
    [1, 'tool_call', { name: 'read_file', input: { path: 'a.txt', offset: 3 } }],
  ]);
});

test('of an input of more than 20,000 characters long texts are cut, and that is said', () => {
  const [event] = logOf(call({ path: 'a.txt', content: 'x'.repeat(30_000) })).after(0).events;
  expect(event?.data).toEqual({
    name: 'read_file',
    input: { path: 'a.txt', content: `${'x'.repeat(2_000)} [28000 more characters]` },
    truncated: true,
  });
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`key${index}`, 'value']));
  expect(logOf(call(many)).after(0).events[0]?.data).toEqual({
    name: 'read_file',
    input: {},
    truncated: true,
  });
});

verifies(
  'mcp.log.tool_result',
  'a result has its name, whether it succeeded, and its first 300 characters without our marks',
  () => {
    const marked = untrusted({ text: 'y'.repeat(400), source: 'a.txt', nonce: '0123456789abcdef' });
    expect(shown(logOf(result(marked, false)))).toEqual([
      [1, 'tool_result', { name: 'read_file', success: false, preview: 'y'.repeat(300) }],
    ]);
    // No half of a character.
    const faces = `${'y'.repeat(299)}😀`;
    expect(shown(logOf(result(faces)))[0]?.[2]).toMatchObject({ preview: 'y'.repeat(299) });
  },
);

verifies('mcp.log.turn_end', 'the end of a turn has its stop_reason', () => {
  expect(shown(logOf(turnEnd))).toEqual([[1, 'turn_end', { stop_reason: 'end_turn' }]]);
});
verifies('mcp.log.error', 'an error has its message', () => {
  expect(shown(logOf(error))).toEqual([[1, 'error', { message: 'It broke.' }]]);
});
verifies('mcp.log.continuation', 'a continuation has its number and the most', () => {
  const log = logOf(text('a'), { type: 'continuation', data: { iteration: 1, max: 10 } });
  expect(shown(log)).toEqual([
    [1, 'text_chunk', { text: 'a' }],
    [2, 'continuation', { iteration: 1, max: 10 }],
  ]);
});

describe('a cursor', () => {
  verifies('mcp.log.cursor', 'gets the events with greater ids; the next one never goes back', () => {
    const log = logOf(call(), result('x'), turnEnd);
    expect(log.after(1).events.map(({ id }) => id)).toEqual([2, 3]);
    expect(log.after(1).nextCursor).toBe(3);
    expect(log.after(3)).toEqual({ events: [], nextCursor: 3 });
    expect(log.after(90)).toEqual({ events: [], nextCursor: 90 });
  });

  verifies('mcp.log.append-only', 'sees the same events each time, whenever they are read', () => {
    const events = [
      thinking('t'),
      text('a'.repeat(1_500)),
      text('b'.repeat(900)),
      call(),
      result('x'),
      text('z'),
      turnEnd,
    ];
    const whole = logOf(...events).after(0).events;
    const log = new EventLog();
    const seen = events.flatMap((event, index) => {
      const before = log.after(0).nextCursor;
      log.add({ ...event, id: index + 1 }, 1_000 + index * 10);
      return log.after(before).events;
    });
    expect(seen).toEqual(whole);
    expect(seen.map(({ id }) => id)).toEqual(seen.map(({ id }) => id).toSorted((a, b) => a - b));
  });

  verifies(
    'mcp.limits.events',
    '500 are kept; one that is older than the oldest learns that some are gone',
    () => {
      const log = logOf(...Array.from({ length: 501 }, () => turnEnd));
      expect(log.after(0)).toMatchObject({ eventsDropped: true, oldestId: 2, nextCursor: 501 });
      expect(log.after(0).events).toHaveLength(500);
      expect(log.after(1)).not.toHaveProperty('eventsDropped');
      expect(logOf(...Array.from({ length: 500 }, () => turnEnd)).after(0)).not.toHaveProperty(
        'eventsDropped',
      );
    },
  );
});
