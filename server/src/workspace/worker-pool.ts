/**
 * The workers: few, started when needed, each document kept on the one that knows it. A document that holds a worker up
 * never keeps another document waiting for long.
 */
import { inBackground } from './background-timer.ts';
import { runWithAttempts } from './attempts.ts';
import type { Result } from './attempts.ts';
import type { Engine, EngineJob } from './watched-engine.ts';

export interface PoolLimits {
  /** Workers in normal times; twice as many while all of them are held up. */
  readonly size: number;
  /** Milliseconds that a job waits before a worker beyond `size` is started for it. */
  readonly overflowAfter: number;
  /** Milliseconds after which a worker that is not the first is given back when it has nothing to do. */
  readonly idle: number;
}

export interface JobHandle {
  /** Never rejects. */
  readonly result: Promise<Result>;
  cancel(): void;
}

export interface Pool {
  /** Queues a job of a document. The caller sees to it that a document has one at a time. */
  submit(document: string, job: EngineJob): JobHandle;
  /**
   * Queues a job that nobody waits for. It never takes the last worker, and rests as long as there is a job of a
   * document; where that has no worker it makes way, and begins again later. Nothing of it is kept by a worker.
   */
  submitBehind(job: EngineJob): JobHandle;
  /** Starts a worker ahead of the first job. */
  warm(): void;
  /** The document is closed. */
  forget(document: string): void;
  dispose(): void;
}

interface Slot {
  readonly engine: Engine;
  readonly documents: Set<string>;
  busy: boolean;
  /** The job that nobody waits for; null: there is none. */
  behind: Behind | null;
  retire: NodeJS.Timeout | null;
}

interface Behind {
  /** It begins again later. */
  makeWay(): void;
  pause(isPaused: boolean): void;
}

interface Waiting {
  /** null: nobody waits for it. */
  readonly document: string | null;
  readonly since: number;
  start(slot: Slot): void;
}

export function createPool(createEngine: () => Engine, limits: PoolLimits): Pool {
  const slots: Slot[] = [];
  let queue: Waiting[] = [];
  let overflow: NodeJS.Timeout | null = null;

  function addSlot(): Slot {
    const slot: Slot = { engine: createEngine(), documents: new Set(), busy: false, behind: null, retire: null };
    slots.push(slot);
    return slot;
  }

  /** The worker that knows the document, else one that knows fewest, else a new one; null where all are at work. */
  function slotFor({ document, since }: Waiting): Slot | null {
    const idle = slots.filter((slot) => !slot.busy);
    const known = document === null ? undefined : idle.find((slot) => slot.documents.has(document));
    if (known) return known;
    if (document === null && slots.length - idle.length >= Math.max(1, limits.size - 1)) return null;
    const heldUp = document !== null && performance.now() - since >= limits.overflowAfter;
    idle.sort((a, b) => a.documents.size - b.documents.size);
    // a worker that knows a document is left to it
    if (document === null && slots.length < limits.size && idle[0]?.documents.size !== 0) return addSlot();
    return idle[0] ?? (slots.length < limits.size * (heldUp ? 2 : 1) ? addSlot() : null);
  }

  /** Documents come first. */
  function dispatch(): void {
    const urgent = queue.filter(({ document }) => document !== null);
    const others = queue.filter(({ document }) => document === null);
    queue = [...urgent, ...others].filter((waiting) => {
      const slot = slotFor(waiting);
      slot && waiting.start(slot);
      return slot === null;
    });
    const held = queue.filter(({ document }) => document !== null).length;
    const behind = slots.flatMap((slot) => slot.behind ?? []);
    const isUrgent = held > 0 || slots.some((slot) => slot.busy && slot.behind === null);
    for (const one of behind) one.pause(isUrgent);
    for (const one of behind.slice(0, held)) one.makeWay();
    if (overflow) clearTimeout(overflow);
    overflow = held > 0 && slots.length < limits.size * 2 ? setTimeout(dispatch, limits.overflowAfter) : null;
  }

  function leave(slot: Slot, document: string): void {
    if (slot.documents.delete(document)) slot.engine.forget(document);
  }

  function occupy(slot: Slot, document: string | null): void {
    if (document !== null) {
      for (const other of slots) if (other !== slot) leave(other, document);
      slot.documents.add(document);
    }
    slot.busy = true;
    if (slot.retire) clearTimeout(slot.retire);
  }

  function release(slot: Slot): void {
    slot.busy = false;
    slot.behind = null;
    slot.retire = inBackground(setTimeout(() => retire(slot), limits.idle));
    dispatch();
  }

  function retire(slot: Slot): void {
    if (slot.busy || slots.length === 1) return;
    slots.splice(slots.indexOf(slot), 1);
    slot.engine.dispose();
  }

  function enqueue(document: string | null, job: EngineJob): JobHandle {
    let abort: () => void = () => {};
    let cancelled = false;
    const result = new Promise<Result>((resolve) => {
      const waiting: Waiting = {
        document,
        since: performance.now(),
        start(slot) {
          occupy(slot, document);
          const run = runWithAttempts(slot.engine, document === null ? job : { ...job, document });
          abort = run.abort;
          let isInterrupted = false;
          if (document === null)
            slot.behind = {
              makeWay() {
                isInterrupted = true;
                run.abort();
              },
              pause: run.pause,
            };
          void run.result.then((value) => {
            if (isInterrupted && value.kind === 'cancelled' && !cancelled) wait();
            else resolve(value);
            release(slot);
          });
        },
      };
      const wait = (): void => {
        abort = () => {
          queue = queue.filter((other) => other !== waiting);
          resolve({ kind: 'cancelled' });
        };
        queue.push(waiting);
      };
      wait();
    });
    dispatch();
    return {
      result,
      cancel() {
        if (!cancelled) abort();
        cancelled = true;
      },
    };
  }

  return {
    submit: enqueue,
    submitBehind: (job) => enqueue(null, job),
    warm() {
      (slots[0] ?? addSlot()).engine.warm();
    },
    forget(document) {
      for (const slot of slots) leave(slot, document);
    },
    dispose() {
      if (overflow) clearTimeout(overflow);
      queue = [];
      for (const slot of slots) {
        if (slot.retire) clearTimeout(slot.retire);
        slot.engine.dispose();
      }
      slots.length = 0;
    },
  };
}
