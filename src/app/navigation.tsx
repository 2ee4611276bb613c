import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import BookUser from 'lucide-react/icons/book-user'
import ClipboardCheck from 'lucide-react/icons/clipboard-check'
import Coins from 'lucide-react/icons/coins'
import FileCheck from 'lucide-react/icons/file-check'
import FileText from 'lucide-react/icons/file-text'
import History from 'lucide-react/icons/history'
import Hourglass from 'lucide-react/icons/hourglass'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import ListChecks from 'lucide-react/icons/list-checks'
import LogIn from 'lucide-react/icons/log-in'
import Package from 'lucide-react/icons/package'
import ReceiptText from 'lucide-react/icons/receipt-text'
import Scale from 'lucide-react/icons/scale'
import ScrollText from 'lucide-react/icons/scroll-text'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Target from 'lucide-react/icons/target'
import Users from 'lucide-react/icons/users'
import Vault from 'lucide-react/icons/vault'
import type { ReactNode } from 'react'
import type { PeriodReportPath } from '../contract/period-reports.ts'
import { Mark, type NavGroup, type NavItem } from '../ui/AppShell.tsx'
import { inFlightHref } from '../url/hrefs.ts'
import { type NavigationPath, navigationGroups } from '../url/pages.ts'
import { signInPath } from '../url/sign-in.ts'

const inFlight: NavItem = { to: inFlightHref, label: 'In flight', icon: <Hourglass aria-hidden /> }

const icons: Readonly<
  Record<Exclude<NavigationPath, PeriodReportPath>, ReactNode> & Partial<Record<PeriodReportPath, ReactNode>>
> = {
  '/': <LayoutDashboard aria-hidden />,
  '/transactions': <ArrowLeftRight aria-hidden />,
  '/balances': <Scale aria-hidden />,
  '/vaults': <Vault aria-hidden />,
  '/whitelists': <BookUser aria-hidden />,
  '/statements': <ScrollText aria-hidden />,
  '/postings': <ReceiptText aria-hidden />,
  '/counterparties': <Users aria-hidden />,
  '/fees': <Coins aria-hidden />,
  '/reconciliation': <ClipboardCheck aria-hidden />,
  '/review': <ListChecks aria-hidden />,
  '/changes': <History aria-hidden />,
  '/sample': <Target aria-hidden />,
  '/packs': <Package aria-hidden />,
  '/check': <ShieldCheck aria-hidden />,
  '/verify': <FileCheck aria-hidden />,
}

export const groups: readonly NavGroup[] = navigationGroups.map(({ label, pages }) => ({
  label,
  items: pages.flatMap(({ path, label }) => [
    { to: path, label, icon: icons[path] ?? <FileText aria-hidden /> },
    ...(path === '/transactions' ? [inFlight] : []),
  ]),
}))

export function groupsWith(count: number | undefined): readonly NavGroup[] {
  if (count === undefined) return groups
  return groups.map(({ label, items }) => ({
    label,
    items: items.map((item) => (item === inFlight ? { ...item, count } : item)),
  }))
}

/** The pages that need no session. */
export const openGroups: readonly NavGroup[] = [
  {
    label: null,
    items: [
      ...groups.flatMap(({ items }) => items.filter(({ to }) => to === '/verify')),
      { to: `${signInPath}?from=/verify`, label: 'Sign in', icon: <LogIn aria-hidden /> },
    ],
  },
]

export const product = (
  <>
    <Mark />
    <span data-rail="label">Custody Console</span>
  </>
)
