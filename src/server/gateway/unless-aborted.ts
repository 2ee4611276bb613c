/**
 * What the work comes to, or the signal's reason if that is first. No listener is left: while one is there, Node keeps a signal that was made
 * of others, and what is in the listener's reach, for as long as the process runs.
 */
export function unlessAborted<Value>(signal: AbortSignal, work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    signal.addEventListener('abort', onAbort)
    work.finally(() => signal.removeEventListener('abort', onAbort)).then(resolve, reject)
    if (signal.aborted) onAbort()
  })
}
