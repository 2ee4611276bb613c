import RefreshCw from 'lucide-react/icons/refresh-cw'
import ShieldCheck from 'lucide-react/icons/shield-check'
import ShieldAlert from 'lucide-react/icons/shield-exclamation-point'
import ShieldX from 'lucide-react/icons/shield-x'
import { type ReactNode, useId } from 'react'
import type { FormerLookAlike, KnownAddress, LookAlike } from '../../addresses/known-addresses.ts'
import type { Resemblance } from '../../addresses/likeness.ts'
import { needsMemo } from '../../addresses/memo.ts'
import { typoInWords } from '../../addresses/party.ts'
import { describedAddress, type Evidence } from '../../addresses/verdict.ts'
import type { Validity } from '../../chains/chain.ts'
import { chainOf } from '../../chains/index.ts'
import { counted, countText } from '../../contract/count-text.ts'
import { AddressComparison, AddressName, ComparedAddress } from '../../display/addresses/Address.tsx'
import { useAddressFacts } from '../../display/addresses/book.tsx'
import { CopyAddress } from '../../display/addresses/CopyAddress.tsx'
import { sameAddress } from '../../display/addresses/same-address.ts'
import { ErrorBanner } from '../../display/errors.tsx'
import { FullIdentifier, Memo } from '../../display/identifiers.tsx'
import { TruncatedList, UntrustedText } from '../../display/text.tsx'
import { withHiddenNamed } from '../../display/untrusted-text.ts'
import { AwaitedRecords } from '../../list/AwaitedRecords.tsx'
import { usePageLink } from '../../list/ListActions.tsx'
import { CopyButton } from '../../ui/buttons.tsx'
import { Badge, classes } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { LazyBoundary, lazyComponent } from '../../ui/lazy.tsx'
import { Link } from '../../ui/links.tsx'
import { DescriptionItem, DescriptionList } from '../../ui/page.tsx'
import { type CheckQuery, transactionsHref } from '../../url/hrefs.ts'
import styles from './check.module.css'
import { type AddressCheck, useCheck } from './use-check.ts'

const PartyUse = lazyComponent(() => import('../../kits/party/PartyUse.tsx')).View

/** All of it comes with the verdict, so that nothing moves. */
export function CheckResult({ query }: { query: CheckQuery }) {
  const check = useCheck(query)
  const { failure, retry } = check
  const head = (
    <>
      <VerdictCard query={query} check={check} />
      {failure && <ErrorBanner error={failure} onRetry={retry} />}
    </>
  )
  if (check.verdict === null)
    return (
      <div className={layout.sections}>
        {head}
        {check.isAwaited && <AwaitedRecords what="The check" />}
      </div>
    )
  return (
    <div className={layout.sections}>
      {head}
      {check.evidence.lookAlikes.length > 0 && (
        <LookAlikes address={query.address} lookAlikes={check.evidence.lookAlikes} />
      )}
      {check.evidence.formerLookAlikes.length > 0 && (
        <FormerLookAlikes address={query.address} lookAlikes={check.evidence.formerLookAlikes} />
      )}
      <Section title="Known as">
        <Names check={check} />
      </Section>
      <Section title="Valid for">
        <Validities evidence={check.evidence} />
      </Section>
      <Section title="Used before">
        <LazyBoundary>
          <PartyUse
            party={{ id: query.address }}
            query={check.use}
            none="No transactions with this address"
          />
        </LazyBoundary>
      </Section>
    </div>
  )
}

/** The verdict in one line, among others. */
export function VerdictChip({ query }: { query: CheckQuery }) {
  const { verdict } = useCheck(query)
  return (
    <p role="status" aria-busy={verdict === null}>
      <Badge tone={verdict ? chipTones[verdict.tone] : 'neutral'}>
        <UntrustedText text={verdict?.title ?? 'Checking …'} />
      </Badge>
    </p>
  )
}

const chipTones = { good: 'success', warning: 'warning', danger: 'danger' } as const

const looks = {
  good: { Icon: ShieldCheck, tone: layout.success },
  warning: { Icon: ShieldAlert, tone: layout.warning },
  danger: { Icon: ShieldX, tone: layout.danger },
} as const

