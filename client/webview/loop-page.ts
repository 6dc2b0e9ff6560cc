/**
 * The script of the detail page: draws the automaton, plays runs through it, explains signs. It talks to the extension
 * alone.
 */
import type { FromPage, ToPage } from '../src/page-messages.ts';
import { drawAutomaton } from './automaton-drawing.ts';
import type { AutomatonDrawing } from './automaton-drawing.ts';
import { certificatesSection } from './certificates.ts';
import { element, pageData, text } from './dom.ts';
import { runPlayer } from './run-player.ts';
import type { RunPlayer } from './run-player.ts';
import { explainSigns } from './sign-tooltips.ts';

declare function acquireVsCodeApi(): { postMessage(message: FromPage): void };

const vscode = acquireVsCodeApi();
const say = (message: FromPage): void => vscode.postMessage(message);

const main = document.getElementById('detail') as HTMLElement;
const { paths } = pageData().loop;
const drawing = element('div', { class: 'drawing' });
const playing = element('div', { class: 'playing' }, element('p', { class: 'hint' }, text('Looking for a run …')));
const watched = element('section', { class: 'watched' }, element('h2', {}, text('Paths and a run')), drawing, playing);
const certificates = certificatesSection();
// behind the answer, before all the rest
const firstTable = main.querySelector(':scope > table');
if (firstTable) firstTable.before(watched);
else main.append(watched);
if (certificates) main.append(certificates);
explainSigns(main);

let automaton: AutomatonDrawing | null = null;
let player: RunPlayer | null = null;
let taken: readonly (string | null)[] = [];

function show(step: number): void {
  player?.show(step);
  follow(step);
}

function follow(step: number): void {
  automaton?.show(taken[step] ?? null, step === 0 ? null : (taken[step - 1] ?? null));
}

window.addEventListener('message', ({ data }: MessageEvent<ToPage>) => {
  switch (data.kind) {
    case 'watched': {
      player?.stop();
      taken = data.run.iterations.map((i) => i.path);
      automaton =
        data.automaton.states.length === 0
          ? null
          : drawAutomaton(data.automaton, paths, {
              looked: (lines) => say({ kind: 'lines', lines, reveal: false }),
              chosen: (lines) => say({ kind: 'lines', lines, reveal: true }),
            });
      drawing.replaceChildren(...(automaton ? [automaton.svg] : []));
      player = runPlayer(data.run, {
        stepped(step) {
          follow(step);
          say({ kind: 'step', step });
        },
        run: (inputs) => say({ kind: 'run', inputs }),
        copy: (copied) => say({ kind: 'copy', text: copied }),
      });
      playing.replaceChildren(player.view);
      explainSigns(player.view);
      show(data.step);
      break;
    }
    case 'step':
      show(data.step);
      break;
    case 'missing':
      playing.replaceChildren(element('p', { class: 'hint' }, data.message));
      break;
    default:
      data satisfies never;
  }
});

say({ kind: 'ready' });
