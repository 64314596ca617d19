import { quick, type Requirements } from './requirement.ts';

/** Requests that are answered later, for the tool server. */
export const ofBatches = [
  quick('ours: behaviour', {
    'batches.intention':
      "A batch is on disk before it is submitted. A submission without an answer is looked for in the provider's list and recognised by the names of its requests; it is never submitted again.",
    'batches.results':
      'Batches are looked at after 30 s and then with pauses that double up to 5 minutes, also after a restart; results are stored once, in the order of the requests, and only a whole answer succeeds.',
    'batches.address':
      'Batches and their results are asked for at the configured address only, whatever address the provider names.',
    'batches.one-by-one':
      'Where the provider has no batch interface, requests are run one at a time behind runs in progress, without tools, and reducedPrice is false.',
    'batches.one-by-one.restart':
      'After a restart the remaining requests are run; one that was being run has an unknown outcome and is not run again.',
    'batches.cost':
      'The worst case of a batch is reserved before it is submitted, also over a restart, until its cost is known; each request counts for the ceiling of one run. Known prices count half, and what has an unknown outcome counts at its worst case.',
    'batches.limits':
      'A batch has 1 to 1,000 requests with ids of their own and bounded texts, and at most 20 batches are unfinished; a refusal names the limit.',
    'batches.secrets':
      'Values of secrets are masked in requests of a batch before anything is stored or sent, and in its results.',
  }),
  quick(['ours: behaviour', 'ours: promise S10'], {
    'batches.principals': 'A batch of another principal is answered like an unknown one.',
  }),
] satisfies Requirements;
