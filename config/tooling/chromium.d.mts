/** The Chromium of this machine, or null. */
export const chromium: string | null;
export function withoutChromium(): void;
