/** What this browser keeps of conversations: drafts, and sessions to go on with. */
const OF_CONVERSATIONS = /^svc\.(?:draft|session)\./u;

/** Forgets it, for the next person at this browser. How the page looks stays. */
export function forgetConversations(): void {
  for (const key of Object.keys(localStorage)) if (OF_CONVERSATIONS.test(key)) localStorage.removeItem(key);
}
