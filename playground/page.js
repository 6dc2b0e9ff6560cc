// The playground's page: an editor, the answer beside it, examples, and links that hold the text.
'use strict';

const QUIET = 250; // milliseconds without a key before the text is looked at
const LONGEST = 20_000; // milliseconds after which a worker is replaced

const at = (id) => document.getElementById(id);
const [source, answer, state, examples] = ['source', 'answer', 'status', 'examples'].map(at);

let worker = null;
let asked = 0;
let limit = 0;

function ask() {
  clearTimeout(limit);
  worker ??= start();
  asked += 1;
  state.textContent = 'looking';
  worker.postMessage({ id: asked, source: source.value });
  limit = setTimeout(() => {
    worker.terminate();
    worker = null;
    state.textContent = 'this takes too long here';
  }, LONGEST);
}

function start() {
  const fresh = new Worker('worker.js');
  fresh.onmessage = ({ data: { id, html, error } }) => {
    if (id !== asked) return;
    clearTimeout(limit);
    state.textContent = error === undefined ? 'ready' : `this is a defect of LoopLens: ${error}`;
    if (html !== undefined) answer.innerHTML = html;
  };
  fresh.onerror = () => {
    state.textContent = 'the worker could not be started';
  };
  return fresh;
}

let quiet = 0;
source.addEventListener('input', () => {
  clearTimeout(quiet);
  quiet = setTimeout(ask, QUIET);
});

// a click on an answer goes to its line
answer.addEventListener('click', ({ target }) => {
  const line = target.closest('button')?.parentElement.dataset.line;
  if (line === undefined) return;
  const lines = source.value.split('\n');
  const from = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
  source.focus();
  source.setSelectionRange(from, from + (lines[line - 1] ?? '').length);
});

/** The text within the link: deflated, in the letters of base64 that stand in a link. */
async function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return letters.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

async function unpacked(letters) {
  const binary = atob(letters.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).text();
}

at('link').addEventListener('click', async () => {
  location.hash = await packed(source.value);
  await navigator.clipboard?.writeText(location.href).catch(() => {});
  state.textContent = 'the link is in the address bar';
});

async function begin() {
  const files = await (await fetch('examples.json')).json();
  for (const { name } of files) examples.append(new Option(name, name));
  const show = (text) => {
    source.value = text;
    ask();
  };
  examples.addEventListener('change', () => show(files.find(({ name }) => name === examples.value).text));
  const linked = location.hash.length > 1 ? await unpacked(location.hash.slice(1)).catch(() => null) : null;
  show(linked ?? files[0].text);
}

void begin();
