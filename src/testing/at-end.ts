import { afterAll, onTestFinished, TestRunner } from 'vitest'

/** At the end of the test that asks, or of the file or group of tests; once, however often and by whomever what it returns is called. */
export function atEnd(close: () => Promise<void>): () => Promise<void> {
  let closed: Promise<void> | undefined
  const once = () => {
    closed ??= close()
    return closed
  }
  if (TestRunner.getCurrentTest() === undefined) afterAll(once)
  else onTestFinished(once)
  return once
}
