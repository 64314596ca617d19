import { readdirSync, readFileSync } from 'node:fs';
import { fromOwner } from '../../src/core/knowledge/memory/model.ts';
import type { MemoryOfPerson } from '../../src/core/knowledge/memory/service.ts';

/**
 * Long conversations between two people in sessions, and questions about them with the turns that answer
 * them, modelled on A. Maharana et al., "Evaluating Very Long-Term Conversational Memory of LLM Agents"
 * (ACL 2024), and written for this project. In a file, `= ` begins a session, `{name}` marks a turn, and
 * `? question | names` asks a question.
 */
export interface Dialogue {
  readonly name: string;
  readonly turns: readonly string[];
  readonly questions: readonly { readonly question: string; readonly answers: readonly number[] }[];
}

/** Held out: do not tune the ranking on this dialogue. */
export const HELD_OUT = 'yuki-and-daniel';

const folder = new URL('../fixtures/dialogues/', import.meta.url);

export const dialogues = (): readonly Dialogue[] =>
  readdirSync(folder)
    .toSorted()
    .map((file) => dialogueIn(file.replace('.txt', ''), readFileSync(new URL(file, folder), 'utf8')));

function dialogueIn(name: string, source: string): Dialogue {
  const turns: string[] = [];
  const marked = new Map<string, number>();
  const questions: { question: string; answers: readonly number[] }[] = [];
  for (const line of source.split('\n')) {
    if (line.startsWith('? ')) {
      const [question = '', names = ''] = line.slice(2).split(' | ');
      questions.push({ question, answers: names.split(' ').map((mark) => turnOf(mark)) });
    } else if (/^\p{L}+: /u.test(line)) {
      for (const [, mark = ''] of line.matchAll(/\{([\w-]+)\}/gu)) marked.set(mark, turns.length);
      turns.push(line.replace(/ \{[\w-]+\}/gu, ''));
    }
  }
  return { name, turns, questions };

  function turnOf(mark: string): number {
    const turn = marked.get(mark);
    if (turn === undefined) throw new Error(`${name} has no turn marked ${mark}`);
    return turn;
  }
}

const FIRST = 10;

/** The share of the answering turns among the first ten results, as the mean over all questions. */
export async function recallAtTen(
  { turns, questions }: Dialogue,
  search: (question: string) => Promise<readonly string[]> | readonly string[],
): Promise<number> {
  let sum = 0;
  for (const { question, answers } of questions) {
    const first = new Set((await search(question)).slice(0, FIRST));
    sum += answers.filter((turn) => first.has(turns[turn] ?? '')).length / answers.length;
  }
  return sum / questions.length;
}

/** Stores each turn as an entry, in order. */
export async function rememberedIn(memory: MemoryOfPerson, { turns }: Dialogue) {
  await memory.append('knowledge', turns.join('\n'), fromOwner);
  return async (question: string): Promise<readonly string[]> =>
    (await memory.search(question, { limit: FIRST })).map(({ entry }) => entry.text);
}

const K1 = 1.2;
const B = 0.75;

/** Plain BM25 over lower-case words; `previous` joins each turn with the one before it. */
export function bm25({ turns }: Dialogue, { previous }: { readonly previous: boolean }) {
  const words = (text: string): readonly string[] => text.toLowerCase().match(/[a-z0-9]+/gu) ?? [];
  const documents = turns.map((turn, index) => [
    ...(previous ? words(turns[index - 1] ?? '') : []),
    ...words(turn),
  ]);
  const average = documents.reduce((sum, { length }) => sum + length, 0) / documents.length;
  const frequency = new Map<string, number>();
  for (const document of documents)
    for (const word of new Set(document)) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  return (question: string): readonly string[] => {
    const asked = words(question);
    const scores = documents.map((document) => {
      let score = 0;
      for (const word of asked) {
        const often = document.filter((one) => one === word).length;
        if (often === 0) continue;
        const known = frequency.get(word) ?? 0;
        const rarity = Math.log(1 + (documents.length - known + 0.5) / (known + 0.5));
        score += (rarity * often * (K1 + 1)) / (often + K1 * (1 - B + (B * document.length) / average));
      }
      return score;
    });
    return [...turns.keys()]
      .toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
      .map((turn) => turns[turn] ?? '');
  };
}
