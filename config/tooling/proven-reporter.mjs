import { entries } from '../../tests/spec/requirements.ts';
import suite from './jest.config.mjs';

/** What `verifies` writes behind the name of a test. */
const CITED = /\[([^\]]+)\]$/u;

/**
 * Where the whole suite has run, every requirement that is not deferred has been proven by a test that ran and passed.
 * `tests/spec/coverage.test.ts` reads the sources and so believes what is skipped, or stands where it is never reached.
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
    // Of a suite that failed, or of one project, nothing follows.
    if (!this.#isWhole || numFailedTests > 0 || wasInterrupted || projects.size < suite.projects.length)
      return;
    const passed = testResults.flatMap((file) =>
      file.testResults.filter(({ status }) => status === 'passed'),
    );
    const proven = new Set(passed.flatMap(({ title }) => CITED.exec(title)?.[1]?.split(', ') ?? []));
    this.#unproven = entries.flatMap(([id, { deferred }]) => (deferred || proven.has(id) ? [] : [id]));
    if (this.#unproven.length > 0) process.stderr.write(`${this.#told()}\n`);
  }

  /** Jest fails the run for it, and says nothing. */
  getLastError() {
    return this.#unproven.length === 0 ? undefined : new Error(this.#told());
  }

  #told() {
    return `No test that ran and passed proves: ${this.#unproven.join(', ')}`;
  }
}
