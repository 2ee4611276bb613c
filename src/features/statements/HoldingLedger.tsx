import CircleCheck from 'lucide-react/icons/circle-check'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { Link, useLocation, useNavigationType } from 'react-router-dom'
import { holdingName } from '../../books/day-book.ts'
import type { SettledHolding } from '../../books/settle.ts'
import { Instant } from '../../records/Instant.tsx'
import { withHiddenNamed } from '../../records/untrusted-text.ts'
import { Box, BoxNote, BoxTitle } from '../../ui/Box.tsx'
import { type ExportFacts, SaveButtons } from '../export/index.ts'
import BalanceByDay from './BalanceByDay.tsx'
import styles from './holding.module.css'
import {
  edgeLabels,
  listedAtOnce,
  nothingMoved,
  orderText,
  proofWords,
  shortenedText,
} from './holding-words.ts'
import type { Ledger } from './ledger.ts'
import { type LedgerLine, MovementsTable } from './MovementsTable.tsx'
import { type Movements, movementsOf } from './movements.ts'
import { ledgerReportOf } from './report.ts'
import { PaperHead, Signatures } from './Summary.tsx'
import { type Asked, scopeOf, stageOf } from './scope.ts'
import { balanceAt, proofOf, type StatementScope } from './statement.ts'
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
  readonly ledger: Ledger
  readonly holding: SettledHolding
  /** Of it the period counts: the ledger is that of one holding. */
  readonly asked: Asked
  /** Leads back to the statement. */
  readonly backHref: string
}

/** One asset in one vault over a period: the balance by day, every movement with the balance after it, and whether its past is proved. */
export default function HoldingLedger({ ledger, holding, asked, backHref }: Props) {
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
        key={JSON.stringify([holdingName(key), scope.period])}
        ledger={ledger}
        holding={holding}
        asked={asked}
        scope={scope}
        title={title}
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

/** The movements, with a file of them. */
function MovementsPart({ onSaved, ...of }: ListedProps & { readonly onSaved: (facts: ExportFacts) => void }) {
  const { ledger, holding, asked, scope } = of
  const { pathname, search } = useLocation()
  const movements = useMemo(
    () => movementsOf({ ...ledger, holding, period: scope.period }),
    [ledger, holding, scope],
  )
  return (
    <section className={styles.part} aria-labelledby="movements" data-print="flow">
      <h3 id="movements" className={styles.heading}>
        Movements
      </h3>
      <div data-print="hide">
        <SaveButtons
          report={() => ledgerReportOf(ledger, holding, asked, scope, movements, `${pathname}${search}`)}
          onSaved={onSaved}
        />
      </div>
      <Listed movements={movements} {...of} />
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
