import CircleCheck from 'lucide-react/icons/circle-check'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { Link, useLocation, useNavigationType } from 'react-router-dom'
import type { DayRange } from '../../api/dates/day.ts'
import { holdingName } from '../../books/day-book.ts'
import type { SettledHolding } from '../../books/settle.ts'
import { counted } from '../../contract/count-text.ts'
import { ReadingProgress } from '../../list/reading/ReadingProgress.tsx'
import { type UseReading, useReading } from '../../list/reading/use-reading.ts'
import { ErrorBanner } from '../../records/ErrorBanner.tsx'
import { Instant } from '../../records/Instant.tsx'
import { withHiddenNamed } from '../../records/untrusted-text.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Box, BoxNote, BoxTitle } from '../../ui/Box.tsx'
import { Button } from '../../ui/Button.tsx'
import { type ExportFacts, SaveButtons } from '../export/index.ts'
import BalanceByDay from './BalanceByDay.tsx'
import styles from './holding.module.css'
import {
  differs,
  edgeLabels,
  listedAtOnce,
  nothingMoved,
  orderText,
  progressOf,
  proofWords,
  shortenedText,
} from './holding-words.ts'
import { type LedgerLine, MovementsTable } from './MovementsTable.tsx'
import type { Movements } from './movements.ts'
import { type MovementsProgress, readMovements } from './read-movements.ts'
import { ledgerReportOf } from './report.ts'
import { PaperHead, Signatures } from './Summary.tsx'
import { type Asked, scopeOf, stageOf } from './scope.ts'
import { balanceAt, proofOf, type StatementScope } from './statement.ts'
import type { OwnedLedger } from './use-ledger.ts'
import {
  backToStatement,
  basisTexts,
  holdingTitle,
  openText,
  spanText,
  undatedText,
  vaultLabel,
} from './words.ts'

interface Props {
  readonly ledger: OwnedLedger
  readonly holding: SettledHolding
  /** Of it the period counts: the ledger is that of one holding. */
  readonly asked: Asked
  /** Leads back to the statement. */
  readonly backHref: string
  /** Reads the statement again. */
  readonly onReadAgain: () => void
}

/** One asset in one vault over a period: the balance by day, every movement with the balance after it, and whether its past is proved. */
export default function HoldingLedger({ ledger, holding, asked, backHref, onReadAgain }: Props) {
  const { key } = holding
  const [saved, setSaved] = useState<{ readonly facts: ExportFacts; readonly of: StatementScope } | null>(
    null,
  )
  const scope = useMemo(() => scopeOf(asked, ledger.doubts.length === 0), [asked, ledger])
  const holdings = useMemo(() => [holding], [holding])
  const title = withHiddenNamed(holdingTitle(holding))
  const proof = proofOf(holding, scope.isWhole)
  const words = proofWords(proof)
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
        <p className={styles.note}>{spanText(asked.period, ledger)}</p>
      </div>
      <PaperHead
        ledger={ledger}
        facts={[
          ['Vault', vaultLabel(holding)],
          ['Vault id', key.vault_id ?? ''],
          ['Network', key.network_id ?? ''],
        ]}
        saved={saved?.of === scope ? saved.facts : null}
      />
      <Box label="Proof">
        <BoxTitle
          icon={proof.state === 'proved' ? <CircleCheck aria-hidden /> : <TriangleAlert aria-hidden />}
        >
          {words.title}. As of <Instant iso={ledger.ended} />.
        </BoxTitle>
        <BoxNote>{words.text}</BoxNote>
        {stageOf(scope.period, ledger.today, ledger.whose) === 'open' && (
          <BoxNote>{openText(ledger)}</BoxNote>
        )}
        <BoxNote>{basisTexts(ledger).join(' ')}</BoxNote>
      </Box>
      <BalanceByDay holdings={holdings} period={scope.period} today={ledger.today} heading="h3" />
      <MovementsPart
        key={JSON.stringify(movementsKey(ledger, holding, scope.period))}
        ledger={ledger}
        holding={holding}
        asked={asked}
        scope={scope}
        title={title}
        onReadAgain={onReadAgain}
        onSaved={(facts) => setSaved({ facts, of: scope })}
      />
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
  onReadAgain,
  onSaved,
  ...of
}: ListedProps & Pick<Props, 'onReadAgain'> & { readonly onSaved: (facts: ExportFacts) => void }) {
  const { ledger, holding, asked, scope } = of
  const { pathname, search } = useLocation()
  const { result, progress, failure, start, cancel } = useMovements(ledger, holding, scope.period)
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
        <>
          <div data-print="hide">
            <SaveButtons
              report={() => ledgerReportOf(ledger, holding, asked, scope, result, `${pathname}${search}`)}
              onSaved={onSaved}
            />
          </div>
          <Listed movements={result} {...of} />
        </>
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

interface ListedProps extends Pick<Props, 'ledger' | 'holding' | 'asked'> {
  readonly scope: StatementScope
  readonly title: string
}

function Listed({
  movements: { first, count, undated },
  ledger,
  holding,
  scope: { period },
  title,
}: ListedProps & { readonly movements: Movements }) {
  const isOver = stageOf(period, ledger.today, ledger.whose) === 'over'
  const last = isOver ? period.last : ledger.today
  const listed = useMemo(() => first.slice(0, listedAtOnce), [first])
  const lines = useMemo(
    (): readonly LedgerLine[] => [
      { label: edgeLabels.opening, day: period.first, balance: balanceAt(holding, period.first - 1) },
      ...listed,
      {
        label: isOver ? edgeLabels.closing : edgeLabels.soFar,
        day: last,
        balance: balanceAt(holding, last),
      },
    ],
    [listed, holding, period, isOver, last],
  )
  const notes = [
    ...(count === 0 ? [nothingMoved] : []),
    ...(listed.length < count ? [shortenedText(listed.length, count)] : []),
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
