/** What this browser keeps of a person: drafts, sessions to go on with, when the page was looked at, and what it tells. */
const OF_A_PERSON = /^svc\.(?:draft\.|session\.|visits$|notifications$)/u;

/** Forgets it, for the next person at this browser. How the page looks stays. */
export function forgetConversations(): void {
  for (const key of Object.keys(localStorage)) if (OF_A_PERSON.test(key)) localStorage.removeItem(key);
}
