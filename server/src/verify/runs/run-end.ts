/** How a run ended, in a sentence. */
import type { Outcome } from '../../interpret/index.ts';
import type { IrFunction, UndefinedCode } from '../../program/index.ts';
import type { RunEnd } from '../../report/index.ts';
import { numberText } from './value-text.ts';

const UNDEFINED: Readonly<Record<UndefinedCode, string>> = {
  'signed-overflow': 'A signed number overflows',
  'division-by-zero': 'Division by zero',
  shift: 'A shift by as many bits as there are, or more',
  'out-of-bounds': 'An access outside of its object',
  uninitialized: 'A variable is read that nothing was assigned to',
};

export function runEnd(fn: IrFunction, outcome: Outcome): RunEnd {
  switch (outcome.kind) {
    case 'returned':
      return { kind: 'returned', message: returned(fn, outcome.value), range: null };
    case 'assertion-failed': {
      const site = fn.assertions[outcome.assertion];
      return {
        kind: 'failed',
        message: site?.text ? `The assertion ${site.text} fails` : 'An assertion fails',
        range: site?.range ?? null,
      };
    }
    case 'undefined':
      return { kind: 'undefined', message: UNDEFINED[outcome.code], range: outcome.range };
    case 'halted':
      return outcome.reason === null
        ? { kind: 'halted', message: 'The program ends', range: null }
        : { kind: 'not-modelled', message: outcome.reason.message.replace(/\.$/, ''), range: outcome.reason.range };
    case 'assume-failed':
      return {
        kind: 'excluded',
        message: 'What is taken for granted here does not hold for these values',
        range: outcome.range,
      };
    case 'not-modelled':
      return { kind: 'not-modelled', message: outcome.reason.message.replace(/\.$/, ''), range: outcome.reason.range };
    case 'out-of-steps':
      return { kind: 'too-long', message: 'The run goes on; it was followed no further', range: null };
  }
}

const returned = ({ name, returnType }: IrFunction, value: bigint | null): string =>
  returnType === null || value === null ? `${name} returns` : `${name} returns ${numberText(value, returnType.bits)}`;
