import { type ReactNode, memo as remembered, useEffect, useRef } from 'react'
import { useParams } from 'react-router-dom'
import { type NamedParty, partyOf } from '../../addresses/party.ts'
import { failureOf } from '../../api/failure.ts'
import { useRecord } from '../../api/records.ts'
import type { ConsoleTransaction, TransactionFilter } from '../../contract/console-api.ts'
import { openStatuses } from '../../contract/enumerations.ts'
import { isUnchanged, nameOrId } from '../../contract/normal-records.ts'
import { AddressAlarm, AddressNotice, FullAddress, NotCompared } from '../../display/addresses/Address.tsx'
import { useAddressBook, usePartyFacts } from '../../display/addresses/book.tsx'
import { cautionOf } from '../../display/addresses/caution.ts'
import { Amount } from '../../display/amounts.tsx'
import { StatusBadge, TypeLabel } from '../../display/badges.tsx'
import { zoneOfDays } from '../../display/dates.ts'
import { ErrorBanner } from '../../display/errors.tsx'
import { Fee, useFeeAssets } from '../../display/fees.tsx'
import { FullIdentifier, Memo } from '../../display/identifiers.tsx'
import { changeInWords, labelOf, noteOfUnmoved, partyTypeLabels, statusLabels } from '../../display/labels.ts'
import { OtherFields, RecordMenu, RecordSkeleton, ValueActions } from '../../display/record.tsx'
import { RecordedDate, recordedDay, useListDates, useWhyUndated } from '../../display/recorded-day.tsx'
import { ExternalLink, Instant, UntrustedText } from '../../display/text.tsx'
import { safeHttpLink } from '../../display/untrusted-text.ts'
import { Worth } from '../../display/values.tsx'
import { History } from '../../kits/history/History.tsx'
import history from '../../kits/history/history.module.css'
import { LinkNotice } from '../../list/LinkNotice.tsx'
import { RecordRemark } from '../../list/RecordRemark.tsx'
import { ButtonLink } from '../../ui/buttons.tsx'
import { announce, classes } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { LazyBoundary, lazyComponent, usePaintedValue } from '../../ui/lazy.tsx'
import { Link } from '../../ui/links.tsx'
import { DescriptionItem, DescriptionList, PageHeader } from '../../ui/page.tsx'
import { transactionsHref, vaultHref, whitelistHref } from '../../url/hrefs.ts'
import { plainCodec } from '../../url/lists.ts'
import styles from './transactions.module.css'

const WithCounterparty = lazyComponent(() => import('../../kits/party/WithCounterparty.tsx')).View
// Few transactions are in flight.
const WatchButton = lazyComponent(() => import('../../kits/watch/WatchButton.tsx')).View

/** `/transactions/:id` */
export default function TransactionPage() {
  const { id = '' } = useParams()
  const toList = <ButtonLink to={transactionsHref()}>All transactions</ButtonLink>
  return (
    <>
      <PageHeader title="Transaction" actions={toList} />
      <div className={styles.page}>
        <LinkNotice codec={plainCodec} />
        <OneTransaction id={id} />
      </div>
    </>
  )
}

/**
 * One transaction by its id, in the drawer and on its page, asked of the service now. `known`: the list's row, shown until the answer comes.
 */
export function OneTransaction({ id, known }: { id: string; known?: ConsoleTransaction | undefined }) {
  const query = useRecord('transactions', id)
  const failure = failureOf(query)
  const transaction = query.data?.record ?? known
  useAnnouncedChange(transaction, !known)
  return (
    <>
      {failure && (
        <ErrorBanner
          error={failure}
          onRetry={() => void query.refetch()}
          {...(transaction && { staleSince: query.data?.as_of ?? null })}
        />
      )}
      {transaction && (
        <Details
          transaction={transaction}
          remark={
            query.data && (
              <>
                <RecordRemark answer={query.data} />
                {query.data.silence === null && transaction.isUnlisted && (
                  <p className={layout.muted}>The service no longer lists it, but still has it by its id.</p>
                )}
              </>
            )
          }
        />
      )}
      {!transaction && !failure && <RecordSkeleton noun="transaction" />}
      {!transaction && failure?.failure.code === 'TXN-04' && (
        <div className={styles.denied}>
          <History of="transaction" id={id} />
        </div>
      )}
    </>
  )
}

