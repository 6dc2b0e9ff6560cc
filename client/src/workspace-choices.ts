/** What is asked of the user: how the workspace view is grouped, and what is left out of it. */
import { QuickPickItemKind, l10n, window } from 'vscode';
import type { QuickPickItem } from 'vscode';
import type { WorkspaceFile } from '../../server/src/lsp/protocol.ts';
import { GROUPINGS, STATUSES, countsBy, inOrder } from './workspace-model.ts';
import type { Filter, Grouping } from './workspace-model.ts';
import { groupingName, kindName, statusName } from './workspace-texts.ts';

/** Null: it stays as it is. */
export async function chooseGrouping(now: Grouping): Promise<Grouping | null> {
  const items = GROUPINGS.map((grouping) => ({
    label: groupingName(grouping),
    ...(grouping === now ? { description: l10n.t('as it is') } : {}),
    grouping,
  }));
  return (await window.showQuickPick(items, { title: l10n.t('Group the workspace view') }))?.grouping ?? null;
}

interface Shown extends QuickPickItem {
  readonly status?: string;
  readonly of?: string;
}

/** What is ticked is shown. Null: it stays as it is. */
export async function chooseFilter(files: Iterable<WorkspaceFile>, now: Filter): Promise<Filter | null> {
  const all = [...files];
  const statuses = countsBy(all, ({ status }) => status);
  const kinds = countsBy(all, ({ kind }) => kind);
  const items: Shown[] = [
    { label: l10n.t('Status'), kind: QuickPickItemKind.Separator },
    ...STATUSES.filter((status) => statuses.has(status)).map((status) => ({
      label: statusName(status),
      description: String(statuses.get(status)),
      picked: !now.hiddenStatuses.includes(status),
      status,
    })),
    { label: l10n.t('Kind'), kind: QuickPickItemKind.Separator },
    ...inOrder(kinds.keys()).map((kind) => ({
      label: kindName(kind),
      description: String(kinds.get(kind)),
      picked: !now.hiddenKinds.includes(kind),
      of: kind,
    })),
  ];
  const title = l10n.t('What is shown of the workspace');
  const chosen = await window.showQuickPick(items, { title, canPickMany: true });
  if (chosen === undefined) return null;
  const left = items.filter((item) => item.kind === undefined && !chosen.includes(item));
  return {
    ...now,
    hiddenStatuses: left.flatMap(({ status }) => status ?? []),
    hiddenKinds: left.flatMap(({ of }) => of ?? []),
  };
}

/** Null: it stays as it is. */
export async function chooseText(now: Filter): Promise<Filter | null> {
  const text = await window.showInputBox({
    title: l10n.t('Search the workspace view'),
    prompt: l10n.t('A part of a loop, a message, a count, a function or a path. Empty: everything.'),
    value: now.text,
  });
  return text === undefined ? null : { ...now, text };
}
