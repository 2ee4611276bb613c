import { type ReactNode, useMemo } from 'react'
import { failureOf, needsAllRecords } from '../../api/failure.ts'
import { useFigure } from '../../api/reports.ts'
import { useOpenPack } from '../../api/session.ts'
import { dayOf, dayText } from '../../contract/day.ts'
import type { ReportName } from '../../contract/list-names.ts'
import type { Report } from '../../contract/report.ts'
import type { BalanceChart } from '../../contract/statement-figures.ts'
import { readZone, zoneDayOf } from '../../contract/time-zone.ts'
import { ErrorBanner } from '../../display/errors.tsx'
import { usePreferences } from '../../display/preferences.ts'
import { withHiddenNamed } from '../../display/untrusted-text.ts'
import { PriceFaults, useDayPrices } from '../../display/values.tsx'
import { Choices, usePeriodInLink } from '../../kits/report/Choices.tsx'
import { FromReport } from '../../kits/report/FromReport.tsx'
import { ReportView } from '../../kits/report/ReportView.tsx'
import { LinkNotice } from '../../list/LinkNotice.tsx'
import { ListActions } from '../../list/ListActions.tsx'
import { usePageState } from '../../list/list-link.ts'
import { ButtonLink } from '../../ui/buttons.tsx'
import { SkeletonText } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { Link } from '../../ui/links.tsx'
import { PageBody, PageHeader } from '../../ui/page.tsx'
import { packsHref } from '../../url/packs.ts'
import { unusableParameters } from '../../url/page-state.ts'
import { writePeriod } from '../../url/periods.ts'
import {
  type ConfirmationQuery,
  confirmationHref,
  readConfirmationQuery,
  readStatementQuery,
  type StatementQuery,
  statementHref,
  statementsCodec,
  statementUpTo,
} from '../../url/statements.ts'
import { BalanceDrawing } from './BalanceDrawing.tsx'
import styles from './statements.module.css'

type View = ReturnType<typeof statementsCodec.parse>

/** `/statements`: what was held at both ends of a period, how one became the other, and whether that is proved; or what was held at one moment. */
export default function StatementsPage() {
  const { view, patch } = usePageState(statementsCodec)
  const { params } = view
  const today = dayText(zoneDayOf(Date.now(), readZone(params.zone ?? '') ?? 'UTC'))
  const query = useMemo(() => readStatementQuery(params, today), [params, today])
  const confirmed = useMemo(() => readConfirmationQuery(params), [params])
  const unusable = useMemo(() => unusableParameters(view), [view])
  const isUsable = Object.keys(unusable).length === 0
  const hasNone = params.period === undefined && params.at === undefined && isUsable
  usePeriodInLink(hasNone, () => patch({ params: { period: writePeriod(query.period) } }, { replace: true }))
  return (
    <>
      <PageHeader title={confirmed ? 'Confirmation of balances' : 'Statements'} actions={<ListActions />}>
        {isUsable && (
          <Choices
            query={query}
            confirmed={confirmed}
            today={today}
            onChange={(params, options) => patch({ params }, options)}
          />
        )}
      </PageHeader>
      <PageBody>
        <LinkNotice codec={statementsCodec} />
        {!hasNone && <Made params={{ ...params, ...unusable }} query={query} confirmed={confirmed} />}
      </PageBody>
    </>
  )
}

