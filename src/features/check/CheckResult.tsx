import CircleHelp from 'lucide-react/icons/circle-question-mark'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import ShieldCheck from 'lucide-react/icons/shield-check'
import ShieldAlert from 'lucide-react/icons/shield-exclamation-point'
import ShieldX from 'lucide-react/icons/shield-x'
import { Fragment, type ReactNode, useId, useMemo } from 'react'
import { Link } from 'react-router-dom'
import type { KnownAddress, LookAlike } from '../../addresses/known.ts'
import { holdsMemo, needsMemo, withoutNeededMemo } from '../../addresses/memo.ts'
import { typoInWords } from '../../addresses/party.ts'
import { namesHere, type Verdict } from '../../addresses/verdict.ts'
import { chainOf, type Validity } from '../../chains/index.ts'
import { counted, countText } from '../../contract/count-text.ts'
import { Freshness } from '../../list/Freshness.tsx'
import { usePageLink } from '../../list/ListActions.tsx'
import { AddressComparison } from '../../records/addresses/Address.tsx'
import { useAddressFacts } from '../../records/addresses/book.tsx'
import { CopyAddress } from '../../records/addresses/CopyAddress.tsx'
import { sameAddress } from '../../records/addresses/same-address.ts'
import { ErrorBanner } from '../../records/errors.tsx'
import { FullIdentifier } from '../../records/identifiers.tsx'
import { usePreferences } from '../../records/preferences.ts'
import { TruncatedList, UntrustedText, untrustedText } from '../../records/text.tsx'
import { CopyButton } from '../../ui/buttons.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { type Column, useDataTable } from '../../ui/data-table.ts'
import { classes, SkeletonText } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { LazyBoundary } from '../../ui/lazy.tsx'
import { DescriptionItem, DescriptionList } from '../../ui/page.tsx'
import { type CheckQuery, transactionsHref, vaultHref, whitelistHref } from '../../url/hrefs.ts'
import { BooksNeeded } from '../../work/BooksNeeded.tsx'
import { useBooks } from '../../work/use-books.ts'
import { AddressHistory } from '../count/index.ts'
import styles from './check.module.css'
import { type AddressCheck, type HistoryLine, useCheck } from './use-check.ts'

/** What is to be said of an address: one verdict, and under it the evidence. */
export function CheckResult({ query }: { query: CheckQuery }) {
  const check = useCheck(query)
  const { failure, refetch } = check.whitelists
  return (
    <div className={layout.sections}>
      <VerdictCard query={query} verdict={check.verdict} />
      {failure && <ErrorBanner error={failure} onRetry={refetch} />}
      {check.lookAlikes.length > 0 && <LookAlikes address={query.address} lookAlikes={check.lookAlikes} />}
      <Section title="Known as">
        <Names check={check} />
      </Section>
      <Section title="Memo">
        {[memoNeed(query, check), ...memosListed(query, check)].map((sentence) => (
          <p key={sentence} className={classes(layout.muted, styles.note)}>
            <UntrustedText text={sentence} />
          </p>
        ))}
      </Section>
      <Section title="Valid for">
        <Validities query={query} check={check} />
      </Section>
      <Section title="Used before">
        <History query={query} check={check} />
      </Section>
    </div>
  )
}

const looks = {
  good: { Icon: ShieldCheck, tone: layout.success },
  warning: { Icon: ShieldAlert, tone: layout.warning },
  danger: { Icon: ShieldX, tone: layout.danger },
  neutral: { Icon: CircleHelp, tone: layout.neutral },
} as const