function VerdictCard({
  query,
  check: { verdict, isAwaited },
}: {
  query: CheckQuery
  check: Pick<AddressCheck, 'verdict' | 'isAwaited'>
}) {
  const { address, network_id, asset_id, memo } = query
  const link = usePageLink()
  const facts = useAddressFacts(address, network_id)
  const { Icon, tone } = verdict ? looks[verdict.tone] : { Icon: RefreshCw, tone: layout.neutral }
  return (
    <section className={classes(styles.verdict, tone)} aria-label="Verdict">
      <Icon className={styles.icon} aria-hidden />
      <div className={styles.body}>
        <div role="status" aria-busy={verdict === null}>
          <h2 className={layout.title}>
            <UntrustedText text={verdict?.title ?? 'Checking …'} />
          </h2>
          {!isAwaited && (
            <p className={styles.sentence}>
              <UntrustedText text={verdict?.sentence ?? 'Reading whitelists and transactions.'} />
            </p>
          )}
          {verdict && (
            <p className={styles.todo}>
              <UntrustedText text={verdict.action} />
            </p>
          )}
        </div>
        {verdict && (
          <>
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
            <div className={classes(layout.row, styles.actions)} data-print="hide">
              {verdict.tone !== 'danger' ? (
                <CopyAddress label="address" text={address} networkId={network_id}>
                  Copy address
                </CopyAddress>
              ) : (
                verdict.intended && <CopyIntended known={verdict.intended} />
              )}
              {verdict.memos?.map((one, _at, { length }) => (
                <CopyButton key={one} text={one} label={`Copy memo ${withHiddenNamed(one)}`}>
                  <UntrustedText text={length === 1 ? 'Copy memo' : `Copy memo ${one}`} />
                </CopyButton>
              ))}
              <CopyButton text={link} label="Link to this check">
                Copy link to this check
              </CopyButton>
            </div>
          </>
        )}
      </div>
    </section>
  )
}

/** Copies the trusted address that was probably intended, in place of one that must not be used. */
function CopyIntended({ known }: { known: KnownAddress }) {
  const label = `the address of ${describedAddress(known)}`
  return (
    <CopyAddress label={label} text={known.address} networkId={known.networkId}>
      <UntrustedText text={`Copy ${label}`} />
    </CopyAddress>
  )
}

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

function Note({ text }: { text: string }) {
  return (
    <p className={classes(layout.muted, styles.note)}>
      <UntrustedText text={text} />
    </p>
  )
}

/** Trusted addresses that it resembles, with the differences marked. */
function LookAlikes({ address, lookAlikes }: { address: string; lookAlikes: readonly LookAlike[] }) {
  return (
    <Section title="Looks like">
      <ul className={layout.parts}>
        {lookAlikes.slice(0, mostCompared).map((lookAlike) => {
          const { kind, id, networkId, address: trusted } = lookAlike.known
          return (
            <li key={JSON.stringify([kind, id, networkId, trusted])} className={layout.stack}>
              <Note text={likenessInWords(lookAlike)} />
              <AddressComparison address={address} lookAlike={lookAlike} />
            </li>
          )
        })}
      </ul>
      {lookAlikes.length > mostCompared && (
        <Note text={`And ${countText(lookAlikes.length - mostCompared)} more.`} />
      )}
    </Section>
  )
}

/** Addresses that were sent to before. They are not trusted, so none of them can be copied from here. */
function FormerLookAlikes({
  address,
  lookAlikes,
}: {
  address: string
  lookAlikes: readonly FormerLookAlike[]
}) {
  return (
    <Section title="Sent to before">
      <ul className={layout.parts}>
        {lookAlikes.slice(0, mostCompared).map((lookAlike) => {
          const { address: other, network_id, sent } = lookAlike.former
          return (
            <li key={JSON.stringify([network_id, other])} className={layout.stack}>
              <Note text={likenessInWords(lookAlike)} />
              <dl className={layout.stack}>
                <div>
                  <dt className={layout.small}>This address</dt>
                  <dd>
                    <ComparedAddress text={address} networkId={network_id} other={other} />
                  </dd>
                </div>
                <div>
                  <dt className={layout.small}>
                    <Link to={transactionsHref({ destination_address: other, status: 'completed' })}>
                      {counted(sent, 'completed transaction')}
                    </Link>{' '}
                    went to
                  </dt>
                  <dd>
                    <ComparedAddress text={other} networkId={network_id} other={address} />
                  </dd>
                </div>
              </dl>
            </li>
          )
        })}
      </ul>
      {lookAlikes.length > mostCompared && (
        <Note text={`And ${countText(lookAlikes.length - mostCompared)} more.`} />
      )}
    </Section>
  )
}

