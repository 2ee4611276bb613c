import type { TransactionFilter } from '../../contract/console-api.ts'
import { countText } from '../../contract/count-text.ts'
import { type Outcome, outcomes } from '../../contract/outcomes.ts'
import layout from '../../ui/layout.module.css'
import { Link } from '../../ui/links.tsx'
import { transactionsHref } from '../../url/hrefs.ts'

/** "3 failed or rejected", with a link to them where their list can be asked for. */
export function OutcomeLink({
  outcome,
  count,
  filter,
}: {
  outcome: Outcome
  count: number
  filter: TransactionFilter | null
}) {
  const text = `${countText(count)} ${outcomes[outcome].words}`
  if (filter === null) return text
  return (
    <Link to={transactionsHref(filter)} className={layout.quiet}>
      {text}
    </Link>
  )
}
