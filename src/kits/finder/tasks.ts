/** What people come to do, by the words that they use for it: "audit pack October", "confirm balances", "export whitelists". */
import { folded } from '../../list/rank.ts'
import { typedWords } from '../../search/filter-in-words.ts'
import { periodsWritten } from '../../search/periods.ts'
import { fillers } from '../../search/words.ts'
import { changesCodec } from '../../url/changes.ts'
import { transactionsHref } from '../../url/hrefs.ts'
import { balancesList, transactionsList, vaultsList, whitelistsList } from '../../url/lists.ts'
import { packsHref } from '../../url/packs.ts'
import type { NavigationPath } from '../../url/pages.ts'
import { periodReportHref } from '../../url/period-reports.ts'
import { neighbourOf, type Period, periodAround } from '../../url/periods.ts'
import { sampleCodec } from '../../url/samples.ts'
import { confirmationHref, statementHref } from '../../url/statements.ts'
import type { FinderItem, FinderLink } from './items.ts'

interface PeriodTask {
  readonly label: string
  /** Other words that people type for it. */
  readonly also: readonly string[]
  /** Offered where no period is named. */
  readonly page?: NavigationPath
  href(period: Period): string
  /** It is about the last day of the period alone. */
  readonly isOfDay?: boolean
}

const everything = { vaults: null, assets: null, zone: null }

const periodTasks: readonly PeriodTask[] = [
  {
    label: 'Audit pack',
    also: ['make an audit pack', 'evidence', 'compare packs', 'open a pack'],
    page: '/packs',
    href: (period) => packsHref({ vaults: null, period }),
  },
  {
    label: 'Statement',
    also: ['roll-forward', 'opening and closing balances'],
    page: '/statements',
    href: (period) => statementHref({ ...everything, period }),
  },
  {
    label: 'Postings',
    also: ['journal entries', 'bookings', 'accounting', 'bookkeeping', 'general ledger'],
    page: '/postings',
    href: (period) => periodReportHref('/postings', { ...everything, period }),
  },
  {
    label: 'Counterparties',
    also: ['who received', 'who sent', 'recipients', 'senders', 'beneficiaries', 'counterparty'],
    page: '/counterparties',
    href: (period) => periodReportHref('/counterparties', { ...everything, period }),
  },
  {
    label: 'Changes',
    also: ['what changed', 'what happened', 'changes of whitelists', 'since I last looked'],
    page: '/changes',
    href: ({ first, last }) => changesCodec.href('/changes', {}, { from: first, until: last }),
  },
  {
    label: 'Confirmation of balances',
    also: ['confirm balances', 'balance confirmation'],
    href: ({ last }) =>
      confirmationHref({
        ...everything,
        ...{ at: { day: last, time: null }, reference: null, addressee: null },
      }),
    isOfDay: true,
  },
  {
    label: 'Sample',
    also: ['draw a sample'],
    page: '/sample',
    href: ({ first, last }) => sampleCodec.href('/sample', { start_date: first, end_date: last }),
  },
  {
    label: 'Cut-off',
    also: ['cutoff', 'cut off'],
    href: ({ last }) => sampleCodec.href('/sample', {}, { cutoff: last }),
    isOfDay: true,
  },
]

/** With the period that the text names, else the last month that is over. */
export function taskItems(typed: string, now: Date): readonly FinderItem[] {
  const words = typedWords(folded(typed))
  const named = periodIn(words, now)
  const isOther = (word: string, at: number) =>
    fillers.includes(word) || word === 'by' || (named?.isAt(at) ?? false)
  if (words.every(isOther)) return []
  // The ranking looks for every word that was typed.
  const others = words.filter(isOther).join(' ')
  const task = (label: string, note: string, also: readonly string[], act: FinderLink): FinderItem => ({
    ...{ group: 'Pages', key: `task ${label}`, label, note, act },
    also: [label, ...also].map((name) => `${name} ${others}`),
  })
  const today = now.toISOString().slice(0, 10)
  const period = named?.period ?? neighbourOf(periodAround('month', today), -1)
  const days = [...new Set([period.first, period.last])].join(' – ')
  const withPeriod = periodTasks.map(({ label, also, page, href, isOfDay }) =>
    named === null && page !== undefined
      ? task(label, '', also, { href: page })
      : task(label, isOfDay ? period.last : days, also, { href: href(period) }),
  )
  if (named !== null) {
    const href = transactionsHref({ start_date: period.first, end_date: period.last })
    return [...withPeriod, task('Export transactions', days, [exportWords], { href, opens: 'export' })]
  }
  const exports = exportedLists.map(({ title, path }) => {
    const label = `Export ${title.toLowerCase()}`
    return task(label, '', [`${label} ${exportWords}`], { href: path, opens: 'export' })
  })
  return [...withPeriod, ...exports]
}

const exportWords = 'save download csv xlsx'

const exportedLists = [transactionsList, balancesList('all'), vaultsList, whitelistsList]

/** The longest run of words that names one. */
function periodIn(words: readonly string[], now: Date) {
  for (let length = Math.min(4, words.length); length > 0; length -= 1)
    for (let start = 0; start + length <= words.length; start += 1) {
      const [period] = periodsWritten(words.slice(start, start + length).join(' '), now)
      if (period) return { period, isAt: (at: number) => at >= start && at < start + length }
    }
  return null
}