/** Amount and status first. The fields follow a frame later, so that the record opens at once. */
function Details({ transaction, remark }: { transaction: ConsoleTransaction; remark: ReactNode }) {
  const painted = usePaintedValue(transaction)
  const { amount, asset_id, transaction_type, status } = transaction
  const length = amount?.length ?? 0
  const noteAbove = noteOfUnmoved(transaction)
  const meaning = labelOf(statusLabels, status)?.meaning
  return (
    <div className={classes(layout.sections, history.record)} data-print="flow">
      <div className={layout.sections} data-print="flow">
        <header className={layout.stack}>
          <div className={classes(layout.line, layout.top)}>
            <div
              className={classes(layout.title, styles.amount)}
              data-length={length > 40 ? 'longest' : length > 20 ? 'long' : undefined}
            >
              <Amount value={amount} asset={asset_id} />
            </div>
            <ValueActions label="amount" value={amount} />
            <span className={layout.end}>
              {transaction.received !== undefined && <RecordMenu received={transaction.received} />}
            </span>
          </div>
          <Worth asset={{ asset_id, held: amount }} />
          <p className={layout.row}>
            <TypeLabel type={transaction_type} />
            <StatusBadge status={status} />
            {openStatuses.some((one) => one === status) && (
              <LazyBoundary>
                <WatchButton transaction={transaction} />
              </LazyBoundary>
            )}
            <AddressAlarm what="Source" party={partyOf(transaction, 'source')} />
            <AddressAlarm what="Destination" party={partyOf(transaction, 'destination')} />
          </p>
          {noteAbove !== null && (
            <p className={styles.note}>
              <span className={layout.muted}>Note: </span>
              <UntrustedText text={noteAbove} />
            </p>
          )}
          {meaning && <p className={layout.muted}>{meaning}</p>}
          {remark}
          <NotCompared />
        </header>
        {painted && <Fields transaction={painted} />}
      </div>
      {painted && (
        <div className={layout.sections} data-print="flow">
          <History of="transaction" id={painted.transaction_id}>
            <LazyBoundary>
              <WithCounterparty transaction={painted} />
            </LazyBoundary>
          </History>
        </div>
      )}
    </div>
  )
}

const Fields = remembered(AllFields)

function AllFields({ transaction }: { transaction: ConsoleTransaction }) {
  const { asset_id, network_id, fee, txn_hash, blockexplorer_link, note, transaction_id, timestamp } =
    transaction
  const [from, to] = [partyOf(transaction, 'source'), partyOf(transaction, 'destination')]
  const { reason } = useFeeAssets()
  const memo = <MemoItem party={to} asset={asset_id} />
  return (
    <>
      <DescriptionList>
        <PartyItem end="source" party={from} />
        <PartyItem end="destination" party={to} />
        {to.memo && memo}
        <Value term="Hash" label="transaction hash" value={txn_hash}>
          <FullIdentifier text={txn_hash} grouped={false} />
          {blockexplorer_link && (
            <p>
              <ExternalLink link={blockexplorer_link}>
                <UntrustedText text={hostOf(blockexplorer_link)} />
              </ExternalLink>
              <span data-print="only">
                {' '}
                <UntrustedText text={blockexplorer_link} />
              </span>
            </p>
          )}
        </Value>
        <Value term="Fee" label="fee" value={fee}>
          <Fee transaction={transaction} />
          {fee !== null && <p className={layout.muted}>{reason}</p>}
        </Value>
        <RecordedOnItem transaction={transaction} />
      </DescriptionList>
      <section>
        <h3 className={layout.heading}>Details</h3>
        <DescriptionList>
          <Value term="Asset" label="asset" value={asset_id} filterBy="asset_id">
            <Named name={transaction.asset_name} id={asset_id} />
          </Value>
          <Value term="Network" label="network" value={network_id} filterBy="network_id">
            <Named name={transaction.network_name} id={network_id} />
          </Value>
          {!to.memo && memo}
          <Value term="Source id" label="source id" value={from.id} filterBy="source_id">
            <FullIdentifier text={from.id} grouped={false} />
          </Value>
          <Value term="Destination id" label="destination id" value={to.id} filterBy="destination_id">
            <FullIdentifier text={to.id} grouped={false} />
          </Value>
          <Value
            term="Transaction id"
            label="transaction id"
            value={transaction_id}
            filterBy="transaction_id"
          >
            <FullIdentifier text={transaction_id} grouped={false} />
          </Value>
          {noteOfUnmoved(transaction) === null && (
            <Value term="Note" label="note" value={note}>
              <p className={styles.note}>
                <UntrustedText text={note} />
              </p>
            </Value>
          )}
          <Value term="Retrieved" label="time of retrieval" value={timestamp}>
            <Instant iso={timestamp} />
          </Value>
        </DescriptionList>
      </section>
      <OtherFields others={transaction.others} />
    </>
  )
}

