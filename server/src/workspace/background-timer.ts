/** A timer that the process need not wait for. In a browser, where timers are numbers, none is waited for. */
export function inBackground(timer: NodeJS.Timeout): NodeJS.Timeout {
  if (typeof timer === 'object') timer.unref();
  return timer;
}
