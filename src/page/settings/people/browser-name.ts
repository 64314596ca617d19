/** In the order in which they are looked for: most call themselves Safari, and many Chrome. */
const BROWSERS = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//u],
  ['Opera', /\bOPR\//u],
  ['Samsung', /\bSamsungBrowser\//u],
  ['Firefox', /\b(?:Firefox|FxiOS)\//u],
  ['Chrome', /\b(?:Headless)?Chrome\/|\bCriOS\//u],
  ['Safari', /\bSafari\//u],
] as const;
const SYSTEMS = [
  ['Android', /\bAndroid\b/u],
  ['iPhone', /\biPhone\b/u],
  ['iPad', /\biPad\b/u],
  ['Windows', /\bWindows\b/u],
  ['macOS', /\bMac OS X\b/u],
  ['Linux', /\bLinux\b/u],
] as const;

/** What a person calls it, as far as what it says of itself tells: “Firefox, Linux”. Otherwise that. */
export function browserName(userAgent: string): string {
  const found = [BROWSERS, SYSTEMS].flatMap((kinds) => kinds.find(([, is]) => is.test(userAgent))?.[0] ?? []);
  return found.length === 0 ? userAgent : found.join(', ');
}
