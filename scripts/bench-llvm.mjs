// Compares `looplens bounds` with LLVM's scalar evolution on real projects: bounds, processor seconds. Builds first.
// Needs clang and opt: apt-get install clang llvm.
//   npm run bench:llvm -- PATH... [-I DIR] [-D NAME] [--list] [--json] [--jobs N] [--passes PIPELINE]
import { runBundled } from './bundled.mjs';

await runBundled('test/bench/llvm.ts', 'dist/bench-llvm.cjs', { rebuild: true });