function Made({
  params: { holding, movement, at, reference, addressee, period, ...scope },
  query,
  confirmed,
}: {
  params: View['params']
  query: StatementQuery
  confirmed: ConfirmationQuery | null
}) {
  const { currency } = usePreferences()
  const ofScope = { ...scope, ...(period !== undefined && { period }) }
  const [name, asked]: readonly [ReportName, View['params']] =
    at !== undefined
      ? ['balance-confirmation', given({ ...scope, at, reference, addressee })]
      : holding !== undefined
        ? ['holding-ledger', given({ ...ofScope, holding, movement })]
        : ['statement', ofScope]
  const link = statementsCodec.href('/statements', {}, asked)
  return (
    <FromReport
      name={name}
      link={link}
      currency={currency}
      what={confirmed ? 'A confirmation' : 'A statement'}
      columns={columns[name] ?? []}
    >
      {(made) => (
        <>
          {made.name === 'holding-ledger' && (
            <LedgerHead title={made.title} statement={statementHref(query)} />
          )}
          <ReportView
            report={made}
            actions={
              holding === undefined && <Actions query={query} confirmed={confirmed} asOf={made.basis.as_of} />
            }
          >
            {holding === undefined && <Prices query={query} confirmed={confirmed} />}
            {isOfOneAsset(made) && <Chart link={link} />}
          </ReportView>
        </>
      )}
    </FromReport>
  )
}

const columns: Partial<Record<ReportName, readonly string[]>> = {
  statement: ['Asset', 'Opening', 'In', 'Out', 'Closing'],
  'balance-confirmation': ['Asset', 'Balance', 'Proof'],
  'holding-ledger': ['Date', 'Type', 'In', 'Out', 'Fee', 'Balance'],
}

function given(params: { readonly [Name in keyof View['params']]: string | undefined }): View['params'] {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined))
}

/** Balances of one asset, in one vault or several, are in one measure. */
function isOfOneAsset({ name, tables: [table] }: Report): boolean {
  const [asset, ...others] = table?.rows ?? []
  return (
    name === 'holding-ledger' ||
    (name === 'statement' && others.length === 0 && (asset?.parts?.length ?? 0) > 1)
  )
}

function Chart({ link }: { link: string }) {
  const chart = useFigure<BalanceChart>('balance-chart', link, ({ series }) => series !== undefined)
  const failure = failureOf(chart)
  return (
    <div className={styles.chartPlace}>
      {chart.data ? (
        'series' in chart.data && <BalanceDrawing chart={chart.data} />
      ) : failure === null ? (
        <SkeletonText width="40%" />
      ) : needsAllRecords(failure) ? (
        <p className={layout.muted} role="status">
          The chart needs the dates within the period, which are being found.
        </p>
      ) : (
        <ErrorBanner error={failure} onRetry={() => void chart.refetch()} />
      )}
    </div>
  )
}

function Prices({ query, confirmed }: { query: StatementQuery; confirmed: ConfirmationQuery | null }) {
  const { data } = useDayPrices([confirmed?.at.day ?? query.period.last])
  return data && <PriceFaults {...data} />
}

function Actions({
  query,
  confirmed,
  asOf,
}: {
  query: StatementQuery
  confirmed: ConfirmationQuery | null
  asOf: string
}): ReactNode {
  const isOfPack = useOpenPack() !== null
  if (confirmed) {
    const statement = statementUpTo(confirmed)
    return (
      <ButtonLink small to={statementHref(statement)}>
        Statement to {statement.period.last}
      </ButtonLink>
    )
  }
  const { period, vaults, zone } = query
  return (
    <>
      <ButtonLink small to={confirmationHref(confirmationOf(query, asOf))}>
        Balance confirmation
      </ButtonLink>
      {zone === null && !isOfPack && (
        <ButtonLink small to={packsHref({ period, vaults })}>
          Audit pack
        </ButtonLink>
      )}
    </>
  )
}

/** At the end of the period, or of the last day that is over. */
function confirmationOf({ period, ...query }: StatementQuery, asOf: string): ConfirmationQuery {
  const over = dayText(dayOf(Date.parse(asOf)) - 1)
  const day = period.last < over ? period.last : over
  return { ...query, at: { day, time: null }, reference: null, addressee: null }
}

function LedgerHead({ title, statement }: { title: string; statement: string }) {
  return (
    <div>
      <Link to={statement} className={layout.muted} data-print="hide">
        Back to the statement
      </Link>
      <h2 className={styles.title} tabIndex={-1} data-takes-focus>
        {withHiddenNamed(title)}
      </h2>
    </div>
  )
}
