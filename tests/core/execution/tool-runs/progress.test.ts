import { expect, test } from '@jest/globals';
import { toolCallId } from '../../../../src/core/kernel/ids.ts';
import { noUsage } from '../../../../src/core/ports/model.ts';
import type { RunEventData } from '../../../../src/core/execution/runs/events.ts';
import { Progress } from '../../../../src/core/execution/tool-runs/progress.ts';
import { verifies } from '../../../spec/verifies.ts';

const call = (id: string, name: string): RunEventData => ({
  type: 'tool_call',
  data: { toolCallId: toolCallId(id), name, input: {} },
});
const result = (id: string, name: string): RunEventData => ({
  type: 'tool_result',
  data: { toolCallId: toolCallId(id), name, output: '', success: true },
});
const turnEnd: RunEventData = {
  type: 'turn_end',
  data: { stopReason: 'tool_use', usage: noUsage, model: 'm', costUsd: 0 },
};

verifies('mcp.run.status', 'what a run does is said in words without signs', () => {
  const progress = new Progress();
  const after = (event: RunEventData): string => {
    progress.add({ ...event, id: 1 });
    return progress.activity;
  };
  expect(progress.activity).toBe('starting');
  expect(after({ type: 'thinking', data: { summary: 'hm' } })).toBe('thinking');
  expect(after({ type: 'text', data: { text: 'a' } })).toBe('writing');
  expect(after(call('1', 'read_file'))).toBe('using read_file');
  expect(after(call('2', 'read_page'))).toBe('using read_file, read_page');
  expect(after(turnEnd)).toBe('using read_file, read_page');
  expect(after(result('1', 'read_file'))).toBe('using read_page');
  expect(after(result('2', 'read_page'))).toBe('read_page is done');
  expect(after(turnEnd)).toBe('thinking');
});

test('the last 500 names of tools are kept', () => {
  const progress = new Progress();
  for (let count = 0; count < 501; count++)
    progress.add({ ...call(`${count}`, `tool_${count}`), id: count + 1 });
  expect(progress.tools).toHaveLength(500);
  expect([progress.tools[0], progress.tools.at(-1)]).toEqual(['tool_1', 'tool_500']);
});
