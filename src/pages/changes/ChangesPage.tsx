import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { presentTime, shownPackId } from '../../api/open-pack.ts'
import type { Report } from '../../contract/report.ts'
import { UntrustedText } from '../../display/text.tsx'
import { FromReport } from '../../kits/report/FromReport.tsx'
import { ReportView } from '../../kits/report/ReportView.tsx'
import { momentText, quarterChoices, type TimeChoice, timeChoices } from '../../kits/report/time-choices.ts'
import { ZoneSelect } from '../../kits/report/ZoneSelect.tsx'
import { useLook } from '../../kits/watch/look.ts'
import { LinkNotice } from '../../list/LinkNotice.tsx'
import { ListActions } from '../../list/ListActions.tsx'
import { usePageState } from '../../list/list-link.ts'
import { DayField } from '../../ui/DayField.tsx'
import { SegmentedControl, SelectField } from '../../ui/fields.tsx'
import { classes } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { PageBody, PageHeader } from '../../ui/page.tsx'
import { changesCodec, changesHref, readChangesQuery } from '../../url/changes.ts'
import { unusableParameters } from '../../url/page-state.ts'
import { readZoneMoment } from '../../url/statements.ts'
import { Comparison, useComparable } from './Comparison.tsx'

type Params = ReturnType<typeof changesCodec.parse>['params']
type ParamsPatch = Readonly<Partial<Record<keyof Params, string | null>>>

/** `/changes`: what changed between two moments, or between two packs. */
export default function ChangesPage() {
  const { view, patch } = usePageState(changesCodec)
  const { params } = view
  const other = params.with
  // What a link begins with is one of the choices, which stay as they are while the page is open.
  const [now] = useState(presentTime)
  const change = (changed: ParamsPatch, options?: { replace: boolean }) => patch({ params: changed }, options)
  return (
    <>
      <PageHeader title="Changes" actions={<ListActions />}>
        <div className={classes(layout.row, layout.bottom)} data-print="hide">
          <ComparedWith other={other} onChange={change} />
          {other === undefined && <TimeChoices params={params} now={now} onChange={change} />}
        </div>
      </PageHeader>
      <PageBody>
        <LinkNotice codec={changesCodec} />
        {other === undefined ? (
          <SeenChanges view={view} now={now} onChange={change} />
        ) : (
          <Comparison other={other} change={params.change ?? null} />
        )}
      </PageBody>
    </>
  )
}

function SeenChanges({
  view,
  now,
  onChange,
}: {
  view: ReturnType<typeof changesCodec.parse>
  now: number
  onChange: (changed: ParamsPatch, options?: { replace: boolean }) => void
}) {
  const { params } = view
  const look = useLook()
  const unusable = unusableParameters(view)
  const isUsable = Object.keys(unusable).length === 0
  const query = useMemo(() => readChangesQuery(params), [params])
  const zone = query.zone ?? 'UTC'
  const isBegun = params.from !== undefined || params.until !== undefined || !isUsable || shownPackId !== null
  const begin = useEffectEvent(() => onChange({ from: beginOf(look?.at, zone, now) }, { replace: true }))
  // The reader will have looked at another time, and a link keeps to what it showed.
  useEffect(() => {
    if (!isBegun) begin()
  }, [isBegun])
  if (!isBegun) return null
  // What is not valid is refused by the gateway, which says why.
  const link = isUsable ? changesHref(query) : changesCodec.href('/changes', {}, { ...params, ...unusable })
  return (
    <FromReport name="changes" link={link} what="A report of changes" columns={columns}>
      {(report) => (
        <ReportView report={report}>
          <Lead report={report} />
        </ReportView>
      )}
    </FromReport>
  )
}

const columns = ['When', 'What', 'Before and after']

/** As a link has it: after what the reader has seen, or a day ago. */
function beginOf(seen: string | null | undefined, zone: string, now: number): string {
  const [first] = timeChoices(now, zone)
  return seen ? momentText(Date.parse(seen) + 1, zone) : (first?.from ?? '')
}

/** Since when changes can be told, and by whom. */
function Lead({ report: { remarks } }: { report: Report }) {
  return (
    <p className={layout.muted}>
      <UntrustedText text={remarks.slice(0, 2).join(' ')} />
    </p>
  )
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
      label="Source"
      value={other ?? ''}
      onChange={({ target: { value } }) => onChange({ with: value || null, change: null })}
    >
      <option value="">Changes seen between readings</option>
      {!isNamed && <option value={other}>Compared with a pack that is not open</option>}
      {choices.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  )
}

const range = 'range'

function TimeChoices({
  params,
  now,
  onChange,
}: {
  params: Params
  now: number
  onChange: (changed: ParamsPatch) => void
}) {
  const { until, zone = 'UTC', show } = params
  const look = useLook()
  const isUnbegun = until === undefined && shownPackId === null
  const { from = isUnbegun ? beginOf(look?.at, zone, now) : '' } = params
  const ownChoices = useOwnChoices()
  const choicesIn = (other: string) => [
    ...ownChoices(other),
    ...timeChoices(now, other),
    ...quarterChoices(now, other),
  ]
  const choices = choicesIn(zone)
  const place = choices.findIndex((choice) => choice.from === from && choice.until === until)
  const chosen = choices[place]
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
        value={chosen?.label ?? range}
        onChange={({ target: { value } }) => {
          const next = choices.find(({ label }) => label === value)
          onChange(
            next
              ? { from: next.from, until: next.until ?? null }
              : { until: momentText(now - (now % 1000), zone) },
          )
        }}
      >
        {choices.map((choice) => (
          <option key={choice.label}>{choice.label}</option>
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
            ...(chosen && {
              from: choicesIn(other ?? 'UTC')[place]?.from || null,
            }),
          })
        }
      />
      <SegmentedControl
        label="What is shown"
        value={show ?? 'all'}
        options={[
          { value: 'all', label: 'Everything' },
          { value: 'whitelists', label: 'Whitelists' },
          ...(show === undefined || show === 'whitelists'
            ? []
            : [{ value: show, label: show === 'vaults' ? 'Vaults' : 'Unexpected' }]),
        ]}
        onChange={(value) => onChange({ show: value === 'all' ? null : value })}
      />
    </>
  )
}

/** All that the reader has not seen. A pack has no reader, and all of its changes are one time. */
function useOwnChoices(): (zone: string) => readonly TimeChoice[] {
  const look = useLook()
  if (shownPackId !== null) return () => [{ label: 'All of the pack', from: '' }]
  return (zone) =>
    look?.at ? [{ label: 'Since you last looked', from: momentText(Date.parse(look.at) + 1, zone) }] : []
}
