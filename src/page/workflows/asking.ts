import { computed } from '@preact/signals';
import { known } from '../running/running.ts';
import { questions } from '../waiting/waiting.ts';

/** The conversations that have a question to their owner. */
export const askingThreads = computed(() => new Set(questions.value.map(({ threadId }) => threadId)));

/** The runs of workflows of which a step has a question to its owner. */
export const askingRuns = computed(
  () => new Set(known.value.flatMap(({ of, id, waiting }) => (of === 'workflow' && waiting ? [id] : []))),
);
