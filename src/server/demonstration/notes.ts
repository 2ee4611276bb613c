import type { TransactionStatus, TransactionType } from '../../contract/enumerations.ts'
import type { Random } from './prng.ts'

/** Mostly empty, else a short remark. Where somebody stopped the transaction it is often the reason. */
export function drawNote(random: Random, type: TransactionType, status: TransactionStatus): string {
  const number = String(random.between(1042, 9871))
  const because = type === 'deposit' ? undefined : reasons[status]
  if (because !== undefined && random.chance(0.6)) return random.pick(because).replaceAll('{n}', number)
  if (!random.chance(0.15)) return ''
  return random.pick(random.chance(0.06) ? unusual : remarks[type]).replaceAll('{n}', number)
}

const reasons: Readonly<Partial<Record<TransactionStatus, readonly string[]>>> = {
  rejected: [
    'Over the daily limit, resubmitted as OPS-{n}',
    'Second approver could not verify the beneficiary',
  ],
  cancelled: ['Duplicate of OPS-{n}', 'Client withdrew the instruction'],
  failed: ['Dropped from the mempool, never mined', 'Signing quorum not reached in time'],
}

const remarks: Readonly<Record<TransactionType, readonly string[]>> = {
  deposit: ['Client funding, ref. {n}', 'Screened, no findings'],
  withdraw: ['Settlement of trade {n}', 'Invoice {n}', 'Test transfer before the full amount 🧪'],
  rebalance: ['Weekly sweep', 'Top-up for Monday settlements'],
  stake: ['Delegation per investment committee'],
  claim: ['Monthly rewards'],
  unstake: ['Liquidity for client redemptions'],
  'change pool': ['Pool saturated'],
}

/** Notes are free text: long ones, line breaks, other scripts, mixed directions. */
const unusual: readonly string[] = [
  'Two-step settlement:\n1. leg against EUR (done)\n2. this leg\nQuestions: settlements desk, ext. {n}',
  '\u2067تسوية {n}\u2069 – matched with the counterparty',
  'コールドへの移動（週次）',
  `Transfer of the client assets that were held at the previous custodian. ${'The amount was reconciled with its closing statement to the last unit. '.repeat(8)}Audit file AUD-{n}.`,
]
