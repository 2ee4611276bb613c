import type { Transaction } from '../contract/normal-records.ts'

/** One record of an answer. */
export interface ReceivedTransaction {
  readonly transaction: Transaction
  /** Exactly as it stood in the answer. */
  readonly text: string
  /** Its place in this pass of the list, or in this update, from 0. Two records of one id have two places. */
  readonly place: number
}
