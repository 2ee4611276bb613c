import { useMemo } from 'react'
import { useLocation } from 'react-router-dom'
import { dayText } from '../../contract/day.ts'
import { periodReports } from '../../contract/period-reports.ts'
import { readZone, zoneDayOf } from '../../contract/time-zone.ts'
import { usePreferences } from '../../display/preferences.ts'
import { Choices, usePeriodInLink } from '../../kits/report/Choices.tsx'
import { FromReport } from '../../kits/report/FromReport.tsx'
import { ReportView } from '../../kits/report/ReportView.tsx'
import { LinkNotice } from '../../list/LinkNotice.tsx'
import { ListActions } from '../../list/ListActions.tsx'
import { usePageState } from '../../list/list-link.ts'
import { ButtonLink } from '../../ui/buttons.tsx'
import { PageBody, PageHeader } from '../../ui/page.tsx'
import { unusableParameters } from '../../url/page-state.ts'
import { periodReportHref, periodReportView, readPeriodReport } from '../../url/period-reports.ts'
import { writePeriod } from '../../url/periods.ts'
import { statementHref } from '../../url/statements.ts'

/** Reports of a period, and of some vaults and assets. Only their paths lead here. */
export default function PeriodReportPage() {
  const { pathname } = useLocation()
  const report = periodReports.find(({ path }) => path === pathname)
  if (!report) throw new Error(`No report of a period is at ${pathname}.`)
  return <PeriodReportOf key={report.name} {...report} />
}

function PeriodReportOf({ name, path, title, what, columns }: (typeof periodReports)[number]) {
  const codec = periodReportView(path)
  const { view, patch } = usePageState(codec)
  const { params } = view
  const { currency } = usePreferences()
  const today = dayText(zoneDayOf(Date.now(), readZone(params.zone ?? '') ?? 'UTC'))
  const query = useMemo(() => readPeriodReport(path, params, today), [path, params, today])
  const unusable = unusableParameters(view)
  const isUsable = Object.keys(unusable).length === 0
  const hasNone = params.period === undefined && isUsable
  usePeriodInLink(hasNone, () => patch({ params: { period: writePeriod(query.period) } }, { replace: true }))
  return (
    <>
      <PageHeader title={title} actions={<ListActions />}>
        {isUsable && (
          <Choices
            query={query}
            confirmed={null}
            today={today}
            onChange={({ vaults, assets, period, zone }, options) =>
              patch(
                {
                  params: {
                    ...(vaults !== undefined && { vaults }),
                    ...(assets !== undefined && { assets }),
                    ...(period !== undefined && { period }),
                    ...(zone !== undefined && { zone }),
                  },
                },
                options,
              )
            }
          />
        )}
      </PageHeader>
      <PageBody>
        <LinkNotice codec={codec} />
        {!hasNone && (
          <FromReport
            name={name}
            // What is not valid is refused by the gateway, which says why.
            link={isUsable ? periodReportHref(path, query) : codec.href(path, {}, { ...params, ...unusable })}
            currency={currency}
            what={what}
            columns={columns}
          >
            {(made) => (
              <ReportView
                report={made}
                isOpen={params.rows === 'open'}
                actions={
                  <>
                    {query.only && (
                      <ButtonLink small to={periodReportHref(path, { ...query, only: null })}>
                        All counterparties
                      </ButtonLink>
                    )}
                    <ButtonLink small to={statementHref(query)}>
                      Statement
                    </ButtonLink>
                  </>
                }
              />
            )}
          </FromReport>
        )}
      </PageBody>
    </>
  )
}
