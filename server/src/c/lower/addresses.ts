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
import { OPAQUE, UNKNOWN, pointerTo } from '../types/index.ts';
import type { CType, Value } from '../types/index.ts';
import { child, labelIn } from '../syntax/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';

export function lowerPointer(f: Draft, node: SyntaxNode): Value {
  const operator = child(node, 'operator');
  const argument = child(node, 'argument');
  if (operator === null || argument === null) return noValue(UNKNOWN);
  if (labelIn(node, f.file.types.text) !== null) return noValue(pointerTo({ kind: 'void' }));
  if (text(f, operator) !== '&') return decay(f, load(f, locate(f, node), node));
  const lv = locate(f, argument);
  memberAddressed(f, lv, argument);
  return addressOf(f, lv, pointerTo(lv.type), argument, node);
}

/** The pointer to what was located; `type` is its own. */
function addressOf(f: Draft, lv: Lvalue, type: CType, argument: SyntaxNode, node: SyntaxNode): Value {
  const further = (pointer: Value, index: Value): Value | null =>
    operatePointers(f, '+', { value: pointer, node: argument }, { value: index, node: argument }, node);
  switch (lv.kind) {
    case 'variable':
      return noValue(type, { kind: 'pointer', target: { kind: 'variable', id: lv.id } });
    case 'bits': {
      exposeBits(f, lv.id);
      const isWhole = lv.index === undefined && lv.bits === undefined && lv.back === undefined;
      return { ...noValue(type, isWhole ? { kind: 'pointer', target: lv } : null), leads: { kind: 'object' } };
    }
    case 'element':
      return elementPointer(f, { kind: 'array', id: lv.array, dims: [f.arrays[lv.array]!.length] }, lv.index, type);
    case 'entry': {
      if (lv.dims.length > 0) return { ...noValue(type), leads: { kind: 'memory' } };
      const table: Value = { type, expr: null, place: { kind: 'pointer', target: lv.table } };
      return further(table, intValue(lv.index)) ?? { ...noValue(type), leads: { kind: 'memory' } };
    }
    case 'memory':
    case 'place': {
      if (lv.at !== undefined) {
        const moved = further(lv.at.pointer, intValue(lv.at.index));
        return moved === null ? noValue(type) : { ...moved, type };
      }
      if (lv.kind === 'memory') return { ...noValue(type), ...partLeads(lv) };
      if (lv.place === OPAQUE) return { ...noValue(type), leads: { kind: 'object' } };
      return noValue(type, { kind: 'pointer', target: lv.place });
    }
    case 'value':
      return lv.type.kind === 'function' ? lv.value : { ...noValue(type), leads: { kind: 'object' } };
    default:
      return { ...noValue(type), leads: { kind: 'memory' } };
  }
}
