type Run = readonly [from: number, to: number];

/** Rising numbers as runs: three of them and more by their ends, others one by one. */
export function runsIn(values: readonly number[]): readonly Run[] {
  const runs: [number, number][] = [];
  for (const value of values) {
    const last = runs.at(-1);
    if (last && last[1] === value - 1) last[1] = value;
    else runs.push([value, value]);
  }
  return runs.flatMap(([from, to]): readonly Run[] =>
    to === from + 1
      ? [
          [from, from],
          [to, to],
        ]
      : [[from, to]],
  );
}

/** Whether they are told by their ends alone. */
export function isOneRun(values: readonly number[]): boolean {
  const [run, ...others] = runsIn(values);
  return run !== undefined && others.length === 0 && run[0] !== run[1];
}
