/** The path dependency automaton as a drawing: states are paths, edges what may follow. A run goes through it. */
import { Graph, layout } from '@dagrejs/dagre';
import type { AutomatonReport, PathReport } from '../../server/src/lsp/protocol.ts';
import { drawn, text } from './dom.ts';

export interface AutomatonDrawing {
  readonly svg: SVGSVGElement;
  /** The path that is taken, and the one before it; null: none, or not known. */
  show(path: string | null, previous: string | null): void;
}

export interface StateEvents {
  /** The lines of a state are looked at, or (none) no longer. */
  looked(lines: readonly number[]): void;
  chosen(lines: readonly number[]): void;
}

const START = 'start';
const WIDEST = 30;
/** Of a character of the labels, in the drawing's units. */
const CHARACTER = 6.7;
const LINE = 15;
const ENTRY = 14;
/** How far an edge from a state to itself goes out. */
const LOOP = 30;

interface Point {
  readonly x: number;
  readonly y: number;
}

export function drawAutomaton(
  { states, initial, edges }: AutomatonReport,
  paths: readonly PathReport[],
  events: StateEvents,
): AutomatonDrawing {
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'TB', nodesep: 36, ranksep: 42, marginx: 12, marginy: 12 });
  graph.setDefaultEdgeLabel(() => ({}));
  const labels = new Map(states.map(({ path }) => [path, labelOf(path, paths)]));
  graph.setNode(START, { width: ENTRY, height: ENTRY });
  for (const { path } of states) {
    const lines = labels.get(path) ?? [];
    const width = Math.max(...lines.map((l) => Array.from(l).length)) * CHARACTER + 24;
    // there is room for its own loop on the right
    graph.setNode(path, { width: width + (2 * LOOP * 2) / 3, height: lines.length * LINE + 16 });
  }
  for (const path of initial) graph.setEdge(START, path);
  // a loop of one state is drawn beside its box
  for (const { from, to } of edges) if (from !== to) graph.setEdge(from, to);
  layout(graph);

  const { width = 0, height = 0 } = graph.graph() as { readonly width?: number; readonly height?: number };
  const arrows = new Map<string, SVGElement>();
  const boxes = new Map<string, SVGElement>();
  const svg = drawn('svg', {
    viewBox: `0 0 ${Math.ceil(width)} ${Math.ceil(height)}`,
    width: Math.ceil(width),
    height: Math.ceil(height),
    class: 'automaton',
    role: 'group',
    'aria-label': text('Path dependency automaton'),
  });
  svg.append(arrowHead());
  const arrow = (from: string, to: string, d: string): void => {
    const line = drawn('path', { d, class: 'edge', 'marker-end': 'url(#arrow)' });
    arrows.set(`${from} ${to}`, line);
    svg.append(line);
  };
  for (const { v, w } of graph.edges())
    arrow(v, w, curve((graph.edge(v, w) as { readonly points: readonly Point[] }).points));
  for (const { from, to } of edges) if (from === to) arrow(from, to, ownLoop(graph.node(from) as Box));
  const start = graph.node(START) as Point;
  svg.append(
    drawn('circle', { cx: start.x, cy: start.y, r: ENTRY / 2, class: 'start' }, title(text('The loop is reached'))),
  );
  for (const state of states) {
    const box = stateBox(state, graph.node(state.path) as Box, labels.get(state.path) ?? [], events);
    const path = paths.find((p) => p.id === state.path);
    box.append(title(toldState(state, path)));
    box.setAttribute('aria-label', toldState(state, path));
    boxes.set(state.path, box);
    svg.append(box);
  }
  return {
    svg,
    show(path, previous) {
      for (const [id, box] of boxes) box.classList.toggle('current', id === path);
      const taken = path === null ? '' : `${previous ?? START} ${path}`;
      for (const [key, arrow] of arrows) arrow.classList.toggle('current', key === taken);
    },
  };
}

interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

