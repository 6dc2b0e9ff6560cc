/** `&x` and `*p` (C11 6.5.3.2). */
import {
  decay,
  elementPointer,
  exposeBits,
  intValue,
  load,
  locate,
  memberAddressed,
  noValue,
  operatePointers,
  partLeads,
  text,
} from '../objects/index.ts';
import type { Draft, Lvalue } from '../objects/index.ts';
import { UNKNOWN, isNameless, pointerTo } from '../types/index.ts';
import type { CType, Value } from '../types/index.ts';
import { child, labelIn } from '../syntax/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';

export function lowerPointer(draft: Draft, node: SyntaxNode): Value {
  const operator = child(node, 'operator');
  const argument = child(node, 'argument');
  if (operator === null || argument === null) return noValue(UNKNOWN);
  if (labelIn(node, draft.file.types.text) !== null) return noValue(pointerTo({ kind: 'void' }));
  if (text(draft, operator) !== '&') return decay(draft, load(draft, locate(draft, node), node));
  const lv = locate(draft, argument);
  memberAddressed(draft, lv, argument);
  return addressOf(draft, lv, pointerTo(lv.type), argument, node);
}

/** The pointer to what was located; `type` is its own. */
function addressOf(draft: Draft, lvalue: Lvalue, type: CType, argument: SyntaxNode, node: SyntaxNode): Value {
  const further = (pointer: Value, index: Value): Value | null =>
    operatePointers(draft, '+', { value: pointer, node: argument }, { value: index, node: argument }, node);
  switch (lvalue.kind) {
    case 'variable':
      return noValue(type, { kind: 'pointer', target: { kind: 'variable', id: lvalue.id } });
    case 'bits': {
      // of a copy nobody has the address
      if (lvalue.back === undefined) exposeBits(draft, lvalue.id);
      const isWhole = lvalue.index === undefined && lvalue.bits === undefined && lvalue.back === undefined;
      return { ...noValue(type, isWhole ? { kind: 'pointer', target: lvalue } : null), leads: { kind: 'object' } };
    }
    case 'element':
      return elementPointer(
        draft,
        { kind: 'array', id: lvalue.array, dims: [draft.arrays[lvalue.array]!.length] },
        lvalue.index,
        type,
      );
    case 'entry': {
      if (lvalue.dims.length > 0) return { ...noValue(type), leads: { kind: 'memory' } };
      const table: Value = { type, expr: null, place: { kind: 'pointer', target: lvalue.table } };
      return further(table, intValue(lvalue.index)) ?? { ...noValue(type), leads: { kind: 'memory' } };
    }
    case 'memory':
    case 'place': {
      if (lvalue.at !== undefined) {
        const moved = further(lvalue.at.pointer, intValue(lvalue.at.index));
        return moved === null ? noValue(type) : { ...moved, type };
      }
      if (lvalue.kind === 'memory') return { ...noValue(type), ...partLeads(lvalue) };
      if (isNameless(lvalue.place)) return { ...noValue(type), leads: { kind: 'object' } };
      return noValue(type, { kind: 'pointer', target: lvalue.place });
    }
    case 'value':
      return lvalue.type.kind === 'function' ? lvalue.value : { ...noValue(type), leads: { kind: 'object' } };
    default:
      return { ...noValue(type), leads: { kind: 'memory' } };
  }
}
