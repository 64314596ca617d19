import { englishTeller } from '../../../src/contract/words/of-terminal.ts';
import { expect, test } from '@jest/globals';
import { printRun } from '../../../src/adapters/in/cli/print-run.ts';
import { untrusted } from '../../../src/core/trust/untrusted/untrusted.ts';
import { noUsage } from '../../../src/core/ports/model.ts';
import { verifies } from '../../spec/verifies.ts';
import type { Event } from '../../e2e/http/runs.ts';

const ann = { agentId: 'a', name: 'Ann' };

const DONE = { runId: 'r', text: 'x', stopReason: 'end_turn', usage: noUsage, costUsd: 0, durationMs: 1 };
const text = (words: string) => ({ type: 'text', data: { text: words } });
const done = (more: object = {}) => ({ type: 'done', data: { ...DONE, ...more } });

/** What is printed of a run with these events; `screen` is both streams as they come. */
async function printed(events: readonly object[], tty = true) {
  const said = { out: '', err: '', screen: '' };
  const prompts: string[] = [];
  const code = await printRun(
    (async function* () {
      for (const [index, event] of events.entries()) yield { id: index + 1, ...event } as Event;
    })(),
    {
      json: false,
      tell: englishTeller,
      tty,
      out: (piece) => {
        said.out += piece;
        said.screen += piece;
      },
      err: (piece) => {
        said.err += piece;
        said.screen += piece;
      },
      prompts: {
        asked: () => {
          prompts.push('asked');
          said.screen += '? Asked.\n';
        },
        wanted: () => void prompts.push('wanted'),
        over: () => void prompts.push('over'),
      },
    },
  );
  return { code, ...said, prompts };
}

verifies(
  ['events.subagent', 'agents.questions'],
  "each step of a sub-agent is one line, and leaves another one's question in place",
  async () => {
    const events = [
      text('I ask Ann.'),
      {
        type: 'subagent',
        data: {
          ...ann,
          event: 'started',
          spawnCallId: 'x',
          role: 'creator',
          model: 'm',
          provider: 'p',
          profile: null,
          maxTurns: 1,
          maxBudgetUsd: 1,
        },
      },
      {
        type: 'prompt',
        data: {
          promptId: 'p',
          sessionId: 's',
          question: 'May Ben?',
          options: [],
          allowFreeText: true,
          timeoutMs: 1,
          expiresAt: '2026-01-01T00:00:00.000Z',
        },
      },
      {
        type: 'subagent',
        data: { ...ann, event: 'tool_call', toolCallId: 'c', tool: 'write_file', input: { path: 'a\nb' } },
      },
      { type: 'subagent', data: { ...ann, event: 'turn_end', usage: noUsage, costUsd: 0 } },
      {
        type: 'subagent',
        data: {
          ...ann,
          event: 'tool_result',
          toolCallId: 'c',
          tool: 'write_file',
          output: untrusted({ text: 'Created\u001b[31m it.', source: 'a', nonce: '0123456789abcdef' }),
          success: true,
        },
      },
      {
        type: 'subagent',
        data: {
          ...ann,
          event: 'ended',
          outcome: 'answered',
          model: 'm',
          turns: 2,
          usage: noUsage,
          costUsd: 0.126,
          priceKnown: true,
          durationMs: 5,
        },
      },
      done(),
    ];
    const { code, out, err, prompts } = await printed(events);
    expect(code).toBe(0);
    expect(out).toBe('I ask Ann.\n');
    const lines = err.trimEnd().split('\n');
    expect(lines).toHaveLength(4);
    expect(lines[0]).toBe('  Ann: begins as creator on m');
    expect(lines[1]).toContain('  Ann → write_file {"path":"a');
    expect(lines[2]).toMatch(/^ {2}Ann ✓ Created.*it\.$/u);
    expect(lines[3]).toBe('  Ann: answered ($0.13)');
    expect(err).not.toContain('\u001b');
    // The spinner ends when the text comes, when the question comes, and when the run has ended: not while Ann works.
    expect(prompts).toEqual(['over', 'over', 'asked', 'over']);
  },
);

