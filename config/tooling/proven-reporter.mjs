import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { citations } from '../../tests/spec/citations.ts';
import { judged } from '../../tests/spec/judged.ts';
import { entries as ledger } from '../../tests/spec/requirements.ts';
import { asked as askedTests } from './long-tests.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));

const RUNS = { quick: ['quick'], long: ['quick', 'long'], all: ['quick', 'long', 'browser'] };

/** The suffix that `verifies` adds to the name of a test. */
const CITED = /\[([^\]]+)\]$/u;

/**
 * After a run of the whole suite, checks that a passed test has proven every requirement that this run should prove, and
 * says in one line how long it took and which files are red. What should be proven follows from what was asked for, not from what was
 * found: a missing browser, or a project without files, proves nothing. `tests/spec/coverage.test.ts` only reads the
 * sources, so it also counts tests that are skipped or never reached.
 */
export default class ProvenReporter {
  #isWhole;
  #entries;
  #cited;
  #asked;
  #say;
  #told = null;

  /**
   * @param asked of jest: whether it was asked for all tests
   * @param given in the place of what this run has: the ledger, what cites it, the arguments, which tests were
   * asked for, and where it says what it found
   */
  constructor(
    { testPathPatterns, testNamePattern, onlyChanged, onlyFailures, shard, listTests },
    {
      entries = ledger,
      cited = new Set(citations().keys()),
      args = process.argv,
      tests = askedTests,
      say = (line) => process.stderr.write(`${line}\n`),
    } = {},
  ) {
    const some =
      (testPathPatterns?.patterns?.length ?? 0) > 0 ||
      Boolean(testNamePattern) ||
      args.some((arg) => /^--(?:select|ignore)Projects\b/u.test(arg));
    this.#isWhole = !(some || onlyChanged || onlyFailures || shard || listTests);
    this.#entries = entries;
    this.#cited = cited;
    this.#say = say;
    this.#asked = new Set(RUNS[tests]);
  }

  onRunComplete(_contexts, { testResults, numFailedTests, wasInterrupted, startTime }) {
    if (!this.#isWhole || wasInterrupted) return;
    const red = testResults.filter((file) => file.numFailingTests > 0 || file.testExecError);
    const files = red.map(({ testFilePath }) => relative(root, testFilePath)).join(', ');
    const seconds = Math.round((Date.now() - startTime) / 1000);
    this.#say(`${testResults.length} files in ${seconds} s; red: ${files || 'none'}`);
    // A failed suite proves nothing.
    if (red.length > 0 || numFailedTests > 0) return;
    const passed = testResults.flatMap((file) =>
      file.testResults.filter(({ status }) => status === 'passed'),
    );
    const proven = new Set(passed.flatMap(({ title }) => CITED.exec(title)?.[1]?.split(', ') ?? []));
    const { unproven, later } = judged(this.#entries, proven, this.#asked, this.#cited);
    if (later.length > 0) {
      const command = this.#asked.has('browser') ? 'make torture' : 'make test-all or make torture';
      this.#say(`Not tried here, but by ${command}: ${later.length} requirements.`);
    }
    if (unproven.length === 0) return;
    this.#told = `No test that ran and passed proves: ${unproven.join(', ')}`;
    this.#say(this.#told);
  }

  /** This makes jest fail the run, without a message of its own. */
  getLastError() {
    return this.#told === null ? undefined : new Error(this.#told);
  }
}
