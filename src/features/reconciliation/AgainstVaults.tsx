import { useMemo } from 'react'
import { countText } from '../../contract/count-text.ts'
import { feeAssetAssumption } from '../../contract/fee-asset.ts'
import { ErrorBanner } from '../../records/ErrorBanner.tsx'
import { usePreferences } from '../../records/preferences.ts'
import { UntrustedText } from '../../records/UntrustedText.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { findingColumns } from './columns.tsx'
import { latestOf } from './reconcile.ts'
import { type ComparedMovements, movementsSentence } from './reconcile-movements.ts'
import styles from './reconciliation.module.css'
import type { Reported } from './report.ts'
import { againstVaults } from './words.ts'

/** What transactions say that vaults have in processing and staking, beside what the vaults say. It may fail alone. */
export function AgainstVaults({
  reported: { against, filter },
  differencesOnly,
  stale,
}: {
  reported: Reported
  differencesOnly: boolean
  stale: boolean
}) {
  return (
    <section aria-labelledby="transactions" className={styles.body} data-print="flow">
      <h2 id="transactions" className={styles.heading}>
        {againstVaults.title}
      </h2>
      <p>{movementsSentence(against)}.</p>
      {against.state === 'failed' && <ErrorBanner error={against.error} />}
      {against.state === 'compared' && (
        <>
          <p className={styles.note}>
            {againstVaults.rules} {feeAssetAssumption} {againstVaults.otherRules}
          </p>
          {against.doubts.map((doubt) => (
            <p key={doubt} className={styles.note}>
              <UntrustedText text={doubt} />
            </p>
          ))}
          {against.withoutFees.length > 0 && (
            <p className={styles.note}>
              Fees on <UntrustedText text={against.withoutFees.join(', ')} /> are left out: it is not known
              which asset they are paid in.
            </p>
          )}
          <Table {...{ against, filter, differencesOnly, stale }} />
        </>
      )}
    </section>
  )
}

function Table({
  against: { findings },
  filter,
  differencesOnly,
  stale,
}: Pick<Reported, 'filter'> & { against: ComparedMovements; differencesOnly: boolean; stale: boolean }) {
  const { compact } = usePreferences()
  const chosen = useMemo(
    () => findings.filter(({ verdict }) => !differencesOnly || verdict !== 'agrees'),
    [findings, differencesOnly],
  )
  const rows = useMemo(() => chosen.slice(0, shown), [chosen])
  // They are all of one check.
  const columns = useMemo(
    () => findingColumns(rows, filter).filter(({ id }) => id !== 'check'),
    [rows, filter],
  )
  if (rows.length === 0) return null
  return (
    <>
      <DataTable
        caption="Comparisons with transactions"
        columns={columns}
        rows={rows}
        rowId={(finding, index) => {
          const { asset_id, network_id, component } = latestOf(finding)
          return `${asset_id}/${network_id}/${component}/${index}`
        }}
        stale={stale}
        compact={compact}
      />
      {chosen.length > shown && (
        <p className={styles.note}>
          The first {countText(shown)} of {countText(chosen.length)}. The files hold all of them.
        </p>
      )}
    </>
  )
}

const shown = 100
