/** Holds up what failed until the reader lets it go on. */
export function createHold() {
  let goOn = () => {}
  /** One promise for all requests that failed meanwhile. */
  let again: Promise<void> | null = null
  return {
    again() {
      again = null
      goOn()
    },
    untilAgain() {
      again ??= new Promise((resolve) => {
        goOn = resolve
      })
      return again
    },
  }
}
