/**
 * What LoopLens claims of the loops of its JSON document, whichever of its schemas that has: `looplens/loops/1` or
 * `/2`.
 */
import { TYPE_LIMIT } from './scalar-evolution.ts';

/** The schema's words; `assuming` stands for bounds of all kinds that rest on something. */
export const CLAIMS = ['exact', 'upper', 'structural', 'assuming', 'until', 'endless', 'none', 'typeLimit'] as const;
export type LoopClaim = (typeof CLAIMS)[number];

export interface ClaimedLoop {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly kind: string;
  readonly claim: LoopClaim;
  /** Where it is one number. */
  readonly value: bigint | null;
  /** `do {} while (0)`: the body is begun once. */
  readonly pseudo: boolean;
}

export interface LoopsDocument {
  readonly schema: string;
  readonly loops: readonly DocumentLoop[];
}

interface DocumentLoop {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly kind: string;
  readonly pseudo?: boolean;
  readonly bound: {
    readonly kind: 'exact' | 'upper' | 'structural';
    readonly value?: string;
    readonly assuming?: readonly string[];
  } | null;
  readonly answer?: {
    readonly count?: {
      readonly relation: 'exactly' | 'at-most' | 'until' | 'endless' | 'none';
      readonly value?: string;
      readonly assuming?: readonly string[];
      readonly source?: string;
    };
  };
}

export function claimsOf(document: LoopsDocument): readonly ClaimedLoop[] {
  return document.loops.map((loop) => {
    const { file, line, column, kind } = loop;
    const number = loop.answer?.count?.value ?? loop.bound?.value;
    const value = number === undefined ? null : BigInt(number);
    const claim = claimOf(loop, value);
    return {
      file,
      line,
      column,
      kind,
      claim,
      value,
      pseudo: loop.pseudo ?? (loop.answer === undefined && kind === 'do' && value === 1n),
    };
  });
}

function claimOf({ bound, answer }: DocumentLoop, value: bigint | null): LoopClaim {
  const count = answer?.count;
  if (count?.relation === 'until' || count?.relation === 'endless') return count.relation;
  if (count?.relation === 'none' || (count === undefined && bound === null)) return 'none';
  const exact = count === undefined ? bound?.kind === 'exact' : count.relation === 'exactly';
  if (!exact && (count?.source === 'type' || (value !== null && value >= TYPE_LIMIT))) return 'typeLimit';
  if ((count?.assuming ?? bound?.assuming ?? []).length > 0) return 'assuming';
  if (exact) return 'exact';
  return count?.source === 'structural' || bound?.kind === 'structural' ? 'structural' : 'upper';
}
