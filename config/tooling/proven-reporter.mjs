import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { citations } from '../../tests/spec/citations.ts';
import { entries } from '../../tests/spec/requirements.ts';
import suite from './jest.config.mjs';
import { isLong } from './long-tests.mjs';

const tests = fileURLToPath(new URL('../../tests/', import.meta.url));

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
    const ran = new Set(testResults.map(({ testFilePath }) => relative(tests, testFilePath)));
    const open = entries.flatMap(([id, { deferred }]) => (deferred || proven.has(id) ? [] : [id]));
    const cited = citations();
    // Only what no file but those of `make test-all` proves, or of the browser where there is none.
    const isLeft = (id) => {
      const files = cited.get(id) ?? [];
      const isLater = (file) => !ran.has(file) && (file.startsWith('browser/') || isLong(`tests/${file}`));
      return files.length > 0 && files.every(isLater);
    };
    const later = open.filter(isLeft);
    if (later.length > 0) process.stderr.write(`Not tried here, but by make test-all: ${later.join(', ')}\n`);
    this.#unproven = open.filter((id) => !isLeft(id));
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
