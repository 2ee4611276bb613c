import { useState } from 'react'
import { FindField } from '../../components/find/FindField.tsx'
import type { Deed, Meaning } from '../../components/find/meanings.ts'
import { leftOut } from '../../components/find/pasted.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { announce } from '../../ui/LiveRegion.tsx'
import { useStableCallback } from '../../ui/use-stable.ts'
import { transactionsView } from '../../url/lists.ts'
import type { UseListView } from '../../url/use-list-view.ts'
import styles from './FindTransactions.module.css'

type Name = keyof Filter<'transactions'>

/** Finds anything: sets the filter that a text means, or opens the transaction; and says how it was found. */
export function FindTransactions({ view, patch }: Pick<UseListView<Name, 'tx'>, 'view' | 'patch'>) {
  const [found, setFound] = useState<{ deed: Deed; remark: string } | null>(null)
  const find = useStableCallback(({ deed, note }: Meaning, hidden: readonly string[]) => {
    const remark = [
      ...(deed.kind === 'open' ? [`${note}.`] : []),
      ...(hidden.length > 0 ? [leftOut(hidden)] : []),
    ].join(' ')
    setFound({ deed, remark })
    if (remark !== '') announce(remark)
    if (deed.kind === 'open') patch({ extra: { tx: deed.transactionId } })
    if (deed.kind === 'filter') patch({ filter: { ...(deed.alone ? noFilter : {}), ...deed.filter } })
  })
  return (
    <>
      <FindField onFind={find} />
      {found && found.remark !== '' && isInEffect(found.deed) && (
        <p className={styles.remark} data-print="hide">
          {found.remark}
        </p>
      )}
    </>
  )

  function isInEffect(deed: Deed): boolean {
    if (deed.kind === 'open') return view.extra.tx === deed.transactionId
    if (deed.kind === 'nothing') return false
    return transactionsView.filters.every(
      (name) => deed.filter[name] === undefined || deed.filter[name] === view.filter[name],
    )
  }
}

const noFilter = Object.fromEntries(transactionsView.filters.map((name) => [name, null]))
