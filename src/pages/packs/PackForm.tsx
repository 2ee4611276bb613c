import { useState } from 'react'
import { useMakePack } from '../../api/packs.ts'
import { useSums } from '../../api/records.ts'
import { useRevision } from '../../api/revision.ts'
import { counted, countText } from '../../contract/count-text.ts'
import { isStatedLine } from '../../contract/hidden-characters.ts'
import { ErrorBanner } from '../../display/errors.tsx'
import { noteBegunPack } from '../../kits/packs/made-periods.ts'
import { Button } from '../../ui/buttons.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import layout from '../../ui/layout.module.css'
import { Progress } from '../../ui/messages.tsx'
import { writeVaults } from '../../url/holdings.ts'
import type { PackQuery } from '../../url/packs.ts'
import {
  neighbourOf,
  type Period,
  periodAround,
  periodName,
  readPeriod,
  writePeriod,
} from '../../url/periods.ts'
import styles from './pack.module.css'

/** Says what the pack of a period will hold, and has the gateway make it. */
export function PackForm({
  query: { period, vaults },
  today,
  onChange,
}: {
  query: PackQuery
  /** `YYYY-MM-DD`. */
  today: string
  onChange: (params: Partial<Record<'period' | 'vaults', string | null>>) => void
}) {
  const [reference, setReference] = useState('')
  const making = useMakePack()
  const isToCome = period.first > today
  const typed = reference.trim()
  const isFit = isStatedLine(typed)
  const make = () => {
    noteBegunPack()
    making.mutate({
      period: writePeriod(period),
      vaults: vaults && writeVaults(vaults),
      reference: typed === '' ? null : typed,
    })
  }
  return (
    <>
      <div className={styles.form}>
        <SelectField
          label="Period"
          value={writePeriod(period)}
          onChange={({ target }) => onChange({ period: target.value })}
        >
          {periodChoices(period, today).map((each) => (
            <option key={writePeriod(each)} value={writePeriod(each)}>
              {periodName(each)}
              {each.first > today ? ', not begun' : each.last >= today && ', so far'}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Reference"
          hint="Optional. Signed with the pack, as what you stated."
          error={isFit ? null : 'One line of at most 200 characters.'}
          value={reference}
          onChange={({ target }) => setReference(target.value)}
        />
      </div>
      {isToCome ? (
        <p>This period has not begun. Choose a period that has begun.</p>
      ) : (
        <Contents period={period} isOfSome={vaults !== null} />
      )}
      {making.isPending && making.failureReason && (
        <Progress>Waiting. {making.failureReason.failure.details}</Progress>
      )}
      {making.error && <ErrorBanner error={making.error} />}
      <div className={layout.row}>
        <Button kind="primary" disabled={isToCome || !isFit || making.isPending} onClick={make}>
          Make the pack
        </Button>
        {vaults && <Button onClick={() => onChange({ vaults: null })}>Take all vaults</Button>}
      </div>
    </>
  )
}

function Contents({ period, isOfSome }: { period: Period; isOfSome: boolean }) {
  const all = useRevision()?.transactions ?? null
  const { data } = useSums({ start_date: period.first, end_date: period.last }, [])
  const count = data?.totals[0]?.count
  return (
    <div>
      <p>{periodName(period)}. One ZIP file, signed by this gateway, holds:</p>
      <ul className={styles.contents}>
        <li>
          the transactions of the period
          {isOfSome ? ' and the chosen vaults' : count !== undefined && `: ${countText(count)}`}
        </li>
        <li>the statement, balances at both ends of the period, postings, counterparties and fees</li>
        <li>
          vaults, balances and whitelists, their review, the reconciliation, and what changed in the period
        </li>
        <li>
          every record of the account as the service gave it, with its dates
          {all !== null && `: ${counted(all, 'transaction')}`}
          {isOfSome && '. Choosing vaults chooses reports, not records'}
        </li>
      </ul>
    </div>
  )
}

/** Periods that are over, latest first, and the one in the link. */
function periodChoices(chosen: Period, today: string): readonly Period[] {
  const offered = (
    [
      ['month', 12],
      ['quarter', 4],
      ['year', 2],
    ] as const
  ).flatMap(([kind, count]) => {
    const periods: Period[] = []
    for (let period = periodAround(kind, today); periods.length < count; periods.push(period))
      period = neighbourOf(period, -1)
    return periods
  })
  const texts = new Set([...offered, chosen].map(writePeriod))
  return [...texts].flatMap((text) => readPeriod(text) ?? [])
}
