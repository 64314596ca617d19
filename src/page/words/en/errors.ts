/** By code, what the page says in place of the engine's own sentence: nothing, as that is English. */
export const errorWords: Readonly<Record<string, string>> = {};

/** By code, what the engine's own sentence is about, said before it: nothing, as that is English. */
export const errorLeads: Readonly<Record<string, string>> = {};
