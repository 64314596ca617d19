import { count as number } from '../../parts/format.ts';

/** The texts of the first steps. */
export const stepWords = {
  title: 'First steps',
  intro:
    'No model is connected yet: a demo answers, which is a script and no AI. Connect one, or first try below what svc does; files, memory, questions and history are real.',
  progress: (done: number, all: number) => `${number(done)} of ${number(all)} done`,
  next: 'Next:',
  done: 'done',
  allDone: 'You have seen how it works. Now connect a model that thinks.',
  connect: 'Connect a model',
  dismiss: 'Do not show this again',
  dismissed: 'You find the first steps again in Settings, under “This browser”.',
  waitForRun: 'The demo is at work…',
  file: {
    title: 'Let the agent write a file',
    does: 'The agent writes hello.md into your workspace.',
    act: 'Write hello.md',
    task: 'write hello.md: Hello from the first step.',
  },
  review: {
    title: 'Review the change',
    does: 'Look at what was changed, and keep it or undo it.',
    act: 'Show the change',
    none: 'There is no change to review at the moment: have a file written first.',
  },
  memory: {
    title: 'Have something remembered, and recall it',
    does: 'What is remembered is found again in any conversation.',
    act: 'Remember something',
    task: 'remember that my favourite tea is Darjeeling',
    act2: 'Recall it',
    task2: 'recall favourite tea',
  },
  question: {
    title: 'Answer a question',
    does: 'Work that needs to know something waits for your answer, for up to a day. If svc is stopped meanwhile, you find the question in its conversation, and can still answer it.',
    act: 'Ask me something',
    task: 'ask',
  },
  restart: {
    title: 'Stop svc and start it again',
    does: 'In the terminal where it runs, press Ctrl+C, then start it as before. This page reconnects by itself, and everything is still there.',
  },
} as const;
