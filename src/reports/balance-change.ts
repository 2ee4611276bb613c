import { type Decimal, subtract, writeDecimal } from '../contract/decimal.ts'
import { instantText } from '../display/instant.ts'
import type { BalanceChange } from '../ledger/prove-balances.ts'

/** Why a balance that is not settled proves nothing. `remainder`: what transactions do not explain of it now. */
export function changeSentence({ before, after }: BalanceChange, remainder: Decimal | null): string {
  if (subtract(after.balance, before.balance).digits === 0n)
    return `Its balance was still ${readText(after)}, after transactions that should have changed it.`
  const change = `Its balance went from ${readText(before)} to ${readText(after)}`
  return remainder?.digits === 0n
    ? `${change}. Another reading has to show that its transactions explain that.`
    : `${change}, and no transaction explains that.`
}

function readText({ balance, readAt }: BalanceChange['before']): string {
  return `${writeDecimal(balance)} at ${instantText(readAt)}`
}
