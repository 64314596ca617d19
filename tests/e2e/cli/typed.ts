import { expect } from '@jest/globals';
import { svcHere } from '../../harness/in-process-svc.ts';

/** The words of a command as a person types them; single quotes hold words together. */
export const wordsOf = (line: string): readonly string[] =>
  [...line.matchAll(/'([^']*)'|(\S+)/gu)].map(([, quoted, word]) => quoted ?? word ?? '');

/** Commands that begin with `verb`, as a person types the rest of them, for the data directory that there is by then. */
export function typing(verb: string, dataDirNow: () => string) {
  const svc = (line: string, input?: string) => svcHere(dataDirNow(), wordsOf(`${verb} ${line}`), {}, input);
  /** What a command prints that ends well. */
  const said = async (line: string, input?: string): Promise<string> => {
    const { code, stdout } = await svc(line, input);
    expect([line, code]).toEqual([line, 0]);
    return stdout;
  };
  return {
    svc,
    said,
    json: async (line: string, input?: string) =>
      JSON.parse(await said(`${line} --json`, input)) as Readonly<Record<string, unknown>>,
    /** Each ends with this code, prints nothing, and says why. */
    refused: async (code: 1 | 2, ...lines: readonly string[]): Promise<void> => {
      for (const line of lines) {
        const { code: ended, stdout, stderr } = await svc(line);
        expect([line, ended, stdout]).toEqual([line, code, '']);
        expect(stderr).toMatch(code === 2 ? /^error: /u : /^svc: /u);
        // A person at a terminal knows of no routes.
        expect(stderr).not.toMatch(/route|\/api\//u);
      }
    },
  };
}
