import { useEffect, useEffectEvent, useMemo } from 'react'
import { presentTime } from '../../api/open-pack.ts'
import type { Report } from '../../contract/report.ts'
import { LinkNotice } from '../../list/LinkNotice.tsx'
import { ListActions } from '../../list/ListActions.tsx'
import { useListView } from '../../list/list-page.ts'
import { UntrustedText } from '../../records/text.tsx'
import { DayField } from '../../ui/DayField.tsx'
import { SegmentedControl, SelectField } from '../../ui/fields.tsx'
import { classes } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { PageBody, PageHeader } from '../../ui/page.tsx'
import { changesHref, changesView, readChangesQuery } from '../../url/changes.ts'
import { unusableParameters } from '../../url/list-view.ts'
import { readZoneMoment } from '../../url/statements.ts'
import { FromReport } from '../report/FromReport.tsx'
import { ReportView } from '../report/ReportView.tsx'
import { ZoneSelect } from '../report/ZoneSelect.tsx'
import { Comparison, useComparable } from './Comparison.tsx'
import { useLastLook } from './last-look.ts'
import { momentText, type TimeChoice, timeChoices } from './time-choices.ts'

type Params = ReturnType<typeof changesView.parse>['params']
type ParamsPatch = Readonly<Partial<Record<keyof Params, string | null>>>

/** `/changes`: what changed between two moments, or between two packs. */
export default function ChangesPage() {
  const { view, patch } = useListView(changesView)
  const { params } = view
  const other = params.with
  const change = (changed: ParamsPatch, options?: { replace: boolean }) => patch({ params: changed }, options)
  return (
    <>
      <PageHeader title="Changes" actions={<ListActions />}>
        <div className={classes(layout.row, layout.bottom)} data-print="hide">
          <ComparedWith other={other} onChange={change} />
          {other === undefined && <TimeChoices params={params} onChange={change} />}
        </div>
      </PageHeader>
      <PageBody>
        <LinkNotice codec={changesView} />
        {other === undefined ? (
          <SeenChanges view={view} onChange={change} />
        ) : (
          <Comparison other={other} change={params.change ?? null} />
        )}
      </PageBody>
    </>
  )
}

function SeenChanges({
  view,
  onChange,
}: {
  view: ReturnType<typeof changesView.parse>
  onChange: (changed: ParamsPatch, options?: { replace: boolean }) => void
}) {
  const { params } = view
  const look = useLastLook()
  const unusable = unusableParameters(view)
  const isUsable = Object.keys(unusable).length === 0
  const query = useMemo(() => readChangesQuery(params), [params])
  const isBegun = params.from !== undefined || params.until !== undefined || !isUsable || look === null
  const begin = useEffectEvent(() => {
    if (look)
      onChange({ from: momentText(look.begin(presentTime()), query.zone ?? 'UTC') }, { replace: true })
  })
  // What was looked at will be another time, and a link keeps to what it showed.
  useEffect(() => {
    if (!isBegun) begin()
  }, [isBegun])
  if (!isBegun) return null
  // What is not valid is refused by the gateway, which says why.
  const link = isUsable ? changesHref(query) : changesView.href('/changes', {}, { ...params, ...unusable })
  return (
    <FromReport name="changes" link={link} what="A report of changes">
      {(report) => (
        <ReportView report={report}>
          <Lead report={report} />
          {look && !query.onlyWhitelists && query.until === null && (
            <NotedLook report={report} onSeen={look.note} />
          )}
        </ReportView>
      )}
    </FromReport>
  )
}

/** Since when changes can be told, and by whom. */
function Lead({ report: { remarks } }: { report: Report }) {
  return (
    <p className={layout.muted}>
      <UntrustedText text={remarks.slice(0, 2).join(' ')} />
    </p>
  )
}

function NotedLook({
  report,
  onSeen,
}: {
  report: Report
  onSeen: (seen: { readonly from: string; readonly until: string }) => void
}) {
  const { from = '', until = '' } = report.parameters
  const note = useEffectEvent(() => onSeen({ from, until }))
  useEffect(() => {
    if (until !== '') note()
  }, [until])
  return null
}

function ComparedWith({
  other,
  onChange,
}: {
  other: string | undefined
  onChange: (changed: ParamsPatch) => void
}) {
  const choices = useComparable()
  if (choices.length === 0 && other === undefined) return null
  const isNamed = other === undefined || choices.some(({ value }) => value === other)
  return (
    <SelectField
      label="Compare"
      value={other ?? ''}
      onChange={({ target: { value } }) => onChange({ with: value || null, change: null })}
    >
      <option value="">As they were seen to change</option>
      {!isNamed && <option value={other}>A pack that is not open</option>}
      {choices.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  )
}

const range = 'range'

function TimeChoices({ params, onChange }: { params: Params; onChange: (changed: ParamsPatch) => void }) {
  const { from = '', until, zone = 'UTC', show } = params
  const own = useOwnChoice()
  const now = presentTime()
  const first = own(zone)
  const choices = [first, ...timeChoices(now, zone)]
  const chosen = until === undefined ? choices.find((choice) => choice.from === from) : undefined
  const end = (name: 'from' | 'until', label: string) => (
    <DayField
      label={label}
      value={params[name] ?? ''}
      onDay={(text) => (text === '' || readZoneMoment(text)) && onChange({ [name]: text || null })}
    />
  )
  return (
    <>
      <SelectField
        label="Time"
        value={chosen?.from ?? range}
        onChange={({ target: { value } }) =>
          onChange(
            value === range ? { until: momentText(now - (now % 1000), zone) } : { from: value, until: null },
          )
        }
      >
        {choices.map((choice) => (
          <option key={choice.label} value={choice.from}>
            {choice.label}
          </option>
        ))}
        <option value={range}>From and until</option>
      </SelectField>
      {chosen === undefined && (
        <>
          {end('from', 'From')}
          {end('until', 'Until')}
        </>
      )}
      <ZoneSelect
        zone={zone === 'UTC' ? null : zone}
        day={new Date(now).toISOString().slice(0, 'YYYY-MM-DD'.length)}
        onChange={(other) =>
          onChange({
            zone: other,
            ...(chosen === first && { from: own(other ?? 'UTC').from || null }),
          })
        }
      />
      <SegmentedControl
        label="What is shown"
        value={show ?? 'all'}
        options={[
          { value: 'all', label: 'Everything' },
          { value: 'whitelists', label: 'Whitelists' },
        ]}
        onChange={(value) => onChange({ show: value === 'all' ? null : value })}
      />
    </>
  )
}

/** Where the reader's look begins. A pack has no reader, and all of its changes are one time. */
function useOwnChoice(): (zone: string) => TimeChoice {
  const look = useLastLook()
  return (zone) => {
    if (look === null) return { label: 'All of the pack', from: '' }
    const label = look.isFirst ? 'The last 24 hours' : 'Since you last looked'
    return { label, from: look.from === null ? '' : momentText(look.from, zone) }
  }
}
