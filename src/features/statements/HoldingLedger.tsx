import CircleCheck from 'lucide-react/icons/circle-check'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { Link, useNavigationType } from 'react-router-dom'
import { type DayRange, dayNumber } from '../../api/dates/day.ts'
import { counted } from '../../contract/count-text.ts'
import { ReadingProgress } from '../../list/reading/ReadingProgress.tsx'
import { type UseReading, useReading } from '../../list/reading/use-reading.ts'
import { ErrorBanner } from '../../records/ErrorBanner.tsx'
import { Instant } from '../../records/Instant.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Box, BoxNote, BoxTitle } from '../../ui/Box.tsx'
import { Button } from '../../ui/Button.tsx'
import type { Period } from '../../url/statements.ts'
import BalanceByDay from './BalanceByDay.tsx'
import { holdingName } from './book.ts'
import styles from './holding.module.css'
import {
  differs,
  edgeLabels,
  holdingTitle,
  notBegun,
  nothingMoved,
  orderText,
  progressOf,
  proofWords,
  shortenedText,
  undatedText,
} from './holding-words.ts'
import { type LedgerLine, MovementsTable } from './MovementsTable.tsx'
import type { Movements } from './movements.ts'
import { type MovementsProgress, readMovements } from './read-movements.ts'
import { PaperHead, Signatures } from './Summary.tsx'
import type { SettledHolding } from './settle.ts'
import { balanceAt, proofOf } from './statement.ts'
import type { OwnedLedger } from './use-ledger.ts'
import { backToStatement, periodName } from './words.ts'

interface Props {
  readonly ledger: OwnedLedger
  readonly holding: SettledHolding
  readonly period: Period
  /** Leads back to the statement. */
  readonly backHref: string
  /** Reads the statement again. */
  readonly onReadAgain: () => void
}

/** One asset in one vault over a period: the balance by day, every movement with the balance after it, and whether its past is proved. */
export default function HoldingLedger({ ledger, holding, period, backHref, onReadAgain }: Props) {
  const { key, vault } = holding
  const days = useMemo(
    () => ({ first: dayNumber(period.first) ?? 0, last: dayNumber(period.last) ?? 0 }),
    [period],
  )
  const holdings = useMemo(() => [holding], [holding])
  const title = holdingTitle(key.asset_id, vault?.vault_name ?? key.vault_id)
  const proof = proofOf(holding, ledger.doubts.length === 0)
  const words = proofWords(proof)
  const isToCome = days.first > ledger.today
  const heading = useFocusOnArrival()
  return (
    <section className={styles.ledger} aria-labelledby="holding" data-print="flow">
      <div className={styles.part}>
        <Link to={backHref} className={styles.back} data-print="hide">
          {backToStatement}
        </Link>
        <h2 ref={heading} id="holding" className={styles.title} tabIndex={-1}>
          {title}
        </h2>
        <p className={styles.note}>
          {period.kind === 'days' ? 'From' : `${periodName(period)}: from`} the beginning of {period.first} to
          the end of {period.last}, UTC.
        </p>
      </div>
      <PaperHead
        ledger={ledger}
        facts={[
          ['Vault id', key.vault_id ?? ''],
          ['Network', key.network_id ?? ''],
        ]}
      />
      <Box label="Proof">
        <BoxTitle
          icon={proof.state === 'proved' ? <CircleCheck aria-hidden /> : <TriangleAlert aria-hidden />}
        >
          {words.title}. As of <Instant iso={ledger.ended} />.
        </BoxTitle>
        <BoxNote>{words.text}</BoxNote>
      </Box>
      {isToCome ? (
        <p className={styles.note}>{notBegun}</p>
      ) : (
        <>
          <BalanceByDay holdings={holdings} period={days} ledger={ledger} heading="h3" />
          <MovementsPart
            key={JSON.stringify(movementsKey(ledger, holding, days))}
            ledger={ledger}
            holding={holding}
            days={days}
            title={title}
            onReadAgain={onReadAgain}
          />
        </>
      )}
      <Signatures />
    </section>
  )
}

