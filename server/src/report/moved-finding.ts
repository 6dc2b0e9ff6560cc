/** A finding with all its places moved: the loop around it, what it points at, the changes that mend it. */
import type { SourceRange } from '../source/index.ts';
import type { Finding } from './report.ts';

export function movedFinding(finding: Finding, move: (range: SourceRange) => SourceRange): Finding {
  const placed = <T extends { readonly range: SourceRange }>(of: T): T => ({ ...of, range: move(of.range) });
  return {
    ...placed(finding),
    ...('extent' in finding && finding.extent ? { extent: move(finding.extent) } : {}),
    ...('related' in finding && finding.related ? { related: finding.related.map(placed) } : {}),
    ...('fixes' in finding && finding.fixes
      ? { fixes: finding.fixes.map((fix) => ({ ...fix, edits: fix.edits.map(placed) })) }
      : {}),
  };
}
