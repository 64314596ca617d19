/** `isReadByAll`: any user of this machine may run them. */
export function programsOfPostgres(): { readonly folder: string; readonly isReadByAll: boolean } | null;
export const isPostgresInstalled: boolean;
export function withoutPostgres(): void;
