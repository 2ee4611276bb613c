/** An error as it may stand in a log. */
export interface LoggedFailure {
  readonly type: string
  readonly message: string
  /** Where it happened, without the message that usually heads it. */
  readonly stack: string
  readonly code?: string
  readonly [field: string]: unknown
}

/** What of a failure may be logged: a database's message can hold the value that it choked on, so its code stands for it. */
export function describeFailure(error: unknown): LoggedFailure {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const isSqlState = code !== undefined && /^[0-9A-Z]{5}$/.test(code)
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: error.name,
    message: isSqlState ? `database error ${code}` : error.message,
    stack: frames.join('\n'),
    ...(code === undefined ? {} : { code }),
  }
}
