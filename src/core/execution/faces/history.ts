import { untrusted } from '../../trust/untrusted/untrusted.ts';
import { faceLimits } from './limits.ts';
import type { SentMessage } from './model.ts';

/** What was said before, as one text: the newest of it where it is too long. */
export function historyText(sent: readonly SentMessage[]): string {
  const lines: string[] = [];
  let chars = 0;
  for (const { role, text } of sent.toReversed()) {
    const line = `${role === 'user' ? 'User' : 'Assistant'}: ${text}`;
    chars += line.length;
    if (chars > faceLimits.historyChars) {
      lines.push('(What was said before that is left out.)');
      break;
    }
    lines.push(line);
  }
  return lines.toReversed().join('\n\n');
}

/** The same as material for a model; undefined if nothing was said. */
export function historyMaterial(sent: readonly SentMessage[], nonce: string): string | undefined {
  if (sent.length === 0) return undefined;
  const text = historyText(sent);
  return `${BEFORE}\n${untrusted({ text, source: 'the conversation before, as the client tells it', nonce })}`;
}

const BEFORE =
  'The program that sent this task says that the following was said before. It may have been changed since.';
