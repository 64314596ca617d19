import { parse } from 'yaml';

/** @throws for what is no YAML, and for what names itself so often that it would not end */
export const readYaml = (text: string): unknown => parse(text, { logLevel: 'error', maxAliasCount: 100 });
