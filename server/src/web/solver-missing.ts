/** Says where the solver, which isn't there in a browser, might have told more. */
import type { AssertionReport, FileReport, LoopReport } from '../report/index.ts';

const MESSAGE = 'The solver may tell more; it is not there in a browser.';
/** The same where nothing else is told. */
const WHY = {
  code: 'no-solver',
  message: 'the solver, which may tell more, is not there in a browser',
  hint: 'open the file in an editor on the desktop',
};

/** Only where it was asked. */
export function withMissingSolver(report: FileReport): FileReport {
  return { ...report, loops: report.loops.map(loopWithout), assertions: report.assertions.map(assertionWithout) };
}

function loopWithout(loop: LoopReport): LoopReport {
  if (loop.exactness === 'exact' || loop.solverQueries === 0) return loop;
  const reason = { code: 'no-solver', message: MESSAGE, range: loop.range };
  const silent = loop.count.relation === 'none' && loop.why === undefined;
  return { ...loop, reasons: [...loop.reasons, reason], ...(silent ? { why: { ...WHY, range: null } } : {}) };
}

/** A condition on callers is none that a solver decides. */
function assertionWithout(assertion: AssertionReport): AssertionReport {
  const { reason, range, solverQueries = 0 } = assertion;
  if (solverQueries === 0 || reason?.code === 'precondition') return assertion;
  if (reason === undefined || reason.code === 'solver')
    return { ...assertion, reason: { code: 'no-solver', message: MESSAGE, range } };
  return { ...assertion, reason: { ...reason, message: `${reason.message.replace(/\.?$/, '.')} ${MESSAGE}` } };
}