function likenessInWords(lookAlike: Resemblance): string {
  if (lookAlike.likeness === 'typo') return `Nearly the same: ${typoInWords(lookAlike.typo)}.`
  const ends = lookAlike.likeness === 'both-ends' ? 'Both ends are' : 'One end is'
  return `${ends} the same, but it is a different address:`
}

const mostCompared = 10

/** Every whitelist and own vault that has the address. */
function Names({ check }: { check: AddressCheck }) {
  const { evidence, comparedWith, whitelists, former, areAllOwn } = check
  const all = [...evidence.names, ...evidence.elsewhere]
  const paid = former && {
    all: ` Compared with ${counted(former.total, 'address', 'addresses')} that you sent to before, too.`,
    some: ` Compared with ${countText(former.compared)} of ${countText(former.total)} addresses that you sent to before, too: those that most went to.`,
  }
  const nowhere = {
    waiting: 'Whitelists are being read.',
    failed: 'Not all whitelists could be read.',
    read: [
      `Not one of your ${counted(comparedWith, 'known address', 'known addresses')} (${counted(whitelists.count, 'whitelist')}, own vaults).`,
      areAllOwn ? '' : ' Not all addresses of your vaults could be compared with it.',
      (former && paid?.[former.compared < former.total ? 'some' : 'all']) ?? '',
    ].join(''),
  }
  if (all.length === 0) return <Note text={nowhere[whitelists.reading]} />
  return (
    <DescriptionList>
      {all.map((known) => (
        <DescriptionItem
          key={JSON.stringify([known.kind, known.id, known.networkId])}
          term={<AddressName known={known} link />}
        >
          {[...new Set(known.memos)].map((memo) => (
            <AssetsWithMemo key={memo} known={known} memo={memo} />
          ))}
        </DescriptionItem>
      ))}
    </DescriptionList>
  )
}

/** "ETH, USDC_ETH on ETH · Memo 1234". */
function AssetsWithMemo({ known, memo }: { known: KnownAddress; memo: string | null }) {
  const { kind, networkId, assetIds, memos } = known
  const assets = assetIds.filter((_id, at) => memos[at] === memo)
  const isMemoMissing = kind === 'whitelist' && needsMemo(networkId, assets[0] ?? null) === true
  return (
    <p>
      {assets.length > 0 && (
        <>
          <TruncatedList items={assets} /> on{' '}
        </>
      )}
      <UntrustedText text={networkId} fallback="a network without an id" />
      {memo && ' · Memo '}
      {memo ? <Memo text={memo} /> : isMemoMissing && ' · No memo'}
    </p>
  )
}

/** Claims nothing about a network whose format is unknown. */
function Validities({ evidence: { networkId, validity, validities } }: { evidence: Evidence }) {
  const lines = new Map<string, string[]>()
  for (const { chain, isKnown, validity: other } of validities)
    if (isKnown && (networkId === null || chain !== chainOf(networkId).name))
      lines.set(validityInWords(other), [...(lines.get(validityInWords(other)) ?? []), chain])
  if (networkId === null && lines.size === 0) {
    const [unknown] = validities
    const none = 'Unknown address format. It may belong to another network.'
    return <Note text={unknown ? validityInWords(unknown.validity) : none} />
  }
  return (
    <DescriptionList>
      {networkId !== null && (
        <DescriptionItem term={<UntrustedText text={networkId} />}>
          <UntrustedText text={validityInWords(validity)} />
        </DescriptionItem>
      )}
      {[...lines].map(([words, networks]) => (
        <DescriptionItem key={words} term={networks.join(', ')}>
          {words}
        </DescriptionItem>
      ))}
    </DescriptionList>
  )
}

function validityInWords(validity: Validity): string {
  if (validity.kind === 'unchecked') return 'Not checked: the console does not know this format.'
  if (validity.kind === 'failed') return `Not valid: ${validity.reason}.`
  if (validity.sameKey)
    return `Valid format and checksum, but written for ${validity.sameKey.network}. Here the same key is ${validity.sameKey.here}.`
  return validity.checksum
    ? 'Valid format and checksum.'
    : 'Valid format, no checksum: typos cannot be detected.'
}
