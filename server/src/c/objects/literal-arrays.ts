/** Arrays that string literals are (C11 6.4.5), where their characters matter. */
import type { IntType } from '../../machine/index.ts';
import { stringUnits } from '../sources/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';
import { integer, stringValue } from '../types/index.ts';
import type { ArrayPlace } from '../types/index.ts';
import { text } from './build-function.ts';
import type { Draft } from './function-draft.ts';
import { newArray } from './make-objects.ts';

/** The array that it is, one for all literals that are written alike: nothing writes it. */
export function literalArray(draft: Draft, literal: SyntaxNode): ArrayPlace | null {
  const name = text(draft, literal);
  const known = draft.globals.get(name);
  if (known?.kind === 'array') return known;
  const value = stringValue(draft.file.types, literal);
  if (value === null) return null;
  return arrayOf(draft, name, value);
}

function arrayOf(
  draft: Draft,
  name: string,
  { element, values }: { readonly element: IntType; readonly values: readonly bigint[] },
): ArrayPlace {
  const made = newArray(
    draft,
    name,
    { element, dims: [BigInt(values.length)] },
    { scope: 'global', initial: values, viaPointer: false, escapes: false, isConst: true, origin: 'global' },
  );
  draft.globals.set(name, made);
  return made;
}

/** Longer ones aren't gone through. */
const LONGEST = 1_000;

/** The array of a literal that a pointer is set to in a function that may go through it; null: it is none. */
export function assignedLiteral(draft: Draft, literal: string): ArrayPlace | null {
  const { mayLoop, literals } = draft.facts;
  if (draft.trial || !mayLoop || !literals.has(literal) || literal.length > LONGEST) return null;
  const known = draft.globals.get(literal);
  if (known !== undefined) return known.kind === 'array' ? known : null;
  const element = integer(8, draft.file.types.model.charSigned, 'char');
  return arrayOf(draft, literal, { element, values: [...stringUnits(literal, element), 0n] });
}
