/** What statuses, kinds and groupings of the workspace view are called. */
import { l10n } from 'vscode';
import type { Filter, Figures, Grouping } from './workspace-model.ts';

export function statusName(status: string): string {
  const names: Readonly<Record<string, string>> = {
    found: l10n.t('Found'),
    'never-ends': l10n.t('Never ends'),
    unknown: l10n.t('No bound known'),
    until: l10n.t('Until something outside'),
    assuming: l10n.t('Bounded, assuming something'),
    bounded: l10n.t('Bounded'),
  };
  return names[status] ?? status;
}

/** Codes of findings are what they are called everywhere. */
export function kindName(kind: string): string {
  const names: Readonly<Record<string, string>> = {
    exact: l10n.t('Exact count'),
    upper: l10n.t('Upper bound'),
    structural: l10n.t('Bounded by the size of data'),
    assuming: l10n.t('Bounded, assuming something'),
    until: l10n.t('Until something outside'),
    endless: l10n.t('Never ends'),
    none: l10n.t('No bound known'),
    typeLimit: l10n.t('Bounded by its type only'),
  };
  return names[kind] ?? kind;
}

export function groupingName(grouping: Grouping): string {
  const names: Readonly<Record<Grouping, string>> = {
    status: l10n.t('By Status'),
    kind: l10n.t('By Kind'),
    file: l10n.t('By File'),
  };
  return names[grouping];
}

export function figuresText({ found, loops }: Figures): string {
  const parts = [
    ...(found > 0 ? [l10n.t('{0} found', found)] : []),
    ...(loops > 0 ? [loops === 1 ? l10n.t('1 loop') : l10n.t('{0} loops', loops)] : []),
  ];
  return parts.join(', ');
}

/** What of all is shown, and why not more. */
export function filterText({ hiddenStatuses, hiddenKinds, text }: Filter, shown: number, all: number): string {
  const hidden = [...new Set([...hiddenStatuses.map(statusName), ...hiddenKinds.map(kindName)])];
  const parts = [
    l10n.t('{0} of {1} shown', shown, all),
    ...(text === '' ? [] : [l10n.t('with "{0}"', text)]),
    ...(hidden.length === 0 ? [] : [l10n.t('without: {0}', hidden.join(', '))]),
  ];
  return parts.join(' · ');
}
