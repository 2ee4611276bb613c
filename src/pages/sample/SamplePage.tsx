import { type FormEvent, useEffect, useEffectEvent, useMemo } from 'react'
import { presentTime } from '../../api/open-pack.ts'
import { dayText } from '../../contract/day.ts'
import { zoneDayOf } from '../../contract/time-zone.ts'
import { FromReport } from '../../kits/report/FromReport.tsx'
import { ReportView } from '../../kits/report/ReportView.tsx'
import { ZoneSelect } from '../../kits/report/ZoneSelect.tsx'
import { FilterBar } from '../../list/FilterBar.tsx'
import { wrongParameters } from '../../list/filter-groups.ts'
import { LinkNotice } from '../../list/LinkNotice.tsx'
import { ListActions } from '../../list/ListActions.tsx'
import { usePageState } from '../../list/list-link.ts'
import { transactionFilterGroups } from '../../list/transaction-filters.tsx'
import { Button } from '../../ui/buttons.tsx'
import { DayField } from '../../ui/DayField.tsx'
import { SegmentedControl, TextField } from '../../ui/fields.tsx'
import { classes } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { PageBody, PageHeader } from '../../ui/page.tsx'
import { unusableParameters, without } from '../../url/page-state.ts'
import { isDay, neighbourOf, periodAround } from '../../url/periods.ts'
import {
  readSampleQuery,
  type SampleQuery,
  sampleCodec,
  sampleHref,
  sampleParameters,
} from '../../url/samples.ts'
import styles from './sample.module.css'

/** `/sample`: transactions of a filter for an auditor to test. */
export default function SamplePage() {
  const { view, patch } = usePageState(sampleCodec)
  const query = useMemo(() => readSampleQuery(view), [view])
  const { cutoff, seed } = query
  const unusable = unusableParameters(view)
  const isUsable = Object.keys(unusable).length === 0
  const isUnnamed = cutoff === null && seed === '' && isUsable
  const name = useEffectEvent(() => patch({ params: { seed: randomSeed() } }, { replace: true }))
  // The link includes the seed, so it always draws the same sample.
  useEffect(() => {
    if (isUnnamed) name()
  }, [isUnnamed])
  const change = (changed: Partial<SampleQuery>, options?: { replace: boolean }) =>
    patch({ params: { ...without(parameterNames), ...sampleParameters({ ...query, ...changed }) } }, options)
  return (
    <>
      <PageHeader title="Samples" actions={<ListActions />}>
        <FilterBar
          groups={transactionFilterGroups}
          filter={view.filter}
          wrong={wrongParameters(null, view.invalid, Object.keys(view.filter))}
          onChange={(filter) => patch({ filter })}
          onClearAll={() => patch({ filter: without(sampleCodec.filters) })}
        />
        <SampleChoices query={query} onChange={change} />
      </PageHeader>
      <PageBody>
        <LinkNotice codec={sampleCodec} />
        {!isUnnamed && (
          <FromReport
            name="sample"
            // What is not valid is refused by the gateway, which says why.
            link={
              isUsable
                ? sampleHref(query)
                : sampleCodec.href('/sample', view.filter, { ...view.params, ...unusable })
            }
            what="A sample"
            columns={columns}
          >
            {(report) => <ReportView report={report} />}
          </FromReport>
        )}
      </PageBody>
    </>
  )
}

const columns = ['Date', 'Type', 'Status', 'Asset', 'Amount', 'From', 'To']

const parameterNames = ['size', 'largest', 'seed', 'cutoff', 'zone'] as const

/** The reader can state another before looking. */
function randomSeed(): string {
  return String(crypto.getRandomValues(new Uint32Array(1))[0])
}

/** Fields are mounted again where the link has another value, and follow it. */
function SampleChoices({
  query: { size, largest, seed, cutoff, zone },
  onChange,
}: {
  query: SampleQuery
  onChange: (changed: Partial<SampleQuery>, options?: { replace: boolean }) => void
}) {
  const today = dayText(zoneDayOf(presentTime(), zone ?? 'UTC'))
  const draw = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const entered = new FormData(event.currentTarget)
    const text = (name: string) => String(entered.get(name) ?? '').trim()
    const count = { size: Number(text('size')) }
    onChange(cutoff === null ? { ...count, largest: Number(text('largest')), seed: text('seed') } : count)
  }
  return (
    <form className={classes(layout.row, layout.bottom, styles.choices)} onSubmit={draw} data-print="hide">
      <SegmentedControl
        label="Kind of sample"
        value={cutoff === null ? 'drawn' : 'cutoff'}
        options={[
          { value: 'drawn', label: 'Sample' },
          { value: 'cutoff', label: 'Cut-off' },
        ]}
        onChange={(kind) =>
          onChange(
            kind === 'drawn'
              ? { cutoff: null, size: 25 }
              : { cutoff: neighbourOf(periodAround('year', today), -1).last, size: 10 },
          )
        }
      />
      {cutoff === null ? (
        <>
          <CountField key={`size ${size}`} label="Random" name="size" value={size} min={1} />
          <CountField
            key={`largest ${largest}`}
            label="Plus largest per asset"
            name="largest"
            value={largest}
            min={0}
          />
          <TextField
            key={`seed ${seed}`}
            label="Seed"
            name="seed"
            defaultValue={seed}
            maxLength={200}
            required
          />
        </>
      ) : (
        <>
          <DayField label="End of" value={cutoff} onDay={(day) => isDay(day) && onChange({ cutoff: day })} />
          <CountField key={size} label="On each side" name="size" value={size} min={1} />
          <ZoneSelect
            zone={zone}
            day={cutoff}
            onChange={(chosen, options) => onChange({ zone: chosen }, options)}
          />
        </>
      )}
      <Button kind="primary" type="submit">
        {cutoff === null ? 'Draw sample' : 'Show'}
      </Button>
    </form>
  )
}

function CountField({ value, ...rest }: { label: string; name: string; value: number; min: number }) {
  return <TextField {...rest} type="number" defaultValue={value} max={9999} required />
}