function PartyItem({ end, party }: { end: 'source' | 'destination'; party: NamedParty }) {
  const { type, id, address, networkId } = party
  const name = nameOrId(party.name, id)
  const { mismatch } = usePartyFacts(party)
  const page = labelOf(pages, type)
  const kind = <UntrustedText text={labelOf(partyTypeLabels, type) ?? type} />
  return (
    <Value
      term={end === 'source' ? 'From' : 'To'}
      label={`${end} address`}
      value={address}
      address={{ networkId }}
      filterBy="address"
    >
      <p className={classes(layout.row, styles.party)}>
        {name ? (
          <>
            {page && id ? (
              <Link to={page(id)}>
                <UntrustedText text={name} />
              </Link>
            ) : (
              <UntrustedText text={name} />
            )}
            <span className={layout.muted}>{kind}</span>
          </>
        ) : (
          kind
        )}
      </p>
      {address && (
        <FullAddress
          {...{ text: address, networkId, namedId: id }}
          mismatch={mismatch?.kind === 'memo' ? null : mismatch}
        />
      )}
    </Value>
  )
}

/** Without one, only where the network may have memos. */
function MemoItem({ party, asset }: { party: NamedParty; asset: string | null }) {
  const { memo, address, networkId } = party
  const { mismatch } = usePartyFacts(party)
  const book = useAddressBook()
  const isMissing = book !== null && book.needsMemo(networkId, asset) !== false
  if (!memo && !isMissing && mismatch?.kind !== 'memo') return null
  return (
    <Value term="Memo" label="memo" value={memo}>
      {memo ? <Memo text={memo} /> : <UntrustedText text={memo} />}
      {mismatch?.kind === 'memo' && (
        <AddressNotice address={address ?? ''} caution={cautionOf(null, mismatch)} />
      )}
    </Value>
  )
}

const pages: Readonly<Record<string, (id: string) => string>> = {
  vault: vaultHref,
  whitelist: whitelistHref,
}

function Value({
  term,
  label,
  value,
  filterBy,
  children,
  ...actions
}: {
  term: string
  label: string
  value: string | null
  /** The filter that shows all transactions with this value. */
  filterBy?: keyof TransactionFilter
  address?: { readonly networkId: string | null }
  children: ReactNode
}) {
  const filter = filterBy && value ? { [filterBy]: value } : null
  return (
    <DescriptionItem
      term={term}
      actions={<ValueActions label={label} value={value} filter={filter} {...actions} />}
    >
      {children}
    </DescriptionItem>
  )
}

function Named({ name, id }: { name: string | null; id: string | null }) {
  return (
    <>
      <UntrustedText text={name} />{' '}
      <code className={layout.faint}>
        <UntrustedText text={id} />
      </code>
    </>
  )
}

/** The link itself where it opens nothing. */
function hostOf(link: string): string {
  const href = safeHttpLink(link)
  return href === null ? link : new URL(href).host
}

/** Announces what changed in one that was read alone; the list announces the others. */
function useAnnouncedChange(transaction: ConsoleTransaction | undefined, isAlone: boolean): void {
  const announced = useRef(transaction)
  useEffect(() => {
    if (!transaction) return
    const before = announced.current
    announced.current = transaction
    if (isAlone && before?.transaction_id === transaction.transaction_id && !isUnchanged(transaction, before))
      announce(`${changeInWords(transaction, before)}.`)
  }, [transaction, isAlone])
}

/** The day on which the service recorded a transaction, and a link to all of that day. */
function RecordedOnItem({ transaction: { recorded } }: { transaction: ConsoleTransaction }) {
  const dates = useListDates()
  const whyNone = useWhyUndated()
  const day = recordedDay(recorded)
  return (
    <DescriptionItem
      term="Recorded on"
      actions={
        <ValueActions
          label="date"
          value={day}
          filter={day === null ? null : { start_date: day, end_date: day }}
        />
      }
    >
      {day === null ? (
        <p className={layout.muted}>
          {recorded === null && whyNone !== null ? (
            whyNone
          ) : (
            <RecordedDate recorded={recorded} dates={dates} />
          )}
        </p>
      ) : (
        `${day} ${zoneOfDays(dates.whose)}`
      )}
    </DescriptionItem>
  )
}
