/** What `#if` chooses: in another build a function, or a part of it, may be another. */

import type { SyntaxNode } from '../syntax/index.ts';
import type { FileContext, FunctionDefinition } from '../types/index.ts';

/** Something in it is chosen. */
export function hasChoices(file: FileContext, body: SyntaxNode): boolean {
  const { start, end } = file.locator.offsets(body.start, body.end);
  return /^[ \t]*#[ \t]*(if|else|elif)/m.test(file.source.slice(start, end));
}

/**
 * The function, or something in it, is chosen by `#if`: `#else static int has_feature(void) { return 0; } #endif`.
 * Headers have such stubs for what a system lacks.
 */
export function isChosen(file: FileContext, definition: FunctionDefinition): boolean {
  const body = definition.body();
  if (body === null) return false;
  if (definition.inHeader) return true;
  const { start } = file.locator.offsets(body.start, body.end);
  return hasChoices(file, body) || depthAt(file.source, start) > 0;
}

/**
 * A macro's call there leaves out the variable's address: `join(&value)` that stands for 0. Where headers weren't read
 * a build's macro may set it.
 */
export function losesAddress(file: FileContext, body: SyntaxNode, name: string): boolean {
  const { start, end } = file.locator.offsets(body.start, body.end);
  const taken = new RegExp(`&\\s*\\(?\\s*${name}\\b`, 'g');
  const times = (text: string): number => text.match(taken)?.length ?? 0;
  return times(file.source.slice(start, end)) > times(file.types.text.slice(body.start, body.end));
}

/** How many `#if` stand open at an offset. */
function depthAt(source: string, offset: number): number {
  let depth = 0;
  for (const [, word] of source.slice(0, offset).matchAll(/^[ \t]*#[ \t]*(if|endif)/gm))
    depth += word === 'if' ? 1 : -1;
  return depth;
}
