import { Lexer } from 'marked';
import { count, dollars, shortMoment } from '../../parts/format.ts';
import { pause } from '../../parts/frames.ts';
import { calm } from './calm.ts';
import { lexed } from './lexed.ts';

/** What one task may take; the browser answers a click or a key between two of them. */
const TASK_MS = 8;
/** Longer than what a browser tries a pattern on before it compiles it. */
const SAMPLE = 'Some words of *one* paragraph, and `code` in it. '.repeat(40);
const DOCUMENT = `# A\n\n${SAMPLE.slice(0, 98)}[a](https://example.com)\n\n- b\n\n| c | d |\n| --- | --- |\n| 1 | 2 |\n\n> e\n\n\`\`\`ts\nf\n\`\`\`\n`;

/**
 * Uses each pattern of the parser once, and the tables of times and numbers that its run needs, in many short tasks. A
 * browser compiles a pattern at its first use, and all of them together hold it up for longer than a person takes for
 * "at once": that would be the first frame of an answer. The tables would hold up its start and its end.
 */
export async function warmParser(): Promise<void> {
  // What was loaded for it was run in this task.
  await pause();
  let from = performance.now();
  for (const step of steps()) {
    step();
    if (performance.now() - from < TASK_MS) continue;
    await pause();
    from = performance.now();
  }
}

function* steps(): Generator<() => void> {
  yield () => void shortMoment(new Date().toISOString());
  yield () => void count(1.5);
  yield () => void dollars(0.5);
  const { block, inline } = Lexer.rules;
  for (const pattern of [...Object.values(block.gfm), ...Object.values(inline.gfm)])
    yield () => {
      // Some browsers interpret a pattern at first, and compile it at its second use.
      for (const _ of [1, 2]) {
        pattern.lastIndex = 0;
        pattern.test(SAMPLE);
      }
      pattern.lastIndex = 0;
    };
  yield () => void lexed(DOCUMENT, {});
  yield () => void calm(DOCUMENT);
}
