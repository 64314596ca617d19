/** How a text begins that a program for tables takes for a formula, or that has such a beginning after marks. */
const FORMULA = /^'*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/u;
const MARKED = /^'+[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/u;

/** Every text gets its mark back off, also one that began with a mark of its own. */
export const marked = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);
export const unmarked = (text: string): string => (MARKED.test(text) ? text.slice(1) : text);
