import { entries } from '../../tests/spec/requirements.ts';
import suite from './jest.config.mjs';

/** The suffix that `verifies` adds to the name of a test. */
const CITED = /\[([^\]]+)\]$/u;

/**
 * After a run of the whole suite, checks that a passed test has proven every requirement that is not deferred.
 * `tests/spec/coverage.test.ts` only reads the sources, so it also counts tests that are skipped or never reached.
 */
export default class ProvenReporter {
  #isWhole;
  #unproven = [];

  constructor({ testPathPatterns, testNamePattern, onlyChanged, onlyFailures, shard, listTests }) {
    const some = (testPathPatterns?.patterns?.length ?? 0) > 0 || Boolean(testNamePattern);
    this.#isWhole = !(some || onlyChanged || onlyFailures || shard || listTests);
  }

  onRunComplete(contexts, { testResults, numFailedTests, wasInterrupted }) {
    const projects = new Set([...contexts].map(({ config }) => config.displayName?.name));
    // A failed suite, or a single project, proves nothing.
    if (!this.#isWhole || numFailedTests > 0 || wasInterrupted || projects.size < suite.projects.length)
      return;
    const passed = testResults.flatMap((file) =>
      file.testResults.filter(({ status }) => status === 'passed'),
    );
    const proven = new Set(passed.flatMap(({ title }) => CITED.exec(title)?.[1]?.split(', ') ?? []));
    this.#unproven = entries.flatMap(([id, { deferred }]) => (deferred || proven.has(id) ? [] : [id]));
    if (this.#unproven.length > 0) process.stderr.write(`${this.#told()}\n`);
  }

  /** This makes jest fail the run, without a message of its own. */
  getLastError() {
    return this.#unproven.length === 0 ? undefined : new Error(this.#told());
  }

  #told() {
    return `No test that ran and passed proves: ${this.#unproven.join(', ')}`;
  }
}
