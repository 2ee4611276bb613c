/** The few newest transactions that stand beside a vault or a whitelist. */
import { expect, type Locator } from 'playwright/test'
import type { TransactionItem } from './api.ts'

/** Waits until the list has exactly these transactions, in this order, each with its amount and leading to it. */
export async function expectLatest(list: Locator, latest: readonly TransactionItem[]): Promise<void> {
  const items = list.getByRole('listitem')
  await expect(items).toHaveCount(latest.length)
  for (const [index, { transaction_id, transaction }] of latest.entries()) {
    await expect(items.nth(index)).toContainText(`${transaction.amount}${transaction.asset_id}`)
    const link = items.nth(index).getByRole('link')
    await expect(link).toHaveAttribute('href', `/transactions/${transaction_id}`)
  }
}
