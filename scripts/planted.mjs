// Functions with planted defects, against gcc's AddressSanitizer and UBSan: no finding may be where nothing fails.
//   npm run planted -- [--seed S] [--from K] [--count N] [--batch N] [--missed]
// Function K depends on the seed and K alone. --missed prints functions that fail and have no finding. Needs gcc;
// builds into dist/ first.
import { runBundled } from './bundled.mjs';

await runBundled('test/verify/planted/planted-campaign.ts', 'dist/planted.cjs');
