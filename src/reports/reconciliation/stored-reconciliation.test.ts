/** The reconciliation of an account as its readings left it. */
import { expect, test } from 'vitest'
import { openEither } from '../../database/testing/databases.ts'
import { readAccount } from '../../sync/read-whole.ts'
import { daily } from '../../sync/service/testing/dated-ledger.ts'
import { type AccountLedger, openAccount, serveAccount } from '../../sync/testing/account-ledger.ts'
import { updateAccount } from '../../sync/update-account.ts'
import { answeredReport, madeReport } from '../testing/kept-account.ts'
import { reconciliationEntry } from './reconciliation-report.ts'

const database = await openEither()

const control = { onProgress: () => {}, onReadOnce: async () => {} }

/** 100 deposits of 1 BTC, into a vault that holds so much more than they add up to. */
async function openLedger(surplus: number) {
  const deposits = daily(100, 1).map(({ id, at }) => ({ id, at, status: 'completed', amount: 1 }))
  const ledger: AccountLedger = { deposits, surplus }
  const service = serveAccount(ledger)
  const { rows, fence } = await openAccount(database)
  const whole = () => service.run(readAccount(rows, fence, control))
  const update = () => service.run(updateAccount(rows, fence))
  /** The headline, and verdicts and remarks of what is told of transactions. */
  const reconciled = async () => {
    const { headline, tables } = await madeReport(rows, reconciliationEntry, '')
    const rowsOfTransactions = tables
      .filter(({ name }) => name === 'differences')
      .flatMap((table) => table.rows.flatMap((row) => [row, ...(row.parts ?? [])]))
      .filter(({ cells }) => cells.check === 'transactions-and-holding')
    return [
      headline.text,
      ...rowsOfTransactions.map(({ cells, remark = '' }) => `${cells.verdict} ${remark}`),
    ]
  }
  return { ledger, rows, whole, update, reconciled }
}

test('a deposit between the transactions and the balances agrees with nothing of a vault that lacks as much', async () => {
  const { ledger, whole, update, reconciled } = await openLedger(-100)
  let readings = 0
  ledger.meanwhile = (target) => {
    if (!target.startsWith('/vaults')) return
    readings += 1
    const [first] = ledger.deposits
    if (readings === 2 && first)
      ledger.deposits.unshift({ ...first, id: 'late', at: first.at + 1, amount: 100 })
  }
  await whole()
  const [headline, ...told] = await reconciled()
  expect(headline).toContain('0 of 1 holding agree with transactions, 1 changed while being read')
  expect(told).toEqual([
    expect.stringMatching(
      /^Changed while reading Its balance went from 0 at .* to 100 at .* Another reading/,
    ),
  ])
  await update()
  expect((await reconciled())[0]).toContain('0 of 1 holding agree with transactions, 1 differs')
})

test('figures of two lists differ where two readings had both, and have changed before that', async () => {
  const { ledger, whole, update, reconciled } = await openLedger(0)
  await whole()
  const balance = {
    asset_id: 'BTC',
    network_id: 'BTC',
    balances: { total_balance: '7', available_balance: '7' },
  }
  ledger.change = (target, body) => (/^\/balances/.test(target) ? { balance: [balance] } : body)
  await update()
  expect((await reconciled())[0]).toContain('0 of 1 asset agree, 1 changed while being read')
  await update()
  expect((await reconciled())[0]).toContain('0 of 1 asset agree, 1 differs')
})

test('a link with a parameter that means nothing has no reconciliation', async () => {
  const { rows, whole } = await openLedger(0)
  await whole()
  expect(await answeredReport(rows, reconciliationEntry, '?no_such=1')).toMatchObject({
    refusal: { title: 'No reconciliation for this link' },
  })
})
