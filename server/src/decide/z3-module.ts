/**
 * Z3's WebAssembly module, loaded on first need, without waiting. Whoever asks a question never has to start over once
 * Z3 is there. Files without a question for Z3 don't pay for it (about 0.2 s, 100 MB).
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { InitZ3, Z3Hooks, Z3Module } from 'z3-solver/build/z3-built.js';

let loaded: Z3Module | null = null;

/** The module of this thread. */
export function z3Module(): Z3Module {
  loaded ??= instantiate();
  return loaded;
}

/** Ends Z3's threads so that the process can end. Never while a check runs; the next question gets a fresh module. */
export function unloadSolver(): void {
  loaded?.PThread?.terminateAllThreads();
  loaded = null;
}

/**
 * Beside the bundle or in `node_modules`. The build writes the one into `require.resolve`. Sources that run as ES
 * modules find the other.
 */
function locate(): string {
  if (typeof require === 'function') return require.resolve('z3-solver/build/z3-built.js');
  return createRequire(import.meta.url).resolve('z3-solver/build/z3-built.js');
}

/** As it is, or as the extension is packed: compressed, a quarter of a second more to load. */
function moduleBeside(glue: string): Uint8Array<ArrayBuffer> {
  const file = join(dirname(glue), 'z3-built.wasm');
  const bytes = existsSync(file) ? readFileSync(file) : brotliDecompressSync(readFileSync(`${file}.br`));
  return new Uint8Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);
}

/**
 * Emscripten's glue fills in the object that it is handed. It does so before it returns where `instantiateWasm` has
 * called back by then; its promise says the same later.
 */
function instantiate(): Z3Module {
  const glue = locate();
  const init = createRequire(glue)(glue) as InitZ3;
  const code = new WebAssembly.Module(moduleBeside(glue));
  const module: Partial<Z3Module> = {};
  let failure: unknown = new Error('Z3 did not start.');
  const hooks: Z3Hooks = {
    instantiateWasm(imports, ready) {
      // what is thrown here would be lost in the promise
      try {
        const instance = new WebAssembly.Instance(code, imports);
        ready(instance, code);
        return instance.exports;
      } catch (e) {
        failure = e;
        return {};
      }
    },
    onRuntimeInitialized() {
      failure = null;
    },
  };
  void init(Object.assign(module, hooks));
  if (failure) throw failure;
  return module as Z3Module;
}
