/** The five components of a holding, one after the other. */
import type { Amounts } from './records.ts'

/** Their names, in the order in which they are shown. */
export const amountNames = [
  'total_balance',
  'available_balance',
  'processing_balance',
  'staking_balance',
  'claimable_balance',
] as const satisfies readonly (keyof Amounts)[]

/** Something of each of them, under its name. */
export function eachAmount<T>(of: (name: keyof Amounts) => T): Readonly<Record<keyof Amounts, T>> {
  return {
    total_balance: of('total_balance'),
    available_balance: of('available_balance'),
    processing_balance: of('processing_balance'),
    staking_balance: of('staking_balance'),
    claimable_balance: of('claimable_balance'),
  }
}
