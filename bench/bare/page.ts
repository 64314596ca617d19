export const pageSize = (asked: unknown): number => Number(asked ?? 50);

export const instant = (at: number): string => new Date(at).toISOString();

export const cursorOf = (position: string): string => Buffer.from(position).toString('base64url');
