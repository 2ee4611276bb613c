import { createHmac } from 'node:crypto'

/** Tells values apart without telling them: keyed, so that nobody can find a value by trying. The first part says what it is for. */
export function keyed(key: Buffer, ...parts: readonly unknown[]): string {
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest('hex')
}
