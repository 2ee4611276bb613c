/** What people come to do, by the words that they use for it: "audit pack October", "confirm balances", "export whitelists". */

import { balancesList, transactionsList, vaultsList, whitelistsList } from '../../url/lists.ts'
import { packsHref } from '../../url/packs.ts'
import { type NavigationPath, navigation } from '../../url/pages.ts'
import { datePresets, type Period, readPeriod } from '../../url/periods.ts'
import { sampleView } from '../../url/samples.ts'
import { confirmationHref, statementHref } from '../../url/statements.ts'
import type { FinderItem, FinderLink } from './items.ts'
import { fillers, wordsIn } from './list-in-words.ts'
import { periodsWritten } from './written-dates.ts'

interface ToDo {
  readonly label: string
  /** Other words that people type for it. */
  readonly also: readonly string[]
  /** Offered where no period is named. */
  readonly page?: NavigationPath
  link(period: Period): FinderLink
  /** What of the period it is about. */
  about?(period: Period): string
}

const toDo: readonly ToDo[] = [
  {
    label: 'Audit pack',
    also: ['make an audit pack', 'evidence', 'what changed', 'changes', 'compare packs', 'open a pack'],
    page: '/packs',
    link: (period) => ({ href: packsHref({ vaults: null, period }) }),
  },
  {
    label: 'Statement',
    also: ['roll-forward', 'opening and closing balances'],
    page: '/statements',
    link: (period) => ({ href: statementHref({ ...everything, period }) }),
  },
  {
    label: 'Confirmation of balances',
    also: ['confirm balances', 'balance confirmation'],
    link: ({ last }) => ({
      href: confirmationHref({
        ...everything,
        ...{ at: { day: last, time: null }, reference: null, addressee: null },
      }),
    }),
    about: ({ last }) => last,
  },
  {
    label: 'Sample',
    also: ['draw a sample'],
    page: '/sample',
    link: ({ first, last }) => ({
      href: sampleView.href('/sample', { start_date: first, end_date: last }),
    }),
  },
  {
    label: 'Cut-off',
    also: ['cutoff', 'cut off'],
    link: ({ last }) => ({ href: sampleView.href('/sample', {}, { cutoff: last }) }),
    about: ({ last }) => last,
  },
]

const everything = { vaults: null, assets: null, zone: null }

/** With the period that the text names, else the last month that is over. */
export function taskItems(typed: string, now: Date): readonly FinderItem[] {
  const words = wordsIn(typed)
  const named = periodIn(words, now)
  const beside = words.filter((word, at) => !fillers.includes(word) && !(named?.isAt(at) ?? false))
  if (beside.length === 0) return []
  const lastMonth = datePresets(now).find(({ label }) => label === 'Last month')
  const period = named?.period ?? readPeriod(lastMonth?.start_date.slice(0, 7) ?? '')
  if (!period) return []
  // The ranking looks for every word that was typed.
  const others = words.filter((word) => !beside.includes(word)).join(' ')
  return [
    ...toDo.map(({ label, also, page, link, about = inWords }) => {
      const names = [label, ...also].map((name) => `${name} ${others}`)
      const shown = named ? undefined : navigation.find(({ path }) => path === page)
      return shown
        ? task(shown.label, '', names, { href: shown.path })
        : task(label, about(period), names, link(period))
    }),
    ...(named ? [] : [totalsItem(others), ...exported.map((list) => exportItem(list, others))]),
  ]
}

const exported = [transactionsList, balancesList('all'), vaultsList, whitelistsList]

function totalsItem(others: string): FinderItem {
  const also = [`totals sum count fees by asset ${others}`]
  return task('Totals of transactions', '', also, { href: transactionsList.path, opens: 'totals' })
}

function exportItem({ title, path }: { title: string; path: string }, others: string): FinderItem {
  const label = `Export ${title.toLowerCase()}`
  return task(label, '', [`${label} save download csv xlsx ${others}`], { href: path, opens: 'export' })
}

function task(label: string, note: string, also: readonly string[], act: FinderLink): FinderItem {
  return { group: 'Pages', key: `task ${label}`, label, note, also, act }
}

function inWords({ first, last }: Period): string {
  return [...new Set([first, last])].join(' – ')
}

/** The longest run of words that names one. */
function periodIn(words: readonly string[], now: Date) {
  for (let length = Math.min(4, words.length); length > 0; length -= 1)
    for (let start = 0; start + length <= words.length; start += 1) {
      const [period] = periodsWritten(words.slice(start, start + length).join(' '), now)
      if (period) return { period, isAt: (at: number) => at >= start && at < start + length }
    }
  return null
}
