/** Before what a client is told beside the answer, so that it can be told from it when the client sends it back. */
const MARK = '⏸ ';

/** The run waits for something that is done on the page alone. */
export const pageNotice = (question: string, page: string): string =>
  `${MARK}svc waits for you. This is answered on its page, and then it goes on: ${page}\n\n${quoted(question)}`;

const quoted = (text: string): string =>
  text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');

/** The answer as the model said it. */
export const withoutNotice = (text: string): string =>
  text.replace(/(?:^|\n\n)⏸ svc waits for you\. [\s\S]*$/u, '');

/** A question that the next message answers. */
export const asked = (question: string, options: readonly string[]): string =>
  [question, ...(options.length === 0 ? [] : [options.map((option) => `- ${option}`).join('\n')])].join(
    '\n\n',
  );

/** The same where there is no page. */
export const terminalNotice = (question: string): string =>
  `${MARK}svc waits for you. "svc waiting" at a terminal shows how to answer, and then it goes on.\n\n${quoted(question)}`;
