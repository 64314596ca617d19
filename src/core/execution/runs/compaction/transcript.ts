import { compactionLimits } from '../limits.ts';
import { quoted } from '../../../kernel/quoted.ts';
import { isAboutAnswer, type Message, type MessageBlock } from '../../../conversation/threads/model.ts';

const { messageChars } = compactionLimits;

/** A message as plain text for the model that summarises, without anything that could be called. */
export function transcriptOf({ role, content }: Pick<Message, 'role' | 'content'>): string {
  const said = content.map(inWords).filter((text) => text !== '');
  return said.length === 0 ? '' : `${role === 'user' ? 'USER' : 'AGENT'}: ${said.join('\n')}\n`;
}

function inWords(block: MessageBlock): string {
  switch (block.type) {
    case 'text':
      return bounded(block.text);
    case 'tool_call':
      return bounded(`[calls ${block.name} ${JSON.stringify(block.input)}]`);
    case 'tool_result':
      return bounded(`[the call ${block.success ? 'gave' : 'failed with'}: ${block.output}]`);
    case 'note':
      return isAboutAnswer(block) ? '' : `[${block.detail}]`;
    case 'attachment':
      return `[attached the file ${quoted(block.path, messageChars)}: ${block.mediaType}, ${block.sizeBytes} bytes]`;
    case 'thinking':
      return '';
  }
}

/** The beginning and the end: they say more often than the middle what a long text is about. */
function bounded(text: string): string {
  if (text.length <= messageChars) return text;
  const half = messageChars / 2;
  const left = text.length - messageChars;
  return `${text.slice(0, half).toWellFormed()}\n[… ${left} characters …]\n${text.slice(-half).toWellFormed()}`;
}
