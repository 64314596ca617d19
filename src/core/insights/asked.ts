import { insightLimits } from './limits.ts';
import type { Understood } from './port.ts';
import { asksTheSame, compared, type ComparedTopic } from './questions.ts';
import type { AskedQuestion } from './store.ts';

/** More than the store keeps: then it is read anew, without those that left it. */
const MOST = 2 * insightLimits.known.repeated_question * insightLimits.evidence.repeated_question;

/** The known questions, in memory: each new one is compared with all of them. */
export class AskedQuestions {
  readonly #read: () => Promise<readonly AskedQuestion[]>;
  #known: Known[] | null = null;

  constructor(read: () => Promise<readonly AskedQuestion[]>) {
    this.#read = read;
  }

  /** The key of the pattern of the newest question that asks the same; null if there is none. */
  async keyOf(question: Understood): Promise<string | null> {
    this.#known ??= (await this.#read()).map(known);
    const asked = { ...compared(question), alike: question.alike };
    return this.#known.findLast(({ topic }) => asksTheSame(asked, topic))?.key ?? null;
  }

  add(question: AskedQuestion): void {
    this.#known?.push(known(question));
    if ((this.#known?.length ?? 0) > MOST) this.#known = null;
  }

  /** Reads them anew when they are needed next: what was added may not have been written, or was removed. */
  forget(): void {
    this.#known = null;
  }
}

interface Known {
  readonly key: string;
  readonly topic: ComparedTopic;
}

const known = ({ key, topic }: AskedQuestion): Known => ({ key, topic: compared(topic) });
