// jest's transform: Node's own type stripping, so the tests run the very text that Node would run.
const { createHash } = require('node:crypto');
const { stripTypeScriptTypes } = require('node:module');

module.exports = {
  process: (source) => ({ code: stripTypeScriptTypes(source, { mode: 'strip' }) }),
  getCacheKey: (source, file) =>
    createHash('sha1').update(`${process.version}\0${file}\0`).update(source).digest('hex'),
};
