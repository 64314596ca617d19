/** The constructor prints a deprecation warning to stderr, the log. It is synchronous, so no other warning is muted. */
export function quietly<T>(output: Pick<Console, 'warn'>, construct: () => T): T {
  const { warn } = output;
  output.warn = () => undefined;
  try {
    return construct();
  } finally {
    output.warn = warn;
  }
}