/** The verdict in one glance, with what it is about. Names of whitelists and vaults in it came from outside. */
function VerdictCard({ query, verdict }: { query: CheckQuery; verdict: Verdict | null }) {
  const { address, network_id, asset_id, memo } = query
  const link = usePageLink()
  const facts = useAddressFacts(address, network_id)
  const { Icon, tone } = verdict ? looks[verdict.tone] : { Icon: LoaderCircle, tone: layout.neutral }
  return (
    <section className={classes(styles.verdict, tone)} aria-label="Verdict">
      <Icon className={styles.icon} aria-hidden />
      <div className={styles.body}>
        <div role="status" aria-busy={verdict === null}>
          <h2 className={styles.title}>
            <UntrustedText text={verdict?.title ?? 'Checking …'} />
          </h2>
          <p className={styles.sentence}>
            <UntrustedText text={verdict?.sentence ?? 'Reading whitelists and transactions.'} />
          </p>
          {verdict && (
            <p className={styles.todo}>
              <UntrustedText text={verdict.action} />
            </p>
          )}
        </div>
        <div className={styles.about}>
          <DescriptionList>
            <DescriptionItem term="Address">
              <span {...sameAddress(facts)}>
                <FullIdentifier text={address} />
              </span>
            </DescriptionItem>
            {network_id !== null && (
              <DescriptionItem term="For the network">
                <UntrustedText text={network_id} />
              </DescriptionItem>
            )}
            {asset_id !== null && (
              <DescriptionItem term="For the asset">
                <UntrustedText text={asset_id} />
              </DescriptionItem>
            )}
            {memo !== null && (
              <DescriptionItem term="With the memo">
                <FullIdentifier text={memo} grouped={false} />
              </DescriptionItem>
            )}
          </DescriptionList>
        </div>
        <div className={layout.row} data-print="hide">
          <CopyAddress label="address" text={address} networkId={network_id}>
            Copy address
          </CopyAddress>
          <CopyButton text={link} label="Link to this check">
            Copy link to this check
          </CopyButton>
        </div>
      </div>
    </section>
  )
}

/** One kind of evidence under its heading. */
function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={layout.stack} aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {title}
      </h2>
      {children}
    </section>
  )
}

/** The trusted addresses that it resembles, each under it with what differs marked. */
function LookAlikes({ address, lookAlikes }: { address: string; lookAlikes: readonly LookAlike[] }) {
  return (
    <Section title="Looks like">
      <ul className={layout.parts}>
        {lookAlikes.slice(0, mostCompared).map((lookAlike) => {
          const { known } = lookAlike
          return (
            <li
              key={JSON.stringify([known.kind, known.id, known.networkId, known.address])}
              className={layout.stack}
            >
              <p className={classes(layout.muted, styles.note)}>
                {lookAlike.likeness === 'typo'
                  ? `It is nearly the same: ${typoInWords(lookAlike.typo)}.`
                  : `It begins ${lookAlike.likeness === 'both-ends' ? 'and' : 'or'} ends the same, but is a different address:`}
              </p>
              <AddressComparison address={address} lookAlike={lookAlike} />
            </li>
          )
        })}
      </ul>
      {lookAlikes.length > mostCompared && (
        <p className={classes(layout.muted, styles.note)}>
          And {countText(lookAlikes.length - mostCompared)} more.
        </p>
      )}
    </Section>
  )
}

/** A trusted address that many resemble is not to be read in full. */
const mostCompared = 10

/** Whose address it is: every whitelist and every own vault that has it, for each asset. */
function Names({ check: { names, elsewhere, comparedWith, whitelists } }: { check: AddressCheck }) {
  const { compact } = usePreferences()
  const rows = useMemo(() => [...names, ...elsewhere].flatMap(rowsOf), [names, elsewhere])
  const table = useDataTable({
    columns,
    data: rows,
    getRowId: ({ known, memo }) => JSON.stringify([known.kind, known.id, known.networkId, memo]),
  })
  if (rows.length === 0)
    return (
      <p className={classes(layout.muted, styles.note)}>
        {whitelists.reading === 'waiting'
          ? 'Whitelists are being read.'
          : whitelists.reading === 'failed'
            ? 'The whitelists could not be read.'
            : `It is not among the ${countText(comparedWith)} known addresses: those of ${counted(whitelists.count, 'whitelist')}, and those of your vaults that transactions show.`}
      </p>
    )
  return (
    <DataTable
      caption="Known as"
      table={table}
      rowHref={({ known: { id, kind } }) => id && (kind === 'vault' ? vaultHref(id) : whitelistHref(id))}
      rowLabel={({ known: { name, id, kind } }) => `${name || id || 'Without a name'}: ${kind}`}
      compact={compact}
    />
  )
}

/** The assets for which somebody has the address with one memo. */
interface Row {
  readonly known: KnownAddress
  readonly assetIds: readonly string[]
  readonly memo: string | null
}

function rowsOf(known: KnownAddress): readonly Row[] {
  return [...new Set(known.memos)].map((memo) => ({
    known,
    memo,
    assetIds: known.assetIds.filter((_id, at) => known.memos[at] === memo),
  }))
}

