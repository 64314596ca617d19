import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { toolCallId } from '../../../../../src/core/kernel/ids.ts';
import { contextLimits } from '../../../../../src/core/execution/runs/limits.ts';
import type { ModelMessage } from '../../../../../src/core/ports/model.ts';
import { noUsage } from '../../../../../src/core/ports/model.ts';
import { Context } from '../../../../../src/core/execution/runs/window/context.ts';
import { faultsIn } from '../../../../harness/well-formed.ts';
import { verifies } from '../../../../spec/verifies.ts';
import { tries } from '../../../../harness/thinned.ts';

const user = (text: string): ModelMessage => ({ role: 'user', content: [{ type: 'text', text }] });
const says = (text: string): ModelMessage => ({ role: 'assistant', content: [{ type: 'text', text }] });
const asks = (id: string): ModelMessage => ({
  role: 'assistant',
  content: [{ type: 'tool_call', toolCallId: toolCallId(id), name: 'look', input: {} }],
});
const gets = (id: string, output: string): ModelMessage => ({
  role: 'user',
  content: [{ type: 'tool_result', toolCallId: toolCallId(id), output, success: true }],
});

/** A task, then this many calls with results of this length, then a reply. */
const worked = (calls: number, chars: number): readonly ModelMessage[] => [
  user('the task'),
  ...Array.from({ length: calls }, (_, at) => [asks(`c${at}`), gets(`c${at}`, 'x'.repeat(chars))]).flat(),
  says('done'),
  user('and now?'),
];

const shown = (context: Context, messages: readonly ModelMessage[]): readonly ModelMessage[] => {
  const view = context.fit(messages);
  if (!view) throw new Error('does not fit');
  return view;
};
const text = (messages: readonly ModelMessage[]): string => JSON.stringify(messages);

describe('the messages sent to a model', () => {
  test('are all of the thread, unchanged, while they fit', () => {
    const messages = worked(10, 1_000);
    expect(new Context(200_000, 0).fit(messages)).toBe(messages);
  });

  verifies(
    'context.truncation',
    'elide large results first, never the last ones, with a handle to recall them',
    () => {
      const messages = [...worked(20, 10_000), asks('last'), gets('last', 'y'.repeat(10_000))];
      const view = shown(new Context(50_000, 0), messages);
      expect(faultsIn(view)).toEqual([]);
      expect(view).toHaveLength(messages.length);
      expect(text(view)).toMatch(/recall_tool_result with toolCallId \\"c0\\"/u);
      expect(text(view)).toContain('y'.repeat(10_000));
      expect(text(view)).not.toContain('x'.repeat(10_000));
    },
  );

  verifies('context.truncation', 'then omit messages in the middle, never a call without its result', () => {
    const messages = worked(400, 1_000);
    const context = new Context(50_000, 2);
    const view = shown(context, messages);
    expect(faultsIn(view)).toEqual([]);
    expect(view.length).toBeLessThan(messages.length);
    expect(text(view.slice(0, 1))).toContain('the task');
    expect(text(view.slice(0, 1))).toMatch(/messages of this conversation are left out here/u);
    expect(view.slice(-2)).toEqual(messages.slice(-2));
    expect(context.estimate(view)).toBeLessThanOrEqual(50_000 * contextLimits.roomy);
  });

  verifies(
    'context.truncation',
    'keep the same prefix during a run, because more than needed was left out',
    () => {
      const context = new Context(50_000, 0);
      let messages = worked(400, 1_000);
      const first = text(shown(context, messages)).slice(0, -1);
      messages = [...messages, asks('n1'), gets('n1', 'z'.repeat(500))];
      expect(text(shown(context, messages)).startsWith(first)).toBe(true);
    },
  );

  verifies('context.truncation', "follow the provider's token counts", () => {
    const messages = worked(100, 1_000);
    const context = new Context(60_000, 0);
    const before = context.estimate(messages);
    expect(context.fit(messages)).toBe(messages);
    const usage = { ...noUsage, inputTokens: before / 4, cacheReadTokens: before, cacheWriteTokens: before };
    context.counted(messages, { usage });
    expect(context.estimate(messages)).toBeGreaterThan(2 * before);
    expect(shown(context, messages).length).toBeLessThan(messages.length);
  });

  test('are none when there is no room for messages, and a last one that is too large is cut', () => {
    const messages = [user('x'.repeat(10_000))];
    expect(new Context(1_000, 1_000).fit(messages)).toBeNull();
    const [block] = new Context(1_000, 0).fit(messages)?.[0]?.content ?? [];
    expect(block).toMatchObject({ text: expect.stringMatching(/^x+\n\[… \d+ characters .*\]\nx+$/u) });
  });

  verifies('context.truncation', 'fit and are well-formed, whatever the conversation and the window', () => {
    const message = fc.tuple(fc.constantFrom('talk', 'call'), fc.nat(20_000));
    fc.assert(
      fc.property(
        fc.array(message, { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 4_000, max: 60_000 }),
        (steps, window) => {
          const context = new Context(window, 143);
          const messages: ModelMessage[] = [user('task')];
          for (const [index, [kind, size]] of steps.entries()) {
            if (kind === 'call') messages.push(asks(`c${index}`), gets(`c${index}`, 'x'.repeat(size)));
            else messages.push(says('y'.repeat(Math.max(1, size / 8))), user('next'));
            const view = context.fit(messages);
            if (!view) continue;
            expect(faultsIn(view)).toEqual([]);
            expect(context.estimate(view)).toBeLessThanOrEqual(window);
          }
        },
      ),
      { numRuns: tries(150) },
    );
  });
});
