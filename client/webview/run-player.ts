/**
 * A run as a table that can be stepped through: each row an iteration, with the path that it takes and the values
 * before it.
 */
import type { RunIteration, RunReport } from '../../server/src/lsp/protocol.ts';
import { element, text } from './dom.ts';

export interface RunPlayer {
  readonly view: HTMLElement;
  show(step: number): void;
  stop(): void;
}

export interface PlayerEvents {
  stepped(step: number): void;
  run(inputs: Readonly<Record<string, string>>): void;
  copy(text: string): void;
}

/** Milliseconds for which an iteration stays while the run is played. */
const PACE = 700;

export function runPlayer(run: RunReport, events: PlayerEvents): RunPlayer {
  const { iterations } = run;
  const columns = changing(run);
  let at = 0;
  let playing: ReturnType<typeof setInterval> | null = null;

  const status = element('span', { class: 'status', 'aria-live': 'polite' });
  const rows = iterations.map((iteration, i) =>
    element(
      'tr',
      { click: () => go(i), class: iteration.goesOn ? '' : 'leaving' },
      element('td', {}, numberOf(iteration)),
      element('td', {}, element('code', {}, iteration.path ?? '?')),
      ...columns.map((name) => element('td', {}, element('code', {}, iteration.before[name] ?? ''))),
    ),
  );
  const table = element(
    'table',
    { class: 'run' },
    element(
      'thead',
      {},
      element(
        'tr',
        {},
        ...[text('iteration'), text('path'), ...columns].map((c) => element('th', { scope: 'col' }, c)),
      ),
    ),
    element('tbody', {}, ...rows),
  );
  const slider = element('input', {
    type: 'range',
    min: 0,
    max: Math.max(0, iterations.length - 1),
    'aria-label': text('Iteration'),
    input: () => go(Number(slider.value)),
  });
  const play = button('▶', text('Play'), () => (playing === null ? begin() : stop()));
  const controls = element(
    'div',
    { class: 'controls', role: 'toolbar', 'aria-label': text('Run') },
    button('⏮', text('First iteration'), () => go(0)),
    button('◀', text('Previous iteration'), () => go(at - 1)),
    play,
    button('▸', text('Next iteration'), () => go(at + 1)),
    button('⏭', text('Last iteration'), () => go(iterations.length - 1)),
    slider,
    status,
  );
  const view = element(
    'div',
    { class: 'player', keydown: keys },
    inputsForm(run, events),
    controls,
    element('div', { class: 'rows', tabindex: 0, role: 'region', 'aria-label': text('Iterations') }, table),
    element('p', { class: 'end' }, `${endOf(run)} `, copyButton()),
  );

  function go(step: number): void {
    const next = Math.min(Math.max(0, step), iterations.length - 1);
    if (next === at) return;
    show(next);
    events.stepped(next);
  }

  function show(step: number): void {
    at = step;
    rows.forEach((row, i) => {
      row.classList.toggle('current', i === at);
      row.setAttribute('aria-selected', String(i === at));
    });
    rows[at]?.scrollIntoView({ block: 'nearest' });
    slider.value = String(at);
    const iteration = iterations[at];
    if (iteration)
      status.textContent = text(
        '{0} of {1}',
        numberOf(iteration),
        numberOf(iterations[iterations.length - 1] ?? iteration),
      );
  }

  function begin(): void {
    if (at >= iterations.length - 1) go(0);
    play.textContent = '⏸';
    playing = setInterval(() => {
      if (at >= iterations.length - 1) stop();
      else go(at + 1);
    }, PACE);
  }

  function stop(): void {
    if (playing !== null) clearInterval(playing);
    playing = null;
    play.textContent = '▶';
  }

  function keys(event: Event): void {
    const { key, target } = event as KeyboardEvent;
    if (target instanceof HTMLInputElement) return;
    const step = {
      ArrowLeft: at - 1,
      ArrowUp: at - 1,
      ArrowRight: at + 1,
      ArrowDown: at + 1,
      Home: 0,
      End: iterations.length - 1,
    }[key];
    if (step === undefined) return;
    event.preventDefault();
    go(step);
  }

  function copyButton(): HTMLElement {
    const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
    const head = [text('iteration'), text('path'), ...columns];
    const lines = iterations.map((i) => line([numberOf(i), i.path ?? '?', ...columns.map((c) => i.before[c] ?? '')]));
    const copied = [line(head), line(head.map(() => '---')), ...lines].join('\n');
    return button(text('Copy Table'), text('Copy the table as Markdown'), () => events.copy(copied));
  }

  show(0);
  return { view, show, stop };
}

/** Columns for what changes; where nothing does, for all. */
function changing({ variables, iterations }: RunReport): readonly string[] {
  const moving = variables.filter((name) => new Set(iterations.map((i) => i.before[name])).size > 1);
  return (moving.length > 0 ? moving : variables).slice(0, 12);
}

/** `2.3`: the third iteration of the second time that the loop is entered. */
const numberOf = ({ number, visit }: RunIteration): string => (visit > 1 ? `${visit}.${number}` : `${number}`);

function endOf({ end, total, iterations }: RunReport): string {
  const left = total - iterations.length;
  const skipped = left > 0 ? ` ${text('{0} iterations in the middle are left out.', left)}` : '';
  return `${end.message}.${skipped}`;
}

function button(label: string, name: string, click: () => void): HTMLButtonElement {
  return element('button', { type: 'button', title: name, 'aria-label': name, click }, label);
}

function inputsForm({ inputs, entry }: RunReport, events: PlayerEvents): HTMLElement {
  const fields = inputs.map(({ name, kind, value }) => ({
    name,
    field: element('input', {
      value,
      size: kind === 'number' ? 8 : 24,
      spellcheck: 'false',
      title: kind === 'number' ? text('A number') : text('Numbers separated by commas, or a text in quotes'),
    }),
  }));
  return element(
    'form',
    {
      class: 'inputs',
      submit: (event) => {
        event.preventDefault();
        events.run(Object.fromEntries(fields.map(({ name, field }) => [name, field.value])));
      },
    },
    element('span', { class: 'entry' }, element('code', {}, `${entry}(`)),
    ...fields.map(({ name, field }) => element('label', {}, element('code', {}, `${name} =`), field)),
    element('span', { class: 'entry' }, element('code', {}, ')')),
    element('button', { type: 'submit', class: 'primary' }, text('Run')),
  );
}
