/** When the service recorded a transaction. All times are milliseconds since 1970; `from` is within a span, `before` is not. */

export interface RecordedSpan {
  readonly id: string
  readonly from: number
  readonly before: number
}

export interface DaysSet {
  /** Records whose span became narrower. */
  readonly narrowed: number
  /** Records for which the new span does not meet the one that is kept. The kept one stands. */
  readonly contradictions: readonly { readonly given: RecordedSpan; readonly kept: RecordedSpan }[]
}

/** Records that are known to have been recorded within one span, and no better. Null: not known. */
export interface WideSpan {
  readonly from: number | null
  readonly before: number | null
  readonly rows: number
}
