/**
 * How many letters two words differ by: left out, added, replaced, or swapped with the next one (F. J. Damerau, "A
 * technique for computer detection and correction of spelling errors", CACM 7, 1964). Stops counting beyond `most`.
 */
export function distance(a: string, b: string, most: number): number {
  let [twoBefore, before] = [[] as number[], Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let row = 1; row <= a.length; row++) {
    const here = [row];
    let least = row;
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let value = Math.min(
        (before[column] ?? 0) + 1,
        (here[column - 1] ?? 0) + 1,
        (before[column - 1] ?? 0) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        value = Math.min(value, (twoBefore[column - 2] ?? 0) + 1);
      here.push(value);
      least = Math.min(least, value);
    }
    if (least > most) return most + 1;
    [twoBefore, before] = [before, here];
  }
  return before[b.length] ?? 0;
}
