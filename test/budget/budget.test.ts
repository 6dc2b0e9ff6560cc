import { describe, expect, test } from 'vitest';
import { Budget, Stopped } from '../../server/src/budget/budget.ts';
import { work } from '../../server/src/budget/work.ts';

describe('an allotment of work', () => {
  test('is used up by work, whoever does it', () => {
    const budget = Budget.of(100);
    work(99);
    expect(budget.exhausted()).toBe(false);
    work(1);
    expect(budget.exhausted()).toBe(true);
  });

  test('a share is fixed by what was allotted, and no more than is left', () => {
    const whole = Budget.of(1_000);
    work(100);
    const half = whole.share(0.5);
    expect(half.units).toBe(500);
    work(499);
    expect([half.exhausted(), whole.exhausted()]).toEqual([false, false]);
    work(1);
    expect([half.exhausted(), whole.exhausted()]).toEqual([true, false]);
    const late = whole.share(0.9);
    expect(late.left).toBe(400);
  });

  test('what runs apart is charged to the whole, not to the part', () => {
    const whole = Budget.of(1_000);
    const part = whole.part(50);
    part.apart(() => work(200));
    expect(part.exhausted()).toBe(false);
    expect(whole.left).toBe(800);
  });

  test('a factor holds for all parts', () => {
    const budget = Budget.of(100, undefined, 3);
    expect([budget.units, budget.part(10).units, budget.share(0.5).units]).toEqual([300, 30, 150]);
  });

  test('a clock that has struck ends whatever asks', () => {
    let late = false;
    const budget = Budget.of(100, { struck: () => late }).share(0.5);
    expect(budget.exhausted()).toBe(false);
    late = true;
    // not every question looks at the clock
    expect(() => {
      for (let k = 0; k < 100; k++) budget.exhausted();
    }).toThrow(Stopped);
  });
});
