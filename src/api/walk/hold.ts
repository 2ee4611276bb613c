/** What holds reading up: a person who paused it, or a failure that waits for one. */
export interface Hold {
  pause(): void
  resume(): void
  /** After a failure: asks again, and goes on even where it was paused before that. */
  again(): void
  /** Pending while it is paused. */
  readonly gate: () => Promise<void>
  /** Resolves at the next `again`. */
  readonly untilAgain: () => Promise<void>
}

/** Holds nothing up to begin with. */
export function createHold(): Hold {
  let gate: Promise<void> | null = null
  let open = () => {}
  let goOn = () => {}
  /** One for all that failed meanwhile: several requests may be under way. */
  let again: Promise<void> | null = null
  const resume = () => {
    gate = null
    open()
  }
  return {
    pause() {
      gate ??= new Promise((resolve) => {
        open = resolve
      })
    },
    resume,
    again() {
      resume()
      again = null
      goOn()
    },
    gate: () => gate ?? Promise.resolve(),
    untilAgain() {
      again ??= new Promise((resolve) => {
        goOn = resolve
      })
      return again
    },
  }
}
