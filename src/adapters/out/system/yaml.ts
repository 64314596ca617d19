import { parse } from 'yaml';

/** @throws if this is not YAML, or has so many aliases that it would not end */
export const readYaml = (text: string): unknown => parse(text, { logLevel: 'error', maxAliasCount: 100 });
