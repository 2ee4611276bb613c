import { expect, it } from 'vitest'
import { openEither } from '../database/testing/databases.ts'
import { counterpartiesEntry } from './counterparties.ts'
import { feesEntry } from './fees.ts'
import { postingsEntry } from './postings.ts'
import { answeredReport, keptAccount, madeReport } from './testing/kept-account.ts'
import { itemsOf, type MovedItem, oneMonth, sentVault, vaults } from './testing/month-items.ts'

const database = await openEither()

it.each(['', '&zone=Asia/Hong_Kong'])(
  'postings and counterparties%s wait until the service has told each day of the period',
  (zone) => {
    const now = Date.parse('2026-11-22T15:00:10.000Z')
    for (const entry of [postingsEntry, counterpartiesEntry]) {
      const opened = entry.open(new URLSearchParams(`period=2026-10${zone}`), now)
      const edges = 'edges' in opened ? opened.edges({ asOf: now, today: 20_779, whose: 'utc' }) : []
      expect(edges).toHaveLength(32)
    }
  },
)

it('headlines say what may be in the period, and deny nothing that has no date', async () => {
  const sent = (day: string | null) => ({ type: 'withdraw', fee: '0.1', from: 'V1', to: 'x', day }) as const
  const headlines = async (...moved: readonly MovedItem[]) => {
    const account = await keptAccount(database, itemsOf(moved), { vaults: [sentVault('V1', { ETH: '0' })] })
    const entries = [postingsEntry, counterpartiesEntry, feesEntry]
    const made = await Promise.all(entries.map((entry) => madeReport(account, entry, 'period=2026-10')))
    return made.map(({ headline }) => headline.text)
  }
  expect(await headlines(sent(null))).toEqual([
    'No movements known in this period · 2 may be in it',
    'No withdrawals or deposits known in this period · 1 may be in it',
    'No fees known in this period · 1 may be in it',
  ])
  expect(await headlines(sent(null), sent('2026-10-05'))).toEqual([
    '2 movements of 1 holding · 2 more may be in this period',
    '1 withdrawal and 0 deposits · 1 more may be in this period',
    '1 fee in an unknown asset · 1 more may be in this period',
  ])
})

it.each([postingsEntry, counterpartiesEntry, feesEntry])(
  'a link of $name that is not valid says why',
  async (entry) => {
    const account = await keptAccount(database, oneMonth, { vaults, dates: { form: 'day' } })
    for (const [link, why] of [
      ['period=2026-13', /no valid value for period/],
      ['period=2027-01', /Choose a period that has begun/],
      ['period=2026-10&vaults=nobody', /no vault with the id nobody/],
      ['period=2026-10&zone=Asia/Hong_Kong', /by days of another time zone/],
    ] as const)
      expect(await answeredReport(account, entry, link)).toMatchObject({
        refusal: { text: expect.stringMatching(why) },
      })
  },
)
