/** Structs of the standard headers as types: made where they are first spoken of. */
import { INT } from '../../machine/index.ts';
import type { CType, Field, RecordType } from './c-types.ts';
import { UNKNOWN, VOID, intType, pointerTo } from './c-types.ts';
import type { Scope, TypeContext } from './scope.ts';
import type { StandardStruct } from './standard-structs.ts';
import { SHORT, integer, longType } from './standard-types.ts';

/** `struct stat`, `regmatch_t`; null: no header that is included declares it. What defines it later replaces it. */
export function standardRecord(ctx: TypeContext, name: string, scope: Scope): RecordType | null {
  const declared = ctx.structs.get(name);
  if (declared === undefined) return null;
  let file = scope;
  while (file.parent !== null) file = file.parent;
  const known = file.tags.get(name);
  if (known !== undefined && 'kind' in known) return known;
  const tag = name.startsWith('struct ') ? name.slice('struct '.length) : '';
  const record: RecordType = { kind: 'record', tag, union: false, fields: null, standard: true };
  file.tags.set(name, record);
  record.fields = fieldsOf(ctx, declared, file);
  record.parts = record.fields.length;
  record.open = !declared.closed;
  return record;
}

function fieldsOf(ctx: TypeContext, { members }: StandardStruct, file: Scope): Field[] {
  const all = members.flatMap(({ type, pointers, length, names, inUnion }) => {
    let own = typeNamed(ctx, type, file);
    for (let i = 0; i < pointers; i++) own = pointerTo(own);
    const whole: CType = length === undefined ? own : { kind: 'array', of: own, length, sized: true };
    return names.map((name) => ({ inUnion, field: { name, type: whole, bits: null } }));
  });
  const united = all.filter((m) => m.inUnion).map((m) => m.field);
  const fields: Field[] = all.filter((m) => !m.inUnion).map((m) => m.field);
  const union: RecordType = { kind: 'record', tag: '', union: true, fields: united, parts: united.length };
  return united.length === 0 ? fields : [{ name: null, type: union, bits: null }, ...fields];
}

function typeNamed(ctx: TypeContext, name: string, file: Scope): CType {
  switch (name) {
    case 'void':
      return VOID;
    case 'char':
      return intType(integer(8, ctx.model.charSigned, 'char'));
    case 'short':
      return intType(SHORT);
    case 'int':
      return intType(INT);
    case 'long':
      return intType(longType(ctx.model));
    default: {
      const standard = ctx.standard.get(name);
      return standard ? intType(standard) : (standardRecord(ctx, name, file) ?? UNKNOWN);
    }
  }
}
