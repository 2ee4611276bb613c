import CircleHelp from 'lucide-react/icons/circle-question-mark'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import ShieldCheck from 'lucide-react/icons/shield-check'
import ShieldAlert from 'lucide-react/icons/shield-exclamation-point'
import ShieldX from 'lucide-react/icons/shield-x'
import type { Verdict } from '../../addresses/evidence.ts'
import { usePageLink } from '../../list/views/page-link.ts'
import { useAddressFacts } from '../../records/addresses/book.tsx'
import { CopyAddress } from '../../records/addresses/CopyAddress.tsx'
import { sameAddress } from '../../records/addresses/same-address.ts'
import { FullIdentifier } from '../../records/identifiers.tsx'
import { UntrustedText } from '../../records/text.tsx'
import { CopyButton } from '../../ui/buttons.tsx'
import { classes } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { DescriptionItem, DescriptionList } from '../../ui/page.tsx'
import type { CheckQuery } from '../../url/hrefs.ts'
import styles from './check.module.css'
import type { AddressCheck } from './use-check.ts'
import { checking } from './words.ts'

const icons: Readonly<Record<Verdict['tone'], typeof ShieldCheck>> = {
  good: ShieldCheck,
  warning: ShieldAlert,
  danger: ShieldX,
  neutral: CircleHelp,
}

const toneOf = { good: 'success', warning: 'warning', danger: 'danger', neutral: 'neutral' } as const

/** The verdict in one glance, with what it is about. */
export function VerdictCard({ query, check: { verdict } }: { query: CheckQuery; check: AddressCheck }) {
  const link = usePageLink()
  const facts = useAddressFacts(query.address, query.network_id)
  const Icon = verdict ? icons[verdict.tone] : LoaderCircle
  return (
    <section
      className={classes(styles.verdict, layout[verdict ? toneOf[verdict.tone] : 'neutral'])}
      aria-label="Verdict"
    >
      <Icon className={styles.icon} aria-hidden />
      <div className={styles.body}>
        <div role="status" aria-busy={verdict === null}>
          <h2 className={styles.title}>
            {verdict ? <UntrustedText text={verdict.title} /> : checking.title}
          </h2>
          <p className={styles.sentence}>
            {verdict ? (
              // Names of whitelists and vaults in it came from outside.
              <UntrustedText text={verdict.sentence} />
            ) : (
              checking.text
            )}
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
                <FullIdentifier text={query.address} />
              </span>
            </DescriptionItem>
            {query.network_id !== null && (
              <DescriptionItem term="For the network">
                <UntrustedText text={query.network_id} />
              </DescriptionItem>
            )}
            {query.asset_id !== null && (
              <DescriptionItem term="For the asset">
                <UntrustedText text={query.asset_id} />
              </DescriptionItem>
            )}
            {query.memo !== null && (
              <DescriptionItem term="With the memo">
                <FullIdentifier text={query.memo} grouped={false} />
              </DescriptionItem>
            )}
          </DescriptionList>
        </div>
        <div className={styles.actions} data-print="hide">
          <CopyAddress label="address" text={query.address} networkId={query.network_id}>
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