/** The link that led here has gone: who followed it goes on from the heading. */
function useFocusOnArrival() {
  const heading = useRef<HTMLHeadingElement>(null)
  const type = useNavigationType()
  const arrive = useEffectEvent(() => {
    if (type !== 'POP' && document.activeElement === document.body) heading.current?.focus()
  })
  useEffect(() => arrive(), [])
  return heading
}

/** The movements, which are read when this is drawn first. */
function MovementsPart({
  ledger,
  holding,
  days,
  title,
  onReadAgain,
}: Pick<Props, 'ledger' | 'holding' | 'onReadAgain'> & { days: DayRange; title: string }) {
  const { result, progress, failure, start, cancel } = useMovements(ledger, holding, days)
  return (
    <section className={styles.part} aria-labelledby="movements" data-print="flow">
      <h3 id="movements" className={styles.heading}>
        Movements
      </h3>
      {failure && <ErrorBanner error={failure} onRetry={start} />}
      {progress ? (
        <ReadingProgress {...progressOf(progress.position)} progress={progress} onEnd={cancel} keepsFocus />
      ) : result === undefined ? (
        <div>{!failure && <Button onClick={start}>Read movements</Button>}</div>
      ) : result.differsOn === null ? (
        <Listed movements={result} ledger={ledger} holding={holding} days={days} title={title} />
      ) : (
        <Banner
          tone="warning"
          title={differs.title}
          actions={<Button onClick={onReadAgain}>{differs.action}</Button>}
        >
          <p>{differs.text(result.differsOn)}</p>
        </Banner>
      )}
    </section>
  )
}

function Listed({
  movements: { first, count, undated },
  ledger,
  holding,
  days,
  title,
}: { movements: Movements; days: DayRange; title: string } & Pick<Props, 'ledger' | 'holding'>) {
  const isOver = days.last < ledger.today
  const last = isOver ? days.last : ledger.today
  const lines = useMemo(
    (): readonly LedgerLine[] => [
      { label: edgeLabels.opening, day: days.first, balance: balanceAt(holding, days.first - 1) },
      ...first,
      {
        label: isOver ? edgeLabels.closing : edgeLabels.soFar,
        day: last,
        balance: balanceAt(holding, last),
      },
    ],
    [first, holding, days, isOver, last],
  )
  const notes = [
    ...(count === 0 ? [nothingMoved] : []),
    ...(first.length < count ? [shortenedText(first.length, count)] : []),
    ...(undated > 0 ? [undatedText(undated)] : []),
  ]
  return (
    <>
      {notes.map((note) => (
        <p key={note} className={styles.note}>
          {note}
        </p>
      ))}
      <MovementsTable caption={`Movements: ${title}`} lines={lines} holding={holding.key} />
      {count > 0 && <p className={styles.note}>{orderText}</p>}
    </>
  )
}

/** The movements of a holding in a period, which are read at once: who is here has asked for them. Use it with a key of its own for each. */
function useMovements(
  ledger: OwnedLedger,
  holding: SettledHolding,
  period: DayRange,
): UseReading<MovementsProgress, Movements> {
  const reading = useReading({
    queryKey: movementsKey(ledger, holding, period),
    beginning,
    read: ({ session, stop: _, ...control }) =>
      readMovements(ledger, holding, period, { ...control, session: session.mark }),
    sentence: ({ count }) => `Read: ${counted(count, 'movement')}`,
  })
  const begin = useEffectEvent(() => {
    if (reading.result === undefined && !reading.progress) reading.start()
  })
  useEffect(() => begin(), [])
  return reading
}

/** What tells one reading of movements from all others. */
function movementsKey(
  { begun }: Pick<OwnedLedger, 'begun'>,
  { key }: SettledHolding,
  { first, last }: DayRange,
): readonly [string, ...unknown[]] {
  return ['movements', holdingName(key), first, last, begun]
}

const beginning: MovementsProgress = { side: 'source', rows: 0 }
