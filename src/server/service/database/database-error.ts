/** A failure that the database reported. `code` is its SQLSTATE, where it has one. */
export class DatabaseError extends Error {
  readonly code: string | undefined

  constructor(message: string, code?: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'DatabaseError'
    this.code = code
  }
}
