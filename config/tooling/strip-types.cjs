// jest's transform: Node's own type stripping, so the tests run the very text that Node would run, after constants for
// the globals that it reads.
const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const { stripTypeScriptTypes } = require('node:module');
const { quickGlobals } = require('./quick-globals.cjs');

const own = [__filename, require.resolve('./quick-globals.cjs')].map((file) => readFileSync(file, 'utf8'));

module.exports = {
  process: (source) => {
    const code = stripTypeScriptTypes(source, { mode: 'strip' });
    return { code: quickGlobals(code) + code };
  },
  getCacheKey: (source, file) =>
    createHash('sha1')
      .update([process.version, ...own, file, source].join('\0'))
      .digest('hex'),
};