const columns: readonly Column<Row>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: ({ row: { original } }) => (
      <UntrustedText text={original.known.name || original.known.id} fallback="Without a name" />
    ),
    size: 256,
  },
  {
    id: 'kind',
    header: 'Kind',
    cell: ({ row }) => (row.original.known.kind === 'vault' ? 'Own vault' : 'Whitelist'),
    size: 112,
    meta: { card: 'aside' },
  },
  {
    id: 'network_id',
    header: 'Network',
    cell: ({ row }) => untrustedText(row.original.known.networkId),
    size: 128,
  },
  {
    id: 'asset_id',
    header: 'Assets',
    cell: ({ row }) => <TruncatedList items={row.original.assetIds} />,
    size: 256,
  },
  {
    id: 'memo',
    header: 'Memo',
    cell: ({ row: { original } }) => <UntrustedText text={original.memo} fallback={noMemo(original)} />,
  },
]

/** Missing is said where there should be one. */
function noMemo({ known: { kind, networkId }, assetIds }: Row): string {
  return kind === 'whitelist' && needsMemo(networkId, assetIds[0] ?? null) === true ? 'No memo' : '–'
}

/** Whether a memo is needed beside the address: on the network that was named, else on those of which it is or can be. */
function memoNeed(
  { address, network_id, asset_id }: CheckQuery,
  { names, validities }: AddressCheck,
): string {
  const possible = validities.flatMap(({ chain, validity }) => (validity.kind === 'valid' ? chain.name : []))
  const networks =
    network_id !== null || asset_id !== null
      ? [network_id]
      : names.length > 0
        ? names.map((name) => name.networkId)
        : possible
  if (networks.some((network) => holdsMemo(address, network)))
    return 'The address includes its memo. No separate memo is needed.'
  const needs = new Set(networks.map((network) => needsMemo(network, asset_id)))
  const isOne = needs.size === 1
  if (needs.has(true))
    return isOne
      ? 'On this network, receivers such as exchanges usually ask for a memo.'
      : 'On some of the networks it may belong to, receivers usually ask for a memo. Choose the network to be sure.'
  return isOne && needs.has(false)
    ? 'This network does not use memos.'
    : 'The console does not know whether this network needs a memo.'
}

/** What the entries of whitelists have as memo, beside the one that came with the address. */
function memosListed({ network_id, asset_id, memo }: CheckQuery, { names }: AddressCheck): readonly string[] {
  const entries = namesHere(names, network_id).filter(({ kind }) => kind === 'whitelist')
  const listed = entries.flatMap(({ name, id, memos, assetIds }) =>
    memos
      .filter((_memo, at) => asset_id === null || assetIds[at] === asset_id)
      .flatMap((one) => (one === null ? [] : [{ name: name || id || 'a whitelist', memo: one }])),
  )
  const sentences = [
    ...listed.map((entry) => `${entry.name} has it with the memo ${entry.memo}.`),
    ...withoutNeededMemo(entries, asset_id).map(
      ({ known: { name, id }, assetIds }) =>
        `${name || id || 'A whitelist'} has no memo for ${assetIds.join(', ')}, but receivers on its network usually ask for one.`,
    ),
  ]
  if (memo !== null)
    sentences.push(
      `The address came with the memo ${memo}${
        listed.some((entry) => entry.memo === memo)
          ? ', which the whitelist has too'
          : entries.length > 0
            ? ', which no entry has'
            : ''
      }.`,
    )
  return [...new Set(sentences)]
}

/** On which networks it can be right. Where no format is known, nothing is claimed. */
function Validities({
  query: { network_id },
  check: { validity, validities },
}: {
  query: CheckQuery
  check: AddressCheck
}) {
  // What is said of the network that was named is said of its chain.
  const others = validities.filter(({ chain }) => network_id === null || chain !== chainOf(network_id))
  const chains = new Map<string, string[]>()
  for (const { chain, validity: its } of others)
    if (chain.isKnown)
      chains.set(validityInWords(its), [...(chains.get(validityInWords(its)) ?? []), chain.name])
  if (network_id === null && chains.size === 0) {
    const unplaced = others.find(({ chain }) => !chain.isKnown)
    return (
      <p className={classes(layout.muted, styles.note)}>
        <UntrustedText
          text={
            unplaced
              ? validityInWords(unplaced.validity)
              : 'Its format matches none of the networks that the console knows. It may belong to another network.'
          }
        />
      </p>
    )
  }
  return (
    <div>
      <DescriptionList>
        {network_id !== null && (
          <DescriptionItem term={<UntrustedText text={network_id} />}>
            <UntrustedText text={validityInWords(validity)} />
          </DescriptionItem>
        )}
        {[...chains].map(([words, alike]) => (
          <DescriptionItem key={words} term={alike.join(', ')}>
            {words}
          </DescriptionItem>
        ))}
      </DescriptionList>
    </div>
  )
}

