export const insightLimits = {
  /** Ended runs that wait to be counted together: one by one, each would write the same pages again. */
  runsWaiting: 4,
  /** The most that are counted in one commit, between which other work goes on. */
  runsAtOnce: 8,
  /** Of one run, its first calls. */
  callsOfRun: 200,
  /** Longer names are not names of tools. */
  toolNameChars: 128,
  /** Tools one after another: how many, how many different ones of one run, and in how many runs before it is told. */
  sequence: { min: 2, max: 4, ofRun: 24, runs: 3 },
  /** Calls of a tool, and the share of them that must have failed. */
  failing: { calls: 5, share: 0.5 },
  /** Conversations that must have cost something, the multiple of their median, and the most that are told. */
  costly: { threads: 10, times: 10, told: 100 },
  /**
   * How often a question must have been asked, how many subjects it needs to be compared, how alike two must be (shared
   * subjects against all, from 0 to 1), how much of it is read, and how much is kept.
   */
  question: { times: 2, subjects: 2, alike: 0.8, readChars: 2_000, keptChars: 300 },
  /** Patterns of a kind that are known, told or not: beyond, those not seen for longest go. */
  known: { sequence: 300, failing_tool: 200, repeated_question: 300 },
  /** The newest runs of a pattern; it is judged by these. */
  evidence: { sequence: 50, failing_tool: 50, repeated_question: 10 },
  /** Runs that are named as evidence. */
  runsNamed: 3,
  /** The median is found anew when this share of the conversations has been counted since. */
  weighedAfter: 1 / 64,
} as const;
