import CircleCheck from 'lucide-react/icons/circle-check'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { Link } from 'react-router-dom'
import { counted, countText } from '../../contract/count-text.ts'
import { Instant } from '../../records/Instant.tsx'
import { UntrustedText } from '../../records/UntrustedText.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Box, BoxNote, BoxTitle } from '../../ui/Box.tsx'
import { transactionHref } from '../../url/hrefs.ts'
import type { ExportFacts } from '../export/index.ts'
import type { Ledger } from './ledger.ts'
import { type AssetLines, type Finding, proofCount } from './statement.ts'
import styles from './statements.module.css'
import {
  basisTexts,
  findingText,
  holdingTitle,
  openText,
  proofHeadline,
  proofText,
  worthALook,
} from './words.ts'

/** What the statement rests on: what is proved, by which rule, as of when, and what is in flight. */
export function Summary({
  ledger,
  statement,
  isOpen,
}: {
  ledger: Ledger
  statement: readonly AssetLines[]
  /** Whether the period is not over. */
  isOpen: boolean
}) {
  const { settlement, book, begun, ended, doubts, pages, dateRequests } = ledger
  const proof = proofCount(statement)
  const entries = statement
    .flatMap(({ lines }) => lines)
    .reduce((sum, { proof }) => (proof.state === 'proved' ? sum + proof.entries : sum), 0)
  const isProved = proof.proved === proof.of && proof.of > 0
  const isUnproved = proof.proved < proof.of
  return (
    <>
      {doubts.length > 0 && (
        <Banner tone="warning" title="Partial: not all transactions were read for certain">
          {doubts.map((doubt) => (
            <p key={doubt}>
              <UntrustedText text={doubt} />
            </p>
          ))}
        </Banner>
      )}
      <Box label="What it rests on">
        <BoxTitle icon={isProved ? <CircleCheck aria-hidden /> : isUnproved && <TriangleAlert aria-hidden />}>
          {proofHeadline(proof)}. As of <Instant iso={ended} />.
        </BoxTitle>
        {isOpen && <BoxNote>{openText(ledger)}</BoxNote>}
        {proof.proved > 0 && <BoxNote>{proofText(entries, settlement).join(' ')}</BoxNote>}
        <BoxNote>{basisTexts(ledger).join(' ')}</BoxNote>
        <BoxNote>
          Read {counted(book.read, 'transaction')} from <Instant iso={begun} timeOnly /> to{' '}
          <Instant iso={ended} timeOnly />, {counted(pages + dateRequests, 'request')}.
        </BoxNote>
      </Box>
    </>
  )
}

/** What a printed statement begins with: whose it is, what it is about, and the file in which it was saved. */
export function PaperHead({
  ledger: { service, account },
  facts,
  saved,
}: {
  ledger: Ledger
  /** What it is about, as names and values. */
  facts: readonly (readonly [name: string, value: string])[]
  /** Of the file that was saved last of what is printed; null where none was. */
  saved: ExportFacts | null
}) {
  const file = saved
    ? ([
        ['Saved file', saved.file.name],
        ['SHA-256', saved.file.sha256 ?? ''],
      ] as const)
    : ([['Saved file', 'None']] as const)
  return (
    <dl className={styles.paperHead}>
      {([['Service', service], ['Account', account ?? 'Not named'], ...facts, ...file] as const).map(
        ([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <UntrustedText text={value} />
            </dd>
          </div>
        ),
      )}
    </dl>
  )
}

/** Where a printed statement is signed. */
export function Signatures() {
  return (
    <div className={styles.signatures}>
      {['Prepared by', 'Reviewed by'].map((who) => (
        <p key={who}>{who}, date and signature</p>
      ))}
    </div>
  )
}

/** What is worth a look: the first of it, and how much there is. */
export function Findings({ findings, faults }: { findings: readonly Finding[]; faults: number }) {
  if (findings.length === 0) return null
  const listed = findings.filter(({ holding }) => holding === null).length
  const rest = findings.length - listed + faults - shown
  return (
    <section aria-labelledby="statement-findings">
      <h2 id="statement-findings" className={styles.heading}>
        {worthALook}
      </h2>
      <ul className={styles.findings}>
        {findings.slice(0, shown).map((finding, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a holding may have several findings of a kind
          <li key={index}>
            <Subject finding={finding} /> <UntrustedText text={findingText(finding)} />
          </li>
        ))}
      </ul>
      {rest > 0 && <p className={styles.muted}>And {countText(rest)} more.</p>}
    </section>
  )
}

const shown = 20

function Subject({ finding: { holding, transaction_id } }: { finding: Finding }) {
  if (holding === null)
    return transaction_id === null ? (
      <strong>A transaction without an id:</strong>
    ) : (
      <Link to={transactionHref(transaction_id)}>
        <UntrustedText text={transaction_id} />:
      </Link>
    )
  return (
    <strong>
      <UntrustedText text={holdingTitle(holding)} />:
    </strong>
  )
}
