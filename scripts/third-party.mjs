// What the bundles have of other people: each package with its version, licence and the licence's text, as these ask
// for.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** These may be passed on with a notice; another one has to be looked at first. */
const PERMISSIVE = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'ISC', 'MIT'];

/** The folder of the package that an input of a bundle lies in: the innermost one. */
export const packageOf = (input) => input.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/)?.[0] ?? null;

/** Folders of the packages that something in these bundles comes from. */
export function packagesIn(metafiles) {
  const inputs = metafiles.flatMap(({ outputs }) =>
    Object.values(outputs).flatMap((output) => Object.entries(output.inputs)),
  );
  const used = inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).flatMap(([path]) => packageOf(path) ?? []);
  return [...new Set(used)];
}

/** The notices as one text. Fails where a licence is missing, or isn't one of those above. */
export function thirdPartyNotices(root, folders) {
  const notices = folders.map((folder) => {
    const { name, version, license, author } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    if (!PERMISSIVE.includes(license))
      throw new Error(`${name} ${version}: may its licence (${license}) be passed on?`);
    const file = readdirSync(join(root, folder)).find((entry) => /^licen[cs]e(\.\w+)?$/i.test(entry));
    const by = typeof author === 'string' ? author : author?.name;
    const text =
      file === undefined ? `${license}${by ? `, by ${by}` : ''}` : readFileSync(join(root, folder, file), 'utf8');
    return `${name} ${version} (${license})\n\n${text.replaceAll('\r\n', '\n').trim()}\n`;
  });
  const sorted = [...new Set(notices)].sort();
  return `LoopLens contains parts of these packages.\n\n${sorted.join(`\n${'-'.repeat(80)}\n\n`)}`;
}