verifies(
  'cli.run.why',
  'when the engine ended a run, its full reason is printed, and no answer twice',
  async () => {
    const why =
      `This run may cost $0.10, and what it would do next could cost more. ${'Raise the limit. '.repeat(20)}`.trim();
    const turn = (stopReason: string) => ({
      type: 'turn_end',
      data: { stopReason, usage: noUsage, model: 'm', costUsd: 0 },
    });
    const cases: readonly (readonly [readonly object[], string])[] = [
      [
        [text('So far.'), turn('tool_use'), done({ stopReason: 'budget', text: why })],
        `The run ended early: budget. ${why}\n`,
      ],
      [
        [done({ stopReason: 'loop', text: 'The same\u001b[2J call.' })],
        'The run ended early: loop. The same [2J call.\n',
      ],
      [
        [text('Hal'), text('f.'), done({ stopReason: 'output_limit', text: 'Half.' })],
        'The run ended early: output_limit.\n',
      ],
      [
        [text('One.'), turn('tool_use'), done({ stopReason: 'aborted', text: 'One.' })],
        'The run ended early: aborted.\n',
      ],
    ];
    for (const [events, told] of cases) {
      const { code, err } = await printed(events);
      expect([code, err]).toEqual([1, told]);
    }
  },
);

test('at a terminal no notice begins in the middle of a line of the answer', async () => {
  const told = [
    { type: 'changeset_ready', data: { sessionId: 's', threadId: 't', changesetId: 'c', fileCount: 1 } },
    { type: 'cost_warning', data: { ceiling: 'run', spentUsd: 1, limitUsd: 2 } },
    { type: 'prompt', data: { promptId: 'p', sessionId: 's', question: 'What?', options: [] } },
    {
      type: 'tool_result',
      data: { output: untrusted({ text: 'A', source: 'b', nonce: '0123456789abcdef' }), success: true },
    },
  ];
  for (const one of told) {
    const { screen } = await printed([text('Written.'), one, done({ text: 'Written.' })]);
    expect(screen).toMatch(/^Written\.\n[^\n]+\n$/u);
    expect(screen).not.toContain('untrusted');
  }
});

verifies(
  'events.tool_progress',
  'how far a call is stands on one line of a terminal, which is written over, and leaves a question alone',
  async () => {
    const far = (done: number, message: string | null) => ({
      type: 'tool_progress',
      data: { toolCallId: 'c', done, total: 9, message },
      id: null,
    });
    const prompt = { type: 'prompt', data: { question: 'May I?' } };
    const events = [
      text('x'),
      far(1, null),
      far(2, `two\u001b[2J ${'m'.repeat(100)}`),
      prompt,
      far(3, null),
      { type: 'tool_result', data: { toolCallId: 'c', name: 't', output: 'o', success: true } },
      done(),
    ];
    const [onTerminal, elsewhere] = [await printed(events), await printed(events, false)];
    for (const { prompts } of [onTerminal, elsewhere])
      expect(prompts.filter((one) => one === 'over')).toHaveLength(4);
    const anew = '\r\u001b[K';
    expect(onTerminal.screen).toBe(
      `x\n${anew}  1 of 9${anew}  2 of 9: two [2J ${'m'.repeat(52)}…${anew}? Asked.\n✓ o\n`,
    );
    expect(elsewhere.screen).toBe('x\n? Asked.\n✓ o\n');
  },
);

verifies('models.tagged-thoughts', 'text that was thoughts is told to be none of the answer', async () => {
  const thought = { type: 'thinking', data: { summary: 'Hm.', replacesText: true } };
  const { out, err } = await printed([text('Hm.'), thought, text('Yes.'), done({ text: 'Yes.' })], false);
  expect(out).toBe('Hm.\nYes.\n');
  expect(err).not.toBe('');
});

verifies('context.message-cut', 'is told on the way', async () => {
  const cut = { type: 'message_cut', data: { chars: 1_000, leftOut: 321 } };
  expect((await printed([cut, text('x'), done()], false)).err).toContain('321');
});

verifies('runs.cost.unknown', 'the terminal says so of a sub-agent', async () => {
  const ended = (priceKnown?: boolean | null) => ({
    type: 'subagent',
    data: { ...ann, event: 'ended', outcome: 'answered', costUsd: 0.5, priceKnown },
  });
  const lines = await Promise.all(
    [true, false, undefined, null].map(async (known) => (await printed([ended(known), done()], false)).err),
  );
  expect(new Set(lines).size).toBe(3);
  expect(lines[1]).toBe(lines[2]);
});
