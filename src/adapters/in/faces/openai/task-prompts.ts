/**
 * Chat clients ask a model for titles, tags, follow-ups and search queries of a conversation over the same API as for its
 * answers, and nothing but the text tells these requests apart. They are known by the prompts that the clients come with:
 *
 * - Open WebUI begins each with "### Task:" and puts the conversation into <chat_history>. Its prompt for answers from
 *   documents begins so, too, but has <context> instead.
 * - LibreChat asks for a title of five words or less, or in the language that it is to find out.
 * - Zed, JetBrains and others send the conversation and then "Generate a concise 3-7 word title for this conversation".
 *
 * A prompt that its operator has rewritten is not known and becomes a message of the conversation: the documentation says
 * to let another model write the titles then.
 */
const PROMPTS: readonly RegExp[] = [
  /^\s*### Task:[\s\S]*<chat_history>/u,
  /^\s*(?:Please )?(?:provide|generate|write) a concise,? (?:5-word-or-less|3-7 word|\d+-\d+ word) title for (?:the|this) conversation/iu,
  /^\s*Analyze this conversation and provide:\s*1\. The detected language of the conversation\s*2\. A concise title/iu,
  /^\s*Please generate a concise title \(max \d+ characters\) for a conversation that starts with/iu,
  /^\s*Generate a detailed summary of this conversation\b/iu,
];

export const isTaskPrompt = (text: string): boolean => PROMPTS.some((prompt) => prompt.test(text));
