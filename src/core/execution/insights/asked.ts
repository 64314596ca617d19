import { insightLimits } from './limits.ts';
import type { Understood } from './port.ts';
import { asksTheSame, compared, type ComparedTopic } from './questions.ts';
import type { AskedQuestion } from './store.ts';

/** Twice what the store keeps: then they are read anew, without those that left it. */
const MOST = 2 * insightLimits.known.repeated_question;
/** Wordings of one question that others are compared with. */
const WORDINGS = 3;

/** The known questions, in memory: each new one is compared with all of them. */
export class AskedQuestions {
  readonly #read: () => Promise<readonly AskedQuestion[]>;
  /** The newest wordings of each, by its key; the last asked at the end. */
  #known: Wordings | null = null;

  constructor(read: () => Promise<readonly AskedQuestion[]>) {
    this.#read = read;
  }

  /** The key of the last asked question that asks the same; null if there is none. */
  async keyOf(question: Understood): Promise<string | null> {
    const known = (this.#known ??= byKey(await this.#read()));
    const asked = { ...compared(question), alike: question.alike };
    let found: string | null = null;
    for (const [key, wordings] of known)
      if (wordings.some((wording) => asksTheSame(asked, wording))) found = key;
    return found;
  }

  add(question: AskedQuestion): void {
    if (this.#known === null) return;
    put(this.#known, question);
    if (this.#known.size > MOST) this.#known = null;
  }

  /** Reads them anew when they are needed next: what was added may not have been written, or was removed. */
  forget(): void {
    this.#known = null;
  }
}

type Wordings = Map<string, readonly ComparedTopic[]>;

function byKey(questions: readonly AskedQuestion[]): Wordings {
  const known: Wordings = new Map();
  for (const question of questions) put(known, question);
  return known;
}

function put(known: Wordings, { key, topic }: AskedQuestion): void {
  const wordings = [...(known.get(key) ?? []), compared(topic)].slice(-WORDINGS);
  known.delete(key);
  known.set(key, wordings);
}