function validityInWords(validity: Validity): string {
  if (validity.kind === 'unchecked') return 'Not checked: the console does not know this format.'
  if (validity.kind === 'failed') return `Not valid: ${validity.reason}.`
  return validity.checksum
    ? 'Valid format and checksum.'
    : 'Valid format. Written this way, it has no checksum that would reveal a mistake.'
}

/** What was sent to it and received from it: how much at sight, as the service says now, and all of it from the books. */
function History({
  query,
  check: { history, spellings, isSame },
}: {
  query: CheckQuery
  check: AddressCheck
}) {
  const { books } = useBooks()
  const isNever = [...history.sent, ...history.received].every(
    ({ reading, transactions, hasOthers }) => reading === 'read' && transactions.length === 0 && !hasOthers,
  )
  return (
    <>
      <Freshness asOf={history.asOf} refreshing={history.isFetching} onRefresh={history.refetch} />
      <div className={layout.parts}>
        <End
          title="Sent to it"
          never="The service lists no transactions to it."
          lines={history.sent}
          onRetry={history.refetch}
        />
        <End
          title="Received from it"
          never="The service lists no transactions from it."
          lines={history.received}
          onRetry={history.refetch}
        />
      </div>
      <p className={classes(layout.muted, styles.note)}>
        {spellings.length === 1
          ? 'The service compares addresses exactly. It was asked for this one exactly as written.'
          : `The service compares addresses exactly. It was asked for ${spellings.length} spellings of this one:`}
        {spellings.length > 1 &&
          spellings.map((spelling, index) => (
            <Fragment key={spelling}>
              {index > 0 ? ', ' : ' '}
              <Spelling text={spelling} />
            </Fragment>
          ))}
      </p>
      {(books || !isNever) && (
        <BooksNeeded what="The whole history of this address">
          {(all) => (
            <LazyBoundary>
              <AddressHistory books={all} address={query.address} isSame={isSame} />
            </LazyBoundary>
          )}
        </BooksNeeded>
      )}
    </>
  )
}

function Spelling({ text }: { text: string }) {
  return (
    <span className={'mono'}>
      <UntrustedText text={text} />
    </span>
  )
}

function End({
  title,
  never,
  lines,
  onRetry,
}: {
  title: string
  never: string
  lines: readonly HistoryLine[]
  onRetry: () => void
}) {
  const id = useId()
  const failure = lines.find((line) => line.failure)?.failure
  const isWaiting = lines.some(({ reading }) => reading === 'waiting')
  const used = lines.filter(({ transactions }) => transactions.length > 0)
  return (
    <section className={classes(layout.stack, styles.end)} aria-labelledby={id} aria-busy={isWaiting}>
      <h3 id={id} className={styles.endTitle}>
        {title}
      </h3>
      {failure && <ErrorBanner error={failure} onRetry={onRetry} />}
      {used.map(({ filter, spelling, transactions: { length }, completed, hasMore }) => (
        <p key={spelling}>
          <Link to={transactionsHref(filter)}>
            {hasMore ? `${length}+ transactions` : counted(length, 'transaction')}
          </Link>
          {completed < length && `, ${completed}${hasMore ? '+' : ''} completed`}
          {used.length > 1 && (
            <>
              {' spelled '}
              <Spelling text={spelling} />
            </>
          )}
        </p>
      ))}
      {used.length === 0 && lines.every(({ reading }) => reading === 'read') && <p>{never}</p>}
      {isWaiting && <SkeletonText width="8rem" />}
      {lines.some(({ hasOthers }) => hasOthers) && (
        <p className={classes(layout.muted, styles.note)}>
          The service also returned transactions without this address. They were left out.
          {lines.some(({ hasOthers, hasMore }) => hasOthers && hasMore) &&
            ' It has more that were not read, and some of those may have this address.'}
        </p>
      )}
    </section>
  )
}
