import ShieldCheck from 'lucide-react/icons/shield-check'
import ShieldAlert from 'lucide-react/icons/shield-exclamation-point'
import ShieldX from 'lucide-react/icons/shield-x'
import { useParams } from 'react-router-dom'
import { counted, countText } from '../../contract/count-text.ts'
import type { PartyKind } from '../../contract/counterparty.ts'
import type { Report, ReportRow } from '../../contract/report.ts'
import { CopyAddress } from '../../display/addresses/CopyAddress.tsx'
import { FullIdentifier } from '../../display/identifiers.tsx'
import { usePreferences } from '../../display/preferences.ts'
import { ValueActions } from '../../display/record.tsx'
import { UntrustedText } from '../../display/text.tsx'
import { withHiddenNamed } from '../../display/untrusted-text.ts'
import { useCounterparty } from '../../kits/party/use-counterparty.ts'
import { FromReport } from '../../kits/report/FromReport.tsx'
import { ReportView } from '../../kits/report/ReportView.tsx'
import { LinkNotice } from '../../list/LinkNotice.tsx'
import { ListActions } from '../../list/ListActions.tsx'
import { usePageState } from '../../list/list-link.ts'
import { ButtonLink, CopyButton } from '../../ui/buttons.tsx'
import { Badge, classes } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { PageBody, PageHeader } from '../../ui/page.tsx'
import {
  checkHref,
  counterpartyCodec,
  counterpartyReportHref,
  transactionsHref,
  vaultHref,
  whitelistHref,
} from '../../url/hrefs.ts'
import styles from './counterparty.module.css'

/** `/counterparties/:id`: one party, and everything between it and the account. */
export default function CounterpartyPage() {
  const { id: segment = '' } = useParams()
  const { params } = usePageState(counterpartyCodec).view
  const { currency } = usePreferences()
  const party = { id: params.id ?? segment, memo: params.memo ?? null }
  const figure = useCounterparty(party)
  const found = figure.data && 'party' in figure.data ? figure.data.party : null
  return (
    <>
      <PageHeader
        title={withHiddenNamed(found?.name ?? party.id)}
        // With its name, whose length nobody knows.
        meta={figure.isLoading ? undefined : <Identity party={party} kind={found?.kind ?? null} />}
        actions={<ListActions />}
      />
      <PageBody>
        <LinkNotice codec={counterpartyCodec} />
        <FromReport
          name="counterparty"
          link={counterpartyReportHref(party)}
          currency={currency}
          what="A counterparty"
          columns={columns}
        >
          {(report) => (
            <ReportView
              report={report}
              actions={
                <ButtonLink
                  small
                  to={
                    party.memo === null
                      ? transactionsHref({ counterparty: party.id })
                      : transactionsHref({ sent_to: party.id, memo: party.memo })
                  }
                >
                  All transactions
                </ButtonLink>
              }
            >
              <AddressCheck report={report} party={party} isAddress={found?.kind === 'address'} />
            </ReportView>
          )}
        </FromReport>
      </PageBody>
    </>
  )
}

const columns = ['Asset', 'Transactions', 'Amount', 'Last']

const kindNames: Readonly<Record<PartyKind, string>> = {
  whitelist: 'Whitelist',
  vault: 'Own vault',
  address: 'Address',
  other: 'Named in transactions',
}

function Identity({
  party: { id, memo },
  kind,
}: {
  party: { readonly id: string; readonly memo: string | null }
  kind: PartyKind | null
}) {
  const page = kind === 'whitelist' ? whitelistHref(id) : kind === 'vault' ? vaultHref(id) : null
  return (
    <span className={layout.row}>
      {kind && <Badge>{kindNames[kind]}</Badge>}
      {kind === 'address' ? (
        <CopyAddress label="address" text={id} networkId={null}>
          Copy address
        </CopyAddress>
      ) : (
        <>
          <FullIdentifier text={id} grouped={false} />
          <ValueActions label="id" value={id} />
        </>
      )}
      {memo !== null && (
        <>
          <span>
            Memo <UntrustedText text={memo} />
          </span>
          <CopyButton text={memo} label="Copy memo">
            Copy memo
          </CopyButton>
        </>
      )}
      {page !== null && (
        <ButtonLink small to={page}>
          {kind === 'vault' ? 'Vault' : 'Whitelist'}
        </ButtonLink>
      )}
    </span>
  )
}

const looks = {
  good: { Icon: ShieldCheck, tone: layout.success },
  warning: { Icon: ShieldAlert, tone: layout.warning },
  bad: { Icon: ShieldX, tone: layout.danger },
} as const

/** The worst that the check says of one of the addresses. */
function AddressCheck({
  report,
  party,
  isAddress,
}: {
  report: Report
  party: { readonly id: string; readonly memo: string | null }
  isAddress: boolean
}) {
  const rows = report.tables.find(({ name }) => name === 'addresses')?.rows ?? []
  const checked = rows.filter(({ cells }) => cells.verdict)
  const ranks: readonly ReportRow['tone'][] = ['bad', 'warning']
  const worst = ranks
    .map((tone) => checked.filter((row) => row.tone === tone))
    .find(({ length }) => length > 0)
  const [shown] = worst ?? checked
  if (shown === undefined) return null
  const { network_id = null, memo = null } = shown.cells
  const { Icon, tone } = looks[shown.tone === 'bad' || shown.tone === 'warning' ? shown.tone : 'good']
  return (
    <section className={classes(styles.verdict, tone)} aria-label="Check">
      <Icon aria-hidden />
      <div className={layout.stack}>
        <strong>
          <UntrustedText text={shown.cells.verdict ?? ''} />
          {!isAddress && worst && (
            <>
              {': '}
              {countText(worst.length)} of {counted(checked.length, 'address', 'addresses')}
            </>
          )}
        </strong>
        <p className={styles.sentence}>
          {worst === undefined && checked.length > 1 ? (
            `${counted(new Set(checked.map(({ cells }) => cells.address)).size, 'address', 'addresses')} checked.`
          ) : (
            <UntrustedText
              text={[shown.cells.verdict_sentence, shown.cells.verdict_action].filter(Boolean).join(' ')}
            />
          )}
        </p>
      </div>
      <ButtonLink
        small
        to={checkHref({
          address: shown.cells.address ?? '',
          ...(isAddress ? { memo: party.memo } : { network_id, memo }),
        })}
      >
        Check address
      </ButtonLink>
    </section>
  )
}
