/** By code, what the page says in place of the engine's own sentence: nothing, as that is English. */
export const errorWords: Readonly<Record<string, string>> = {};
