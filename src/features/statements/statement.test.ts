import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { netOf } from '../../books/day-book.ts'
import { movementKinds } from '../../books/effects.ts'
import { add, type Decimal, readDecimal, subtract, writeDecimal, zero } from '../../contract/decimal.ts'
import { cases } from '../../testing/cases.ts'
import { balanceAt, type Line, proofOf, type StatementScope, statementOf } from './statement.ts'
import { allFees, simulate, steps, text } from './testing/ledger.ts'
import { settled, telling } from './testing/settled.ts'

function scope(first: number, last: number, over: Partial<StatementScope> = {}): StatementScope {
  return { period: { first, last }, includes: () => true, isWhole: true, ...over }
}

function sumOf({ opening, movements }: Line): Decimal | null {
  return opening && movementKinds.reduce((sum, kind) => add(sum, movements[kind]), opening)
}

const written = (amount: Decimal | null) => amount && writeDecimal(amount)
const plain = (thousandths: bigint) => written(readDecimal(text(thousandths)))

const fees = fc.constantFrom(...allFees)

describe('whatever the ledger and the rule for fees', () => {
  test('the balance at the end of every day is what a simulation had', () => {
    fc.assert(
      fc.property(steps, fees, (list, rule) => {
        const ledger = simulate([...telling, ...list], rule)
        const { holdings } = settled(ledger)
        for (const holding of holdings) {
          const { vault_id, asset_id } = holding.key
          expect(proofOf(holding, true).state).toBe('proved')
          for (let day = ledger.firstDay - 1; day <= ledger.today; day++)
            expect(written(balanceAt(holding, day))).toBe(
              plain(ledger.balanceAt(day, vault_id ?? '', asset_id ?? '')),
            )
        }
      }),
      { numRuns: cases(100) },
    )
  })

  test.each(allFees)('%s is found and named, with the asset of a network that is in no list', (rule) => {
    const { rule: found, networks, holdings } = settled(simulate(telling, rule))
    expect(found.id).toBe(rule)
    expect(holdings.every((holding) => proofOf(holding, true).state === 'proved')).toBe(true)
    if (rule === 'sender' || rule === 'receiver')
      expect(networks).toEqual([
        expect.objectContaining({ network_id: 'ETH', asset_id: 'ETH', isFound: false }),
        expect.objectContaining({ network_id: 'Q', asset_id: 'QQ', isFound: true }),
      ])
  })

  test('lines add up from the first movement to today, periods join, and movements between the vaults of a statement cancel each other', () => {
    fc.assert(
      fc.property(steps, fees, fc.nat(60), fc.nat(60), (list, rule, from, length) => {
        const ledger = simulate([...telling, ...list], rule)
        const { holdings } = settled(ledger)
        const first = ledger.firstDay + from
        const last = first + length
        const statement = statementOf(holdings, scope(first, last))
        for (const line of statement.flatMap(({ lines }) => lines)) {
          const days = holdings.find(({ key }) => key === line.key)?.days ?? []
          const moved = (isMeant: (day: number) => boolean) =>
            netOf(days.filter(({ day }) => day !== null && isMeant(day)).flatMap(({ entries }) => entries))
          expect(written(line.opening)).toBe(written(moved((day) => day < first)))
          expect(written(line.today)).toBe(
            written(
              line.closing &&
                add(
                  line.closing,
                  moved((day) => day > last),
                ),
            ),
          )
        }
        const next = statementOf(holdings, scope(last + 1, last + 30))
        for (const { lines, total, asset_id } of statement) {
          for (const line of [...lines, total]) expect(written(sumOf(line))).toBe(written(line.closing))
          expect(written(total.movements.from_own)).toBe(written(subtract(zero, total.movements.to_own)))
          expect(total.movements.from_own.digits).toBe(0n)
          for (const line of lines)
            for (const after of next.find((assets) => assets.asset_id === asset_id)?.lines ?? [])
              if (after.key.vault_id === line.key.vault_id)
                expect(written(after.opening)).toBe(written(line.closing))
        }
      }),
      { numRuns: cases(150) },
    )
  })

  test('movements to vaults outside of a statement stay in its total', () => {
    const ledger = simulate(telling, 'sender')
    const statement = statementOf(
      settled(ledger).holdings,
      scope(ledger.firstDay, ledger.today, { includes: ({ vault_id }) => vault_id === 'v1' }),
    )
    const token = statement.find(({ asset_id }) => asset_id === 'USDC_ETH')
    expect(written(token?.total.movements.to_own ?? null)).toBe('-1.002')
  })
})

test('beside a past balance stands what the same vault holds today, whichever vaults held the asset then', () => {
  const ledger = simulate(telling, 'sender')
  const { holdings } = settled(ledger)
  const first = { first: ledger.firstDay, last: ledger.firstDay + 1 }
  const [token] = statementOf(holdings, scope(first.first, first.last, { withToday: true })).filter(
    ({ asset_id }) => asset_id === 'USDC_ETH',
  )
  expect(token?.lines.map(({ key }) => key.vault_id)).toEqual(['v1', 'v2'])
  for (const line of token?.lines ?? [])
    expect(written(line.today)).toBe(
      plain(ledger.balanceAt(ledger.today, line.key.vault_id ?? '', 'USDC_ETH')),
    )
  const [then] = statementOf(holdings, scope(first.first, first.last)).filter(
    ({ asset_id }) => asset_id === 'USDC_ETH',
  )
  expect(then?.lines.map(({ key }) => key.vault_id)).toEqual(['v1'])
})
