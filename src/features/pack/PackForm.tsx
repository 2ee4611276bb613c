import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useAccepted } from '../../api/accepted.ts'
import { useSessionMark } from '../../api/session.ts'
import type { HeldBooks } from '../../books/books.ts'
import { counted, countText } from '../../contract/count-text.ts'
import type { Valuation } from '../../contract/prices.ts'
import { type EvidenceRequest, evidenceFormat } from '../../files/evidence-about.ts'
import { datesOffTexts } from '../../records/dates.ts'
import { UntrustedText } from '../../records/text.tsx'
import { useDayPrices } from '../../records/values.tsx'
import { Button } from '../../ui/buttons.tsx'
import { SelectField } from '../../ui/fields.tsx'
import layout from '../../ui/layout.module.css'
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
import { signInHref } from '../../url/sign-in.ts'
import { statementHref } from '../../url/statements.ts'
import { NoAnswer } from '../../work/BooksNeeded.tsx'
import { beginTask, useBooksView } from '../../work/work.ts'
import { ChallengeField, isChallengeText } from '../evidence/ChallengeField.tsx'
import { valuationOf, valueDays } from '../statements/valuation.ts'
import { useMadePacks } from './made-packs.ts'
import styles from './pack.module.css'
import type { PackContents } from './pack-scope.ts'

/** Shows what the pack of a period will hold, and makes it. The tray shows the progress. */
export function PackForm({
  query,
  today,
  books,
  onChange,
}: {
  query: PackQuery
  /** `YYYY-MM-DD`. */
  today: string
  books: HeldBooks
  onChange: (params: Partial<Record<'period' | 'vaults', string | null>>) => void
}) {
  const { data: prices, isLoading } = useDayPrices(valueDays(query.period))
  const valuation = prices ? valuationOf(prices) : null
  const [challenge, setChallenge] = useState('')
  const { vaults } = query
  const { first, last } = query.period
  const asked = { first, last, vaults }
  const undated = useBooksView('pack-contents', books, { ...asked, isDated: false })
  const dated = useBooksView('pack-contents', books, { ...asked, isDated: true })
  const { scope } = undated.data ?? {}
  const isToCome = first > today
  const { make, hasFailed } = usePackMaking(query, scope ?? '', challenge.trim() || null, valuation)
  if (undated.error) return <NoAnswer error={undated.error} onRetry={() => void undated.refetch()} />
  return (
    <>
      <div className={styles.form}>
        <SelectField
          label="Period"
          value={writePeriod(query.period)}
          onChange={({ target }) => onChange({ period: target.value })}
        >
          {periodChoices(query.period, today).map((period) => (
            <option key={writePeriod(period)} value={writePeriod(period)}>
              {periodName(period)}
              {period.first > today ? ', not begun' : period.last >= today && ', so far'}
            </option>
          ))}
        </SelectField>
        <ChallengeField value={challenge} onChange={setChallenge} />
      </div>
      {isToCome ? (
        <p>This period has not begun. Choose a period that has begun.</p>
      ) : (
        <Contents
          title={`${periodName(query.period)}. ${scope ?? ''}`}
          books={books}
          contents={(dated.isPlaceholderData ? undefined : dated.data) ?? undated.data}
          isOfSome={vaults !== null}
          isValued={valuation !== null}
        />
      )}
      {hasFailed && <p role="alert">The part of the console that makes packs could not be loaded.</p>}
      <div className={layout.row}>
        <Button
          kind="primary"
          disabled={isToCome || scope === undefined || isLoading || !isChallengeText(challenge)}
          onClick={() => void make()}
        >
          Make the pack
        </Button>
        {vaults && <Button onClick={() => onChange({ vaults: null })}>Take all vaults</Button>}
      </div>
    </>
  )
}

function usePackMaking(
  { period, vaults }: PackQuery,
  scope: string,
  challenge: string | null,
  valuation: Valuation | null,
) {
  const session = useSessionMark()
  const location = useLocation()
  const navigate = useNavigate()
  const { keep } = useMadePacks()
  const { data: accepted = [] } = useAccepted()
  const [hasFailed, setFailed] = useState(false)
  const { first, last } = period
  const name = periodName(period)
  const make = async () => {
    if (session === null) return void navigate(signInHref(location))
    const link = statementHref({ vaults: null, assets: null, period, zone: null })
    try {
      await beginTask<EvidenceRequest>(
        {
          ...{ kind: 'evidence', title: 'Audit pack', format: 'ZIP', session },
          about: `${name}. ${scope}`,
          activity: {
            ...{ kind: 'audit-pack', format: 'zip' },
            filter: { start_date: first, end_date: last },
          },
          input: {
            about: {
              ...{ format: evidenceFormat, of: 'pack', link, period: { first, last, name } },
              vaults: vaults && writeVaults(vaults),
            },
            inputs: {
              ...(valuation && { prices: valuation }),
              ...(accepted.length > 0 && { accepted }),
            },
            ...{ session, challenge, name: 'audit-pack' },
          },
        },
        // A pack of some vaults is not the pack of the month.
        (file) => vaults === null && keep(period, file.name),
      )
      setFailed(false)
    } catch {
      setFailed(true)
    }
  }
  return { make, hasFailed }
}

function Contents({
  title,
  books: { transactions, whitelists },
  contents,
  isOfSome,
  isValued,
}: {
  title: string
  books: HeldBooks
  contents: PackContents | undefined
  /** Whether it is of some vaults alone. */
  isOfSome: boolean
  isValued: boolean
}) {
  const { data: accepted = [] } = useAccepted()
  const { transactions: count = null, undated = 0, datesOff = null, unlisted = [] } = contents ?? {}
  return (
    <>
      {unlisted.length > 0 && (
        <p className={layout.warn}>
          The service lists no vault with the id <UntrustedText text={unlisted.join(', ')} />.
        </p>
      )}
      <div>
        <p>
          <UntrustedText text={title} />. One ZIP file holds:
        </p>
        <ul className={styles.contents}>
          {datesOff === null ? (
            <>
              <li>
                {count === null ? 'the transactions' : counted(count, 'transaction')} of the period
                {isOfSome && ' and these vaults'}, out of about {countText(transactions.rows)}
                {undated > 0 && `, ${countText(undated)} of them without a date`}
              </li>
              <li>the statement, with balances {isValued && 'and values '}at both ends of the period</li>
            </>
          ) : (
            <li>no transactions and no statement. {datesOffTexts[datesOff]}</li>
          )}
          <li>
            {counted(whitelists.rows, 'whitelist')}, their review
            {accepted.length > 0 && ' with what was accepted and why'}, and the reconciliation
          </li>
          <li>
            every signed answer of the service that these follow from: all records of the account
            {isOfSome && ', of other vaults too'}
          </li>
        </ul>
      </div>
      {/* Measured on an embedded service. A slow service takes longer. */}
      <p className={layout.muted}>
        About {sizeText(100_000 + transactions.rows * 400)}. All records are read again for it, which takes
        about {timeText(5 + transactions.rows / 1000)}, or longer where the service is slow.
      </p>
    </>
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

/** "400 KB", "12 MB". */
function sizeText(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e5)}00 KB` : `${countText(Math.ceil(bytes / 1e6))} MB`
}

/** "10 seconds", "2 minutes". */
function timeText(seconds: number): string {
  return seconds <= 60 ? `${Math.ceil(seconds / 5) * 5} seconds` : counted(Math.ceil(seconds / 60), 'minute')
}
