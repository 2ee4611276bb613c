import type { TransactionStatus, TransactionType } from '../../contract/enumerations.ts'
import type { Random } from './prng.ts'

const minute = 60_000
const hour = 60 * minute

/**
 * The status in which a transaction stands at the end of the books. Only what was recorded in the last three days can
 * still be underway, the more likely the newer it is.
 * @param age milliseconds from the record to the end of the books
 * @param newer how many transactions were recorded after it
 */
export function drawStatus(
  random: Random,
  type: TransactionType,
  age: number,
  newer: number,
): TransactionStatus {
  // Books of few transactions have hardly any in the last hours: the newest then count as if they were of today.
  const seen = Math.min(age, newer * 6 * minute)
  const stillOpen = age < 72 * hour && random.chance(openShare(seen))
  if (type === 'deposit') {
    // The network reports a deposit when it is there: nobody has to approve it.
    if (stillOpen && seen < 8 * hour) return 'confirming'
    return random.chance(0.004) ? 'failed' : 'completed'
  }
  if (stillOpen) return openStatus(random, seen)
  if (!random.chance(0.115)) return 'completed'
  const share = random.fraction()
  if (share < 0.36) return 'rejected'
  return share < 0.72 ? 'cancelled' : 'failed'
}

function openShare(age: number): number {
  if (age < 2 * hour) return 0.75
  if (age < 8 * hour) return 0.45
  if (age < 24 * hour) return 0.2
  return 0.07
}

function openStatus(random: Random, age: number): TransactionStatus {
  const share = random.fraction()
  if (age < 2 * hour) return share < 0.4 ? 'confirming' : share < 0.7 ? 'processing' : 'pending'
  if (age < 8 * hour) return share < 0.12 ? 'confirming' : share < 0.45 ? 'processing' : 'pending'
  return share < 0.3 ? 'processing' : 'pending'
}
