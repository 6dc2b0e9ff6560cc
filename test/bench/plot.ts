/** Lines over two logarithmic scales, as SVG. */

export interface Series {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

const [WIDTH, HEIGHT] = [720, 420];
const [LEFT, TOP, RIGHT, BOTTOM] = [64, 20, 220, 48];
/** Told apart with any kind of colour vision (Okabe and Ito). */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7'];

export function plot(series: readonly Series[], labels: { readonly x: string; readonly y: string }): string {
  const all = series.flatMap(({ points }) => points);
  const [maxX, minY, maxY] = [
    Math.max(...all.map(([x]) => x)),
    Math.min(...all.map(([, y]) => y)),
    Math.max(...all.map(([, y]) => y)),
  ];
  const [low, high] = [Math.floor(Math.log10(minY)), Math.ceil(Math.log10(maxY))];
  const x = (v: number): string => (LEFT + (Math.log2(v) / Math.log2(maxX)) * (WIDTH - LEFT - RIGHT)).toFixed(1);
  const y = (v: number): string =>
    (HEIGHT - BOTTOM - ((Math.log10(v) - low) / (high - low)) * (HEIGHT - TOP - BOTTOM)).toFixed(1);
  const parts: string[] = [];
  for (let e = low; e <= high; e++) {
    const at = y(10 ** e);
    parts.push(`<line x1="${LEFT}" y1="${at}" x2="${WIDTH - RIGHT}" y2="${at}" stroke="#ddd"/>`);
    parts.push(`<text x="${LEFT - 8}" y="${at}" text-anchor="end" dominant-baseline="middle">${10 ** e}</text>`);
  }
  for (let v = 1; v <= maxX; v *= 2) {
    parts.push(`<line x1="${x(v)}" y1="${TOP}" x2="${x(v)}" y2="${HEIGHT - BOTTOM}" stroke="#eee"/>`);
    parts.push(`<text x="${x(v)}" y="${HEIGHT - BOTTOM + 18}" text-anchor="middle">${v}</text>`);
  }
  parts.push(`<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 10}" text-anchor="middle">${labels.x}</text>`);
  parts.push(
    `<text x="16" y="${(TOP + HEIGHT - BOTTOM) / 2}" text-anchor="middle" transform="rotate(-90 16 ${(TOP + HEIGHT - BOTTOM) / 2})">${labels.y}</text>`,
  );
  for (const [i, { name, points }] of series.entries()) {
    const colour = COLOURS[i % COLOURS.length];
    parts.push(
      `<polyline fill="none" stroke="${colour}" stroke-width="2" points="${points.map(([a, b]) => `${x(a)},${y(b)}`).join(' ')}"/>`,
    );
    for (const [a, b] of points) parts.push(`<circle cx="${x(a)}" cy="${y(b)}" r="3" fill="${colour}"/>`);
    const row = TOP + 12 + 22 * i;
    parts.push(
      `<line x1="${WIDTH - RIGHT + 12}" y1="${row}" x2="${WIDTH - RIGHT + 32}" y2="${row}" stroke="${colour}" stroke-width="2"/>`,
    );
    parts.push(`<text x="${WIDTH - RIGHT + 38}" y="${row}" dominant-baseline="middle">${name}</text>`);
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12" fill="#333">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    ...parts,
    '</svg>',
    '',
  ].join('\n');
}
