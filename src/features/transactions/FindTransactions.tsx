import { useState } from 'react'
import type { Filter } from '../../contract/endpoints.ts'
import { FindField } from '../../list/find/FindField.tsx'
import { hiddenRemark } from '../../list/find/pasted.ts'
import type { SearchAction, SearchResult } from '../../list/find/search-results.ts'
import type { UseListView } from '../../list/use-list-view.ts'
import { announce } from '../../ui/LiveRegion.tsx'
import { useStableCallback } from '../../ui/use-stable.ts'
import { transactionsView } from '../../url/lists.ts'
import styles from './FindTransactions.module.css'

type Name = keyof Filter<'transactions'>

/** Finds anything: sets the filter that a text means, or opens the transaction; and says how it was found. */
export function FindTransactions({ view, patch }: Pick<UseListView<Name, 'tx'>, 'view' | 'patch'>) {
  const [found, setFound] = useState<{ action: SearchAction; remark: string } | null>(null)
  const find = useStableCallback(({ action, note }: SearchResult, hidden: readonly string[]) => {
    const remark = [
      ...(action.kind === 'open' ? [`${note}.`] : []),
      ...(hidden.length > 0 ? [hiddenRemark(hidden)] : []),
    ].join(' ')
    setFound({ action, remark })
    if (remark !== '') announce(remark)
    if (action.kind === 'open') patch({ params: { tx: action.transactionId } })
    if (action.kind === 'filter') patch({ filter: { ...(action.alone ? noFilter : {}), ...action.filter } })
  })
  return (
    <>
      <FindField onFind={find} />
      {found && found.remark !== '' && isInEffect(found.action) && (
        <p className={styles.remark} data-print="hide">
          {found.remark}
        </p>
      )}
    </>
  )

  function isInEffect(action: SearchAction): boolean {
    if (action.kind === 'open') return view.params.tx === action.transactionId
    if (action.kind === 'nothing') return false
    return transactionsView.filters.every(
      (name) => action.filter[name] === undefined || action.filter[name] === view.filter[name],
    )
  }
}

const noFilter = Object.fromEntries(transactionsView.filters.map((name) => [name, null]))