function stateBox(
  { kind, lines }: AutomatonReport['states'][number],
  { x, y, width: room, height }: Box,
  label: readonly string[],
  events: StateEvents,
): SVGGElement {
  const width = room - (2 * LOOP * 2) / 3;
  const at = { x: x - width / 2, y: y - height / 2 };
  const inset = 3;
  const keys = (event: Event): void => {
    const { key } = event as KeyboardEvent;
    if (key !== 'Enter' && key !== ' ') return;
    event.preventDefault();
    events.chosen(lines);
  };
  return drawn(
    'g',
    {
      class: `state ${kind}`,
      tabindex: 0,
      role: 'button',
      click: () => events.chosen(lines),
      keydown: keys,
      mouseenter: () => events.looked(lines),
      mouseleave: () => events.looked([]),
      focus: () => events.looked(lines),
      blur: () => events.looked([]),
    },
    drawn('rect', { ...at, width, height, rx: 6 }),
    kind === 'exit'
      ? drawn('rect', {
          x: at.x + inset,
          y: at.y + inset,
          width: width - 2 * inset,
          height: height - 2 * inset,
          rx: 4,
          class: 'inner',
        })
      : null,
    ...label.map((line, i) =>
      drawn('text', { x, y: at.y + 8 + LINE * (i + 0.75), class: i === 0 ? 'name' : 'label' }, line),
    ),
  );
}

function labelOf(id: string, paths: readonly PathReport[]): readonly string[] {
  const path = paths.find((p) => p.id === id);
  if (path === undefined) return [id];
  return [id, ...[path.guard, path.update].filter((part) => part !== '').map(shortened)];
}

const shortened = (label: string): string => {
  const characters = Array.from(label.replace(/\s+/g, ' '));
  return characters.length <= WIDEST ? characters.join('') : `${characters.slice(0, WIDEST - 1).join('')}…`;
};

function toldState({ path: id, kind, lines }: AutomatonReport['states'][number], path: PathReport | undefined): string {
  const parts = [kind === 'exit' ? text('{0}: leaves the loop', id) : text('{0}: goes round', id)];
  if (path && path.guard !== '') parts.push(text('when {0}', path.guard));
  if (path && path.update !== '') parts.push(text('does {0}', path.update));
  if (lines.length > 0) parts.push(text('lines {0}', lines.join(', ')));
  return parts.join('\n');
}

const title = (content: string): SVGTitleElement => drawn('title', {}, content);

function arrowHead(): SVGElement {
  const marker = drawn(
    'marker',
    {
      id: 'arrow',
      viewBox: '0 0 10 10',
      refX: 9,
      refY: 5,
      markerWidth: 9,
      markerHeight: 9,
      markerUnits: 'userSpaceOnUse',
      orient: 'auto',
    },
    drawn('path', { d: 'M 0 1 L 9 5 L 0 9 z', class: 'head' }),
  );
  return drawn('defs', {}, marker);
}

/** Out of the right side of a box and back into it. */
function ownLoop({ x, y, width, height }: Box): string {
  const side = x + width / 2 - (2 * LOOP) / 3;
  const [up, down] = [y - height / 5, y + height / 5];
  return `M ${side} ${up} C ${side + LOOP} ${up - LOOP / 2} ${side + LOOP} ${down + LOOP / 2} ${side} ${down}`;
}

/** Through the middles of the segments, so that it bends softly. */
function curve(points: readonly Point[]): string {
  const [first, ...rest] = points;
  const last = rest.at(-1);
  if (first === undefined || last === undefined) return '';
  const middle = (a: Point, b: Point): string => `${(a.x + b.x) / 2} ${(a.y + b.y) / 2}`;
  const bends = rest.slice(0, -1).map((p, i) => `Q ${p.x} ${p.y} ${middle(p, rest[i + 1] ?? p)}`);
  return `M ${first.x} ${first.y} ${bends.join(' ')} L ${last.x} ${last.y}`;
}
