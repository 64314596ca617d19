import { routes } from './routes.ts';

/** Where the browser downloads what this operation sends. The engine never has it shown in place of the page. */
function addressOf(
  operation: keyof typeof routes,
  query: Readonly<Record<string, string>>,
  params: Readonly<Record<string, string>> = {},
): string {
  const [, address = ''] = routes[operation][0].split(' ');
  const path = address.replace(/:(\w+)/gu, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(query).toString();
  return search === '' ? path : `${path}?${search}`;
}

export const addressOfFile = (path: string): string => addressOf('files.download', { path });
export const addressOfContacts = (format: 'csv' | 'vcard'): string =>
  addressOf('contacts.export', { format });
/** All of the owner's data. */
export const addressOfExport = (format: 'json' | 'zip'): string => addressOf('export.data', { format });
/** What is the person's own. */
export const addressOfOwnExport = (): string => addressOf('me.export', {});
export const addressOfRecords = (collection: string): string =>
  addressOf('datastore.export', {}, { collection });
/** What was said in a conversation, with its files. */
export const addressOfConversation = (id: string): string => addressOf('threads.markdown', {}, { id });
