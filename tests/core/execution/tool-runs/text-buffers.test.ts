import { expect } from '@jest/globals';
import { runId } from '../../../../src/core/kernel/ids.ts';
import { TextBuffers } from '../../../../src/core/execution/tool-runs/text-buffers.ts';
import { verifies } from '../../../spec/verifies.ts';

const MIB = 1024 * 1024;
const KIB = 1024;
const fill = (texts: TextBuffers, run: string, kib: number, letter = 'x') => {
  for (let at = 0; at < kib; at += 64) texts.add(runId(run), letter.repeat(64 * KIB));
};
const bytesOf = (texts: TextBuffers, run: string) => Buffer.byteLength(texts.of(runId(run)).text);
const firstLine = (texts: TextBuffers, run: string) => texts.of(runId(run)).text.split('\n', 1)[0];

verifies(
  'mcp.limits.text',
  'a run keeps 2 MB of text, the newest, and says that the beginning is gone',
  () => {
    const texts = new TextBuffers(() => false);
    fill(texts, 'a', 2 * KIB);
    expect(texts.of(runId('a'))).toEqual({ text: 'x'.repeat(2 * MIB), truncated: false });
    texts.add(runId('a'), 'the newest');
    const { text, truncated } = texts.of(runId('a'));
    expect(truncated).toBe(true);
    expect(text).toMatch(/^\[[^\]\n]*2 MB[^\]\n]*\]\nx/u);
    expect(text.endsWith('the newest')).toBe(true);
    expect(Buffer.byteLength(text)).toBeLessThan(2 * MIB + 200);
  },
);

verifies('mcp.limits.text', 'is counted in bytes, and the newest piece always stays', () => {
  const texts = new TextBuffers(() => false);
  texts.add(runId('a'), '€'.repeat(MIB));
  expect(bytesOf(texts, 'a')).toBe(3 * MIB);
  texts.add(runId('a'), 'z');
  expect(texts.of(runId('a')).text.split('\n')[1]).toBe('z');
});

verifies(
  'mcp.limits.all-text',
  'all runs keep 8 MB: text of finished runs goes first, then of others, last of the one that writes',
  () => {
    const texts = new TextBuffers((run) => run === runId('finished'));
    for (const run of ['older', 'finished', 'newer', 'last']) fill(texts, run, 2 * KIB);
    fill(texts, 'writing', 64);
    expect(
      ['older', 'finished', 'newer', 'last', 'writing'].map((run) => texts.of(runId(run)).truncated),
    ).toEqual([false, true, false, false, false]);
    expect(firstLine(texts, 'finished')).toContain('8 MB');
    fill(texts, 'writing', 2 * KIB);
    // Nothing is left of the finished one, and a piece of the oldest had to go.
    expect(texts.of(runId('finished')).text.split('\n')[1]).toBe('');
    expect(texts.of(runId('older')).truncated).toBe(false);
    fill(texts, 'more', 64);
    expect(texts.of(runId('older')).truncated).toBe(true);
    const all = ['older', 'finished', 'newer', 'last', 'writing', 'more'].map((run) => bytesOf(texts, run));
    expect(all.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(8 * MIB + 1_000);
    texts.forget(runId('writing'));
    fill(texts, 'more', KIB);
    expect(texts.of(runId('newer')).truncated).toBe(false);
  },
);
