/** Makes the page note how long its tasks above 50 ms take, in `window.tasks`. */
export const OBSERVE_TASKS = `
  window.tasks = [];
  new PerformanceObserver((list) =>
    window.tasks.push(...list.getEntries().map(({ duration }) => duration)),
  ).observe({ type: 'longtask' });
`;

const MB = 1_000_000;

/** Answers of one megabyte that are drawn in different ways. */
export const LARGE_ANSWERS: Readonly<Record<string, string>> = {
  'one paragraph': 'Some words of *one* paragraph, and `code` in it. '.repeat(MB / 49),
  'one fence': `\`\`\`ts\n${'const value = compute(1, 2, 3); // words\n'.repeat(MB / 41)}\`\`\`\n`,
  'ten thousand blocks': Array.from(
    { length: 10_000 },
    (_, nth) =>
      `Block ${nth} with **bold** text and a [link](https://example.com/${nth}) in it, and words.\n\n`,
  ).join(''),
};
