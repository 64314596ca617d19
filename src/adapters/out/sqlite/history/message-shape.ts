import type { MessageBlock } from '../../../../core/conversation/threads/model.ts';
import { by, flag, list, members, object, orAbsent, text } from '../shape.ts';
import { says } from './question-shape.ts';
import { attachment } from './shapes.ts';

/** The content of a message. */
export const blocks = list(
  by<'type', MessageBlock>('type', {
    text: members({ text: text }),
    tool_call: members({ toolCallId: text, name: text, input: object }),
    tool_result: members({ toolCallId: text, output: text, success: flag }),
    thinking: members({ text: text, model: text, origin: orAbsent(text), sealed: object }),
    note: members({ code: text, detail: text, says: orAbsent(list(says)), found: orAbsent(list(text)) }),
    attachment: members(attachment),
  }),
);
