/** What the independent checker made of each case that is called exact. */
import type { CertificateReport } from '../../server/src/lsp/protocol.ts';
import { element, pageData, text } from './dom.ts';

/** Null: nothing was checked. */
export function certificatesSection(): HTMLElement | null {
  const { cases, coverage } = pageData().loop;
  const about = cases.flatMap(({ guard, certificate }) =>
    certificate ? [{ name: guard === '' ? text('always') : guard, certificate }] : [],
  );
  const all = coverage ? [...about, { name: text('The cases are all there is'), certificate: coverage }] : about;
  if (all.length === 0) return null;
  return element(
    'section',
    {},
    element('h2', {}, text('Certificates')),
    element(
      'p',
      { class: 'hint' },
      text('Every case was checked by a program that shares no code with the one that found it.'),
    ),
    ...all.map(({ name, certificate }) => certificateOf(name, certificate)),
  );
}

function certificateOf(name: string, { strength, obligations }: CertificateReport): HTMLElement {
  const proven = strength === 'proven';
  return element(
    'details',
    {},
    element(
      'summary',
      {},
      element('code', {}, name),
      ` ${proven ? text('proven') : text('open')} `,
      element('span', { class: 'hint' }, text('{0} obligations', obligations.length)),
    ),
    element(
      'table',
      {},
      element('tr', {}, ...[text('what'), text('of'), text('shown by')].map((h) => element('th', { scope: 'col' }, h))),
      ...obligations.map(({ duty, about, discharge, rule }) =>
        element(
          'tr',
          {},
          element('td', {}, duty),
          element('td', {}, element('code', {}, about)),
          element('td', {}, rule === undefined ? discharge : `${discharge}, ${rule}`),
        ),
      ),
    ),
  );
}
