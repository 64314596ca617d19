import { expect } from '@jest/globals';
import { warnOfUnusedProxies } from '../../../src/main/process/unused-proxies.ts';
import { RecordingLog } from '../../doubles/recording-log.ts';
import { verifies } from '../../spec/verifies.ts';

verifies('engine.unused-proxies', 'the log names the variables at the start, without what is in them', () => {
  const log = new RecordingLog();
  warnOfUnusedProxies(log, { HTTP_PROXY: '', NO_PROXY: 'localhost', PATH: '/bin' });
  expect(log.lines).toEqual([]);
  warnOfUnusedProxies(log, { https_proxy: 'http://ada:pass@proxy:3128', ALL_PROXY: 'socks5://proxy' });
  expect(log.events('warn')).toHaveLength(1);
  expect(JSON.stringify(log.lines)).not.toMatch(/ada|socks5/u);
  expect(log.lines[0]?.facts).toEqual({ variables: ['https_proxy', 'ALL_PROXY'] });
});
