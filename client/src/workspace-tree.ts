/** The nodes of the workspace view as the editor draws them. */
import {
  EventEmitter,
  Range,
  ThemeColor,
  ThemeIcon,
  TreeItem,
  TreeItemCollapsibleState,
  l10n,
  workspace,
} from 'vscode';
import type { TreeDataProvider, Uri } from 'vscode';
import type { WorkspaceFile, WorkspaceItem } from '../../server/src/lsp/protocol.ts';
import { pathIn } from './workspace-model.ts';
import type { Grouping, Node } from './workspace-model.ts';
import { figuresText, kindName, statusName } from './workspace-texts.ts';

export interface WorkspaceTree extends TreeDataProvider<Node> {
  show(roots: readonly Node[], grouping: Grouping): void;
}

const [COLLAPSED, EXPANDED] = [TreeItemCollapsibleState.Collapsed, TreeItemCollapsibleState.Expanded];

/** `uriOf`: the editor's uri for one of the server's. */
export function createTree(uriOf: (uri: string) => Uri | null): WorkspaceTree {
  let roots: readonly Node[] = [];
  let grouping: Grouping = 'status';
  const changes = new EventEmitter<void>();
  return {
    onDidChangeTreeData: changes.event,
    getChildren: (node) => [...(node === undefined ? roots : node.type === 'item' ? [] : node.children)],
    getTreeItem: (node) => treeItem(node, grouping, uriOf),
    show(next, grouped) {
      roots = next;
      grouping = grouped;
      changes.fire();
    },
  };
}

function treeItem(node: Node, grouping: Grouping, uriOf: (uri: string) => Uri | null): TreeItem {
  if (node.type === 'item') return leaf(node, uriOf);
  const item = new TreeItem('', COLLAPSED);
  item.id = node.id;
  item.description = figuresText(node.figures);
  switch (node.type) {
    case 'folder': {
      const uri = uriOf(node.uri);
      item.label = (uri && workspace.getWorkspaceFolder(uri)?.name) ?? node.uri;
      item.iconPath = ThemeIcon.Folder;
      item.collapsibleState = EXPANDED;
      break;
    }
    case 'status':
      item.label = statusName(node.name);
      item.description = String(node.figures.found + node.figures.loops);
      item.iconPath = statusIcon(node.name);
      if (node.name === 'found') item.collapsibleState = EXPANDED;
      break;
    case 'kind':
      item.label = kindName(node.name);
      item.description = String(node.figures.found + node.figures.loops);
      item.iconPath = new ThemeIcon('symbol-class');
      break;
    case 'file':
      describeFile(item, node.file, uriOf);
      // what was found is to be seen at once
      if (grouping !== 'file' && node.figures.found > 0) item.collapsibleState = EXPANDED;
      break;
    default:
      node satisfies never;
  }
  return item;
}

function describeFile(item: TreeItem, file: WorkspaceFile, uriOf: (uri: string) => Uri | null): void {
  const path = pathIn(file);
  const name = path.slice(path.lastIndexOf('/') + 1);
  const folder = path.slice(0, Math.max(0, path.length - name.length - 1));
  const uri = uriOf(file.uri);
  item.label = name;
  item.tooltip = path;
  item.description = [folder, file.failure ?? item.description].filter(Boolean).join(' · ');
  item.iconPath = file.failure === undefined ? ThemeIcon.File : new ThemeIcon('circle-slash');
  if (uri !== null) item.resourceUri = uri;
  if (file.failure === undefined) return;
  item.collapsibleState = TreeItemCollapsibleState.None;
  item.tooltip = `${path}: ${file.failure}`;
  if (uri !== null) item.command = { title: l10n.t('Open'), command: 'vscode.open', arguments: [uri] };
}

function leaf(
  { id, file, item: shown }: Node & { readonly type: 'item' },
  uriOf: (uri: string) => Uri | null,
): TreeItem {
  const [first = ''] = shown.text.split('\n');
  const item = new TreeItem(first, TreeItemCollapsibleState.None);
  const line = shown.range.start.line + 1;
  item.id = id;
  item.description = [shown.count, shown.function, l10n.t('line {0}', line)].filter(Boolean).join(' · ');
  item.tooltip = [shown.text, shown.count, `${pathIn(file)}:${line}`].filter(Boolean).join('\n');
  item.iconPath = shown.severity === null ? statusIcon(shown.status) : severityIcon(shown.severity);
  const uri = uriOf(file.uri);
  if (uri !== null) {
    const { start, end } = shown.range;
    const selection = new Range(start.line, start.character, end.line, end.character);
    item.command = { title: l10n.t('Open'), command: 'vscode.open', arguments: [uri, { selection }] };
  }
  return item;
}

const colored = (icon: string, color: string): ThemeIcon => new ThemeIcon(icon, new ThemeColor(color));

function statusIcon(status: string): ThemeIcon {
  const icons: Readonly<Record<string, ThemeIcon>> = {
    found: colored('warning', 'problemsWarningIcon.foreground'),
    'never-ends': new ThemeIcon('sync'),
    unknown: new ThemeIcon('question'),
    until: new ThemeIcon('watch'),
    assuming: new ThemeIcon('info'),
    bounded: colored('check', 'testing.iconPassed'),
  };
  return icons[status] ?? new ThemeIcon('circle-outline');
}

function severityIcon(severity: NonNullable<WorkspaceItem['severity']>): ThemeIcon {
  const icons = {
    error: colored('error', 'problemsErrorIcon.foreground'),
    warning: colored('warning', 'problemsWarningIcon.foreground'),
    information: colored('info', 'problemsInfoIcon.foreground'),
    hint: new ThemeIcon('lightbulb'),
  };
  return icons[severity];
}
