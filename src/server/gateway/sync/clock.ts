/** Time, as what reads accounts takes it. Tests move it by hand. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Milliseconds that never go back, for what is due. */
  steady(): number
  /** Rejects with the signal's reason. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>
  /** Calls until what it returns is called. */
  every(milliseconds: number, call: () => void): () => void
}

export const systemClock: Clock = {
  now: Date.now,
  steady: () => performance.now(),
  every(milliseconds, call) {
    const timer = setInterval(call, milliseconds)
    return () => clearInterval(timer)
  },
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer)
        reject(signal.reason)
      }
      const timer = setTimeout(() => {
        signal.removeEventListener('abort', stop)
        resolve()
      }, milliseconds)
      if (signal.aborted) stop()
      else signal.addEventListener('abort', stop, { once: true })
    }),
}
