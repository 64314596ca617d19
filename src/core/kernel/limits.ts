/**
 * The numbers that bound what a user can notice, in one place; those of the specification join with their features.
 * Bytes are binary (1 MB = 1 MiB, house §3.12.15).
 */
const KIB = 1024;
const MIB = 1024 * KIB;

export const limits = {
  http: {
    bodyBytes: MIB,
    jsonDepth: 64,
    headersMs: 10_000,
    requestMs: 60_000,
    sockets: 512,
    heartbeatMs: 15_000,
    /** A stream whose reader accepts nothing for this long is closed; the run goes on (D31, R15). */
    stalledReaderMs: 30_000,
    /** Characters of whole frames in one write, unless a single frame is longer. */
    writeChars: 64 * KIB,
  },
  /** So many are answered at once, as typing errors; the next after 100 ms, each then after twice as long, and so on. */
  wrongTokens: { free: 5, firstMs: 100, mostMs: 5_000, waiting: 32, forgottenMs: 60_000 },
  /** `pageBytes`: of what the items of a page say, in the store; it ends early then, with one item at least. */
  list: { byDefault: 50, most: 200, pageBytes: MIB, cursorChars: 512, textChars: 1_000 },
  history: { days: 30, daysMost: 3_650, zoneChars: 64 },
  run: {
    /** Model calls in one run before it ends with `max_iterations`. */
    turns: 200,
    /** Work in one run, without the time in which a person was waited for (engine notes §1.3). */
    computeMs: 30 * 60 * 1000,
    /** How often an answer that hit the output limit is gone on with; how often it may begin with the same words. */
    continuations: 10,
    sameBeginnings: 3,
    beginningChars: 120,
    /** The share of a ceiling at which its owner is warned. */
    warnAt: 0.8,
    /** Deltas are committed at once when this long has passed since the last commit, else collected. */
    batchMs: 15,
    batchChars: 2 * KIB,
    /** Deltas are not joined to an event that is longer than this. */
    eventChars: 16 * KIB,
    /** How long an aborted model may take to end its stream by itself. */
    abortGraceMs: 500,
    /** Committed events kept in memory for the live readers; older ones are read from the store. */
    tailEvents: 256,
    tailChars: MIB,
    /** Read back for one reader at a time: what a reader that does not read may hold (R15). */
    replayEvents: 500,
    replayBytes: 128 * KIB,
    idempotencyMs: 24 * 60 * 60 * 1000,
  },
  tool: {
    outputChars: 80_000,
    inputDepth: 64,
    callMs: 15 * 60 * 1000,
    /** Identical calls with an identical result before the next one is refused; refusals before the run ends. */
    repeats: 3,
    ignoredRefusals: 2,
  },
  /** Sub-agents (engine notes §2.9). */
  agents: {
    /** In one call, and at work in one run. */
    most: 10,
    nameChars: 64,
    taskChars: 16_384,
    contextChars: 64 * KIB,
    turns: 10,
    turnsMost: 50,
    budgetUsd: 5,
    budgetMostUsd: 50,
    /** Work of one, without the time in which a person was waited for. */
    ms: 10 * 60 * 1000,
    /** Of what all of one call say, together; of a tool's result, what is told of it in an event. */
    answersChars: 64_000,
    eventChars: 2_000,
  },
  context: {
    /** Shares of the window: above the first something is left out, and then enough to come down to the second. */
    full: 0.85,
    roomy: 0.6,
    /** What a provider may count for one token of our estimate. */
    believed: { least: 0.7, most: 3 },
    /** Of a tool's result that is put aside, and of a text that is cut when nothing else helps. */
    parkedChars: 4_096,
    cutChars: 8_000,
    /** Messages at the end that are never left out, and handles that the placeholder names. */
    kept: 4,
    handles: 12,
    /** Characters of one answer of `recall_tool_result`. */
    recallChars: 40_000,
  },
  compaction: {
    /**
     * A thread is compacted after a run when it takes this share of the window, or so many tokens if that is less. It must
     * stay below `context.full`, with room for one more run: otherwise messages are left out and no summary tells of them.
     */
    automatic: 0.7,
    automaticTokens: 135_000,
    /** The share of that which a summary has to take the place of: less is not worth a call. */
    leastShare: 0.1,
    /** The share of the window up to which the last run is kept word for word. */
    keptShare: 0.2,
    /** The share of the window that one call of the summary reads. */
    share: 0.5,
    /** Of one message in what the summary is made from. */
    messageChars: 6_000,
    focusChars: 1_000,
  },
  /** What is remembered after a run. */
  extraction: {
    /** Of a task in its owner's own words: less states nothing, and more was pasted. */
    leastChars: 16,
    mostChars: 4_000,
    /** Of one thread, what waits to be looked through before that is done in any case. */
    collectedChars: 12_000,
    threads: 1_000,
    /** Runs of a thread without a look when the ones before found nothing: 2, and twice as many each time up to this. */
    longestPause: 16,
    statements: 10,
    statementChars: 500,
    /** Runs that wait for it at once; of more nothing is remembered. */
    waiting: 10,
  },
  /** Questions to the owner; the first two are the specification's. */
  prompt: {
    lifetimeMs: 24 * 60 * 60 * 1000,
    pollMs: 2_000,
    questions: 20,
    options: 20,
    questionChars: 4_000,
    optionChars: 200,
    headerChars: 80,
    /** Less than a tool may give back, so that an answer is never cut. */
    answerChars: 64 * KIB,
  },
  /** What the owner allows: for a conversation, for good, and beforehand at most; and what is shown of what is asked for. */
  consent: {
    threadMs: 24 * 60 * 60 * 1000,
    alwaysMs: 90 * 24 * 60 * 60 * 1000,
    daysMost: 365,
    targetChars: 270,
    toolChars: 128,
    shownNameChars: 100,
    shownUrlChars: 500,
    /** Of the address of an API, in the sentence that asks for it. */
    shownPlaceChars: 300,
    shownHeaderChars: 300,
    shownBodyChars: 500,
    /** Of the text of a new profile, what is shown; of what an update changes, and more is not asked for. */
    shownChangeChars: 8_000,
  },
  /** Of one secret; `oldDays` is the specification's. */
  secret: { chars: 64 * KIB, hosts: 20, oldDays: 90, promptChars: 1_000, kindChars: 80 },
  model: {
    /** Silence after which a call is given up; pings count as life. */
    idleMs: 180_000,
    /**
     * Time without a piece of the answer (text, thoughts, arguments of a call) after which it is given up, whatever pings
     * come. Servers that load a model or read a long prompt ping for minutes; a proxy before a dead one pings for ever.
     */
    contentMs: 10 * 60_000,
    /**
     * Of one call, its repeated attempts included: 64,000 tokens, the longest answer of a known model, take 53 minutes at
     * 20 tokens a second.
     */
    callMs: 60 * 60_000,
    /** Of a reply that says no, its text is waited for this long: the status says what matters. */
    refusalMs: 10_000,
    /** After this long no further attempt is begun: who waits has to be told. */
    retryWithinMs: 10 * 60_000,
    /** The pauses before the second, third and fourth attempt, and the longest that `Retry-After` may ask for (R20). */
    retryMs: [2_000, 4_000, 8_000],
    retryMostMs: 60_000,
    /** Of one event, and of a whole answer. */
    eventChars: 8 * MIB,
    bodyChars: 64 * MIB,
    /** What a server may still send after the end of its answer before its connection is let go. */
    afterEndMs: 100,
    afterEndReads: 16,
    /** Continuations of one turn that the provider paused. */
    pauses: 10,
    /**
     * What is believed of the counts of a provider: a prompt of so many times our estimate, or of the window with some
     * room, and what it adds of its own; and where the request sets no limit, thoughts that are not shown.
     */
    counts: { promptTimes: 4, room: 1.25, extraTokens: 64_000, hiddenTokens: 128_000 },
  },
  memory: {
    /** Of one request that writes memory: JSON may need two bytes for one. */
    bodyBytes: 8 * MIB,
    /** What one namespace may hold, in UTF-16 units. */
    namespaceChars: 32 * MIB,
    /** What of its past is one page. */
    historyEntries: 1_000,
    /** Of an entry, what is searched: nobody looks for the end of a megabyte. */
    indexedChars: 16 * KIB,
    /** What of it is put beside a task, at most. */
    promptEntries: 8,
    promptChars: 6_000,
    /** Of a question, what is read of it. */
    questionChars: 2_000,
    questionTerms: 32,
    /** What one search looks at: so many places of its terms, and so many entries more closely, or all it is asked for. */
    searchedPostings: 3_000,
    searchedEntries: 80,
    /** How much of a text an entry must be about to be put beside it unasked, and how much of what the best one is. */
    leastCoverage: 0.2,
    shareOfBest: 0.6,
  },
  workspace: {
    fileBytes: 5 * MIB,
    pathChars: 1024,
    segmentBytes: 255,
    /** Of a file, in one answer of `read_file`; and what stands around it there. */
    readBytes: 256 * KIB,
    readNoteChars: 4 * KIB,
    /** What one run may write, all its files together, and how many runs are remembered for that. */
    runBytes: 100 * MIB,
    runsCounted: 1_000,
    listEntries: 500,
    listDepth: 3,
    listChars: 60_000,
    /** Names looked at in one folder: those beyond are neither sorted nor shown. */
    folderNames: 10_000,
    /** Of a file, what a preview shows (specification). */
    previewBytes: MIB,
  },
  /** Changes of runs that wait for review. */
  changesets: {
    /** A larger file is not changed by a run, because no copy of it is kept; and what one session's copies may take. */
    copyBytes: 100 * MIB,
    setBytes: 1_024 * MIB,
    /** A file beyond that is told without its diff, and so are those that come when the diffs are this much together. */
    diffBytes: 512 * KIB,
    diffsChars: 4 * MIB,
    /** Lines that the shortest diff adds and removes; of more, it is told as the old text replaced by the new. */
    diffLines: 500,
    contextLines: 3,
    pathsTold: 20,
  },
  /** What the agent asks of other machines (engine notes §2.4). */
  web: {
    urlChars: 8 * KIB,
    /** All header lines of a request together, and of a reply. */
    headerBytes: 16 * KIB,
    bodyBytes: MIB,
    redirects: 5,
    resolveMs: 5_000,
    /** Of one call from its first byte to its last, redirects included: unless asked for, and at most. */
    callMs: 30_000,
    callMostMs: 60_000,
    /** Of one name, what is connected to. All of its addresses are looked at. */
    addressesTried: 8,
    encodings: 2,
    /** Of a reply, what is read of it; of one that is not made shorter, what is told of it. */
    readBytes: 2 * MIB,
    textChars: 100 * KIB,
    /** Longer JSON and HTML is made shorter: to so many items of a list, characters of a text, and of the whole. */
    shortenAbove: 30_000,
    jsonItems: 25,
    jsonStringChars: 1_000,
    jsonDepth: 64,
    shortChars: 24_000,
    /** Less text than this is no page worth reading: then the HTML is told as it is. */
    leastPageChars: 200,
    /** Of a page, in one answer of `read_page`. */
    pageChars: 40_000,
    pageDepth: 1_000,
    /** Of the headers, and of the note before them. */
    noteChars: 8 * KIB,
    /** Calls of `http_request`: in one conversation, in an hour, in a day. */
    callsOfThread: 100,
    callsOfHour: 200,
    callsOfDay: 2_000,
    threadsCounted: 1_000,
    /** Runs whose pages are counted. */
    runsCounted: 1_000,
    /** Path and query that are read at without a question to the owner, and headers: more could carry something out. */
    queryChars: 500,
    readingHeaderChars: 200,
  },
  /** Profiles of APIs. */
  api: {
    /** Of all of them in a prompt (issue 6): more is warned of, and never cut. */
    promptBytes: 40_000,
    faultsTold: 5,
    /** What is taken of an OpenAPI document: so many endpoints, and of each text so much. */
    draftEndpoints: 200,
    draftChars: 200,
    /** Reading YAML takes some 2 ms for each kB, in one turn. */
    yamlChars: 256 * KIB,
  },
  search: {
    ms: 10_000,
    results: 5,
    resultsMost: 20,
    fallbackMost: 10,
    queryChars: 400,
    /** Of the title, the address and the text of one result. */
    titleChars: 300,
    addressChars: 2_000,
    resultChars: 1_000,
    checkMs: 5_000,
    /**
     * How often a provider may search by itself in one call: the first of these that a ceiling has room for. The tokens
     * that one such search adds to the prompt, as far as is known no more.
     */
    vendorOffers: [5, 2, 0],
    vendorTokens: 15_000,
    /** Addresses that are kept of what a provider has searched by itself in one answer. */
    foundMost: 100,
  },
  /** Of a title that is made, and of one that is given. */
  thread: { titleChars: 80, titleMost: 200 },
  config: { fileBytes: MIB, jsonDepth: 64, violations: 20 },
  /** Ids and profile names that a client sends. */
  name: { chars: 200 },
  shutdown: { stepMs: 2_000 },
} as const;
