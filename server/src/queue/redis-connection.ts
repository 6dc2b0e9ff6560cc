/** A connection to Redis that comes back by itself, and says when it doesn't. */
import { Redis } from 'ioredis';
import { QueueProblem, addressOf } from './queue-names.ts';

/** Milliseconds after which a Redis that was never there is taken for none, and between attempts to reach it again. */
const FIRST_WAIT = 5_000;
const LONGEST_PAUSE = 1_000;

/**
 * Rejects where nobody answers, or not as a Redis does. A connection that is lost is tried again while `wanted`, and so
 * are its copies.
 */
export async function connectRedis(url: string, wanted: () => boolean = () => true): Promise<Redis> {
  const { shown } = addressOf(url);
  let last = 'no answer';
  const redis = new Redis(url, {
    lazyConnect: true,
    // commands wait for as long as Redis is away; who sent them decides how long that may be
    maxRetriesPerRequest: null,
    connectTimeout: FIRST_WAIT,
    retryStrategy: (attempt) => (wanted() ? Math.min(100 * attempt, LONGEST_PAUSE) : null),
  });
  redis.on('error', (error) => {
    last = error.message;
  });
  const timer = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new QueueProblem(`${shown}: can't be reached: ${last}`)), FIRST_WAIT).unref();
  });
  try {
    await Promise.race([redis.connect().then(() => redis.ping()), timer]);
    return redis;
  } catch (error) {
    redis.disconnect();
    if (error instanceof QueueProblem) throw error;
    throw new QueueProblem(
      `${shown}: can't be reached: ${last === 'no answer' && error instanceof Error ? error.message : last}`,
    );
  }
}
