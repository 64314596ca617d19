/** What this browser keeps of a person, by how its keys begin after `svc.`. A key that ends with a dot has the id of something behind it. */
export const OF_A_PERSON = [
  'draft.',
  'session.',
  'profile.',
  'thread',
  'first-steps-thread',
  'visits',
  'notifications',
] as const;
/** How the page looks and what it explains: it stays for the next person at this browser. */
export const OF_THE_PAGE = [
  'language',
  'theme',
  'density',
  'review',
  'first-steps',
  'first-steps-done',
] as const;

const isOfPerson = (key: string): boolean =>
  OF_A_PERSON.some((name) => (name.endsWith('.') ? key.startsWith(`svc.${name}`) : key === `svc.${name}`));

/** Forgets it, for the next person at this browser. */
export function forgetConversations(): void {
  for (const key of Object.keys(localStorage)) if (isOfPerson(key)) localStorage.removeItem(key);
}
