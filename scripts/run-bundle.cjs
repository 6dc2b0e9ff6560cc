// The start of every program in dist/: runs the bundle NAME.code.cjs that lies beside NAME from what V8 compiled of it
// when it was built (NAME.code.v8), so that it need not be parsed and compiled again. V8 takes that only in its own
// version, and for a text of the same length: the build makes both. Otherwise it compiles as ever, and Node keeps the
// code where it has a place.
const { readFileSync } = require('node:fs');
const Module = require('node:module');
const { Script } = require('node:vm');

const base = __filename.replace(/\.\w+$/, '.code');

function compiled() {
  try {
    const cachedData = readFileSync(`${base}.v8`);
    const source = Module.wrap(readFileSync(`${base}.cjs`, 'utf8'));
    const script = new Script(source, { filename: `${base}.cjs`, cachedData });
    return script.cachedDataRejected ? null : script;
  } catch {
    return null;
  }
}

const script = compiled();
if (script !== null) script.runInThisContext()(exports, require, module, __filename, __dirname);
else {
  Module.enableCompileCache?.();
  require(`${base}.cjs`);
}
