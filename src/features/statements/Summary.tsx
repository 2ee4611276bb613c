import CircleCheck from 'lucide-react/icons/circle-check'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { counted, countText } from '../../contract/count-text.ts'
import { Instant } from '../../records/Instant.tsx'
import { UntrustedText } from '../../records/UntrustedText.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Box, BoxNote, BoxTitle } from '../../ui/Box.tsx'
import { transactionHref } from '../../url/hrefs.ts'
import { chainOf } from './chain.ts'
import type { Finding } from './findings.ts'
import type { AssetLines, StatementScope } from './statement.ts'
import styles from './statements.module.css'
import type { OwnedLedger } from './use-ledger.ts'
import { basisTexts, chainText, findingText, proofHeadline, proofText, worthALook } from './words.ts'

/** What the statement rests on: what is proved, by which rule, as of when, and what is in flight. */
export function Summary({
  ledger,
  statement,
  scope,
}: {
  ledger: OwnedLedger
  statement: readonly AssetLines[]
  scope: StatementScope
}) {
  const { settlement, book, begun, ended, doubts, pages, dateRequests } = ledger
  const all = statement.reduce((sum, { lines }) => sum + lines.length, 0)
  const proved = statement.reduce((sum, asset) => sum + asset.proved, 0)
  const entries = statement
    .flatMap(({ lines }) => lines)
    .reduce((sum, { proof }) => (proof.state === 'proved' ? sum + proof.entries : sum), 0)
  const chain = useMemo(
    () => chainText(chainOf(statement, settlement.holdings, scope, ledger.today)),
    [statement, settlement, scope, ledger.today],
  )
  const isProved = proved === all && all > 0
  const isUnproved = proved < all
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
          {proofHeadline(proved, all)}. As of <Instant iso={ended} />.
        </BoxTitle>
        {proved > 0 && (
          <BoxNote>{proofText(entries, settlement.rule, settlement.networks).join(' ')}</BoxNote>
        )}
        {chain !== null && <BoxNote>{chain}</BoxNote>}
        <BoxNote>{basisTexts.join(' ')}</BoxNote>
        <BoxNote>
          Read {counted(book.read, 'transaction')} from <Instant iso={begun} timeOnly /> to{' '}
          <Instant iso={ended} timeOnly />, {counted(pages + dateRequests, 'request')}.
        </BoxNote>
      </Box>
    </>
  )
}

/** What a printed statement begins with: whose it is, and what it is about. */
export function PaperHead({
  ledger: { service, account },
  facts,
}: {
  ledger: OwnedLedger
  /** What it is about, as names and values. */
  facts: readonly (readonly [name: string, value: string])[]
}) {
  return (
    <dl className={styles.paperHead}>
      {([['Service', service], ['Account', account ?? 'Not named'], ...facts] as const).map(
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
  const listed = findings.filter(({ key }) => key === null).length
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

function Subject({ finding: { key, transaction_id } }: { finding: Finding }) {
  if (key === null)
    return transaction_id === null ? (
      <strong>A transaction without an id:</strong>
    ) : (
      <Link to={transactionHref(transaction_id)}>
        <UntrustedText text={transaction_id} />:
      </Link>
    )
  const names = [key.asset_id, key.vault_id].map((name) => name ?? 'not named')
  return (
    <strong>
      <UntrustedText text={names.join(', ')} />:
    </strong>
  )
}
