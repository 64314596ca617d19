/** What the demo model says. `thinking` is what it streams before an answer. */
export const english = {
  help: {
    help: 'help – this list',
    write: 'write <path>: <content> – writes a file into your workspace, with a real tool',
    read: 'read <path>, list files – looks into your workspace, and quotes what is there',
    edit: 'edit <path>: <old> -> <new> – replaces text in a file',
    memory:
      'remember <something>, recall <something> – keeps it in memory and finds it again, with real tools',
    ask: 'ask – I ask you something, and wait for your answer',
    fail: 'fail once – a tool call is refused, and the run goes on and recovers',
    count: 'count to 200 – slow enough to watch, to stop, or to kill in the middle (up to 5000)',
    loop: 'loop – I repeat one call until the engine ends the run',
  },
  thinking: {
    answered: 'This is the answer to what I asked.',
    help: 'I am asked what I can do.',
    toolAnswered: 'The tool has answered.',
    toolFailed: 'The tool has failed.',
    fileWanted: 'A file is wanted.',
    fileMeant: 'A file is meant.',
    kept: 'It is kept.',
    cameBack: 'Something came back.',
    forMemory: 'This is for the memory.',
    noTool: 'There is no tool for this.',
    noAnswer: 'There is no answer.',
    mayAsk: 'I may ask something.',
    toFail: 'A call is to fail.',
    shouldHaveFailed: 'That was to fail.',
    worked: 'It worked.',
    failedAgain: 'It failed again.',
    canCorrect: 'I was told why, and can correct it.',
    cannotCount: 'I cannot count to that.',
    counting: (most: number) => `I count to ${most}.`,
    toRepeat: 'I am to repeat myself.',
    sameAgain: 'The same again.',
    notTaught: 'This is none of the things that I have been taught.',
  },
  question: 'What would you like this machine to do for you first?',
  options: ['Write files', 'Answer questions', 'Something else'],
  youAnswered: (answer: string) =>
    `You answered: “${answer}”. Thank you. I am only the demo model and cannot act on it, but it reached me the whole way.`,
  hello: (whatThisIs: string, list: string) => `Hello. ${whatThisIs}\n\nTry one of these:\n${list}\n`,
  whatThisIs:
    'I am the demo model of svc: a fixed, deterministic script, no AI. The same conversation always gets the same answer.',
  willWrite: (path: string) => `I will write ${path}.`,
  written: (path: string, content: string, said: string) =>
    `Written to ${path}: “${content}”. The tool said: ${said}`,
  notWritten: (path: string, reason: string) => `Nothing was written to ${path}. The reason: ${reason}`,
  cannot: (tool: string, what: 'write' | 'fail' | 'repeat' | 'that') =>
    `I cannot ${{ write: 'write files', fail: 'let a call fail', repeat: 'repeat a call', that: 'do that' }[what]} here: the tool ${tool} is not offered in this run.`,
  remembered: (said: string) => `I remember this now. The tool said: ${said}`,
  recalled: (list: string) => `This is what I recall:\n${list}`,
  recalledNothing: (said: string) => `This is what I recall. The tool said: ${said}`,
  noMemory: (verb: string) =>
    `This version has no memory yet, so I cannot ${verb} anything beyond this conversation. A later version brings it.`,
  didNotWork: (reason: string) => `That did not work. The reason: ${reason}`,
  gotNoAnswer: (reason: string) => `I got no answer. The reason: ${reason}`,
  inFile: (path: string, content: string) => `This is in ${path}:\n${content}`,
  yourFiles: (list: string) => `These are your files:\n${list}`,
  edited: (_path: string, said: string) => `The tool said: ${said}`,
  tryOutside: 'First I try to write a file outside the workspace, which the engine has to refuse.',
  wasNotRefused: (outcome: string) => `This should have been refused and was not: ${outcome}`,
  recovered: (outcome: string) =>
    `Recovered: the first call was refused, the run went on, and the second one worked. ${outcome}`,
  notRecovered: (outcome: string) => `I could not recover. ${outcome}`,
  tryInside: (reason: string) =>
    `The call was refused, as it should be: ${reason}\nA failed call does not end a run, so I try a path inside the workspace.`,
  countLimits: (most: number) =>
    `I count to a whole number from 1 to ${most}, in digits, like “count to 200”.`,
  willLoop: 'I will make the same call again and again, until the engine ends this.',
  introduction: (task: string, whatThisIs: string) =>
    `Your task arrived: “${task}”. ${whatThisIs} So I cannot carry it out.\n\n` +
    'The machine around me is the real one: this answer reached you as numbered events, the conversation is kept ' +
    'in a thread, files that I write are on your disk, and a run that a crash cuts off is brought to an orderly ' +
    'end at the next start.\n\n' +
    'A real model is connected in the settings of the page, at once and without a restart; or by setting ' +
    'PRIMARY_API_KEY, or SVC_LLM_PROVIDER with PRIMARY_BASE_URL and COMPAT_MODEL_ID for a compatible or local ' +
    'endpoint, and starting again.\n\n' +
    'Type “help” to see what I can do.',
};

export type DemoWords = typeof english;
