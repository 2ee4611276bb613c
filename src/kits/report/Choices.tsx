import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useEffect, useEffectEvent, useState } from 'react'
import { useFigure } from '../../api/reports.ts'
import { vaultTypes } from '../../contract/enumerations.ts'
import type { StatementChoices } from '../../contract/statement-figures.ts'
import { assetLabel } from '../../display/labels.ts'
import { UntrustedText } from '../../display/text.tsx'
import { Button, IconButton } from '../../ui/buttons.tsx'
import { DayField } from '../../ui/DayField.tsx'
import { SegmentedControl, TextField } from '../../ui/fields.tsx'
import { classes } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { Popover } from '../../ui/popovers.tsx'
import { type HoldingId, writeAssets, writeHoldingId, writeVaults } from '../../url/holdings.ts'
import {
  isDay,
  neighbourOf,
  type Period,
  type PeriodKind,
  periodInPlace,
  periodKinds,
  periodName,
  writePeriod,
} from '../../url/periods.ts'
import {
  type ConfirmationQuery,
  isClockTime,
  type StatementQuery,
  writeMoment,
} from '../../url/statements.ts'
import styles from './choices.module.css'
import { ZoneSelect } from './ZoneSelect.tsx'

/** Which vaults, assets and days a statement is of, or which moment a confirmation. Names can be chosen once they are known. */
export function Choices({
  query,
  confirmed,
  today,
  onChange,
}: {
  query: StatementQuery
  confirmed: ConfirmationQuery | null
  /** `YYYY-MM-DD`, in the zone. */
  today: string
  onChange: (
    params: Partial<
      Record<'vaults' | 'assets' | 'period' | 'zone' | 'at' | 'reference' | 'addressee', string | null>
    >,
    options?: { replace: boolean },
  ) => void
}) {
  const { vaults, assets, period, zone } = query
  const { data } = useFigure<StatementChoices>('statement-choices', '', ({ vaults }) => Array.isArray(vaults))
  const names = data && 'vaults' in data ? data : null
  const chooseVaults = (chosen: readonly string[]) => {
    const latest = chosen.at(-1)
    const type = latest === 'cold' || latest === 'warm' ? latest : null
    const ids = chosen.filter((one) => one !== 'cold' && one !== 'warm')
    onChange({ vaults: type ? writeVaults({ type }) : ids.length > 0 ? writeVaults({ ids }) : null })
  }
  return (
    <div className={classes(layout.row, styles.choices)} data-print="hide">
      <PickMany
        label="Vaults"
        all="All vaults"
        options={vaultOptions(names?.vaults ?? [], query)}
        chosen={vaults ? ('type' in vaults ? [vaults.type] : vaults.ids) : []}
        onChange={chooseVaults}
      />
      <PickMany
        label="Assets"
        all="All assets"
        options={assetOptions(names?.assets ?? [], assets ?? [])}
        chosen={assets ? writeAssets(assets).split(',') : []}
        onChange={(chosen) => onChange({ assets: chosen.length > 0 ? chosen.join(',') : null })}
      />
      <ZoneSelect
        zone={zone}
        day={confirmed?.at.day ?? period.last}
        onChange={(chosen, options) =>
          onChange(
            { zone: chosen, ...(confirmed && { at: writeMoment({ ...confirmed.at, offset: null }) }) },
            options,
          )
        }
      />
      {confirmed ? (
        <MomentChoice query={confirmed} today={today} onChange={onChange} />
      ) : (
        <PeriodChoice
          period={period}
          today={today}
          onChange={(chosen) => onChange({ period: writePeriod(chosen) })}
        />
      )}
    </div>
  )
}

/** The default is another period next month, and a link keeps to what it showed: `name` puts it there. */
export function usePeriodInLink(hasNone: boolean, name: () => void): void {
  const nameNow = useEffectEvent(name)
  useEffect(() => {
    if (hasNone) nameNow()
  }, [hasNone])
}

function PickMany({
  label,
  all,
  options,
  chosen,
  onChange,
}: {
  label: string
  all: string
  options: readonly Option[]
  /** Empty for all. */
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
}) {
  const summary = options.flatMap((option) => (chosen.includes(option.value) ? option.label : [])).join(', ')
  return (
    <Popover
      label={label}
      button={(button) => (
        <Button {...button} small icon={<ChevronDown aria-hidden />} className={styles.choice}>
          <span className={layout.quiet}>{label}</span> <UntrustedText text={summary || 'All'} most={40} />
        </Button>
      )}
    >
      {() => (
        <ul className={layout.stack}>
          {[{ value: '', label: all }, ...options].map(({ value, label: name }) => (
            <li key={value}>
              <label className={classes(layout.row, styles.option)}>
                <input
                  type="checkbox"
                  checked={value === '' ? chosen.length === 0 : chosen.includes(value)}
                  onChange={({ target }) => {
                    const others = chosen.filter((one) => one !== value)
                    onChange(value === '' ? [] : [...others, ...(target.checked ? [value] : [])])
                  }}
                />{' '}
                <UntrustedText text={name} />
              </label>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  )
}

/** Without a time, the moment is the end of the day. */
function MomentChoice({
  query: { at, reference, addressee },
  today,
  onChange,
}: {
  query: ConfirmationQuery
  today: string
  onChange: (params: Partial<Record<'at' | 'reference' | 'addressee', string | null>>) => void
}) {
  const words = (label: string, name: 'reference' | 'addressee', value: string | null) => (
    <TextField
      key={`${name} ${value}`}
      label={label}
      defaultValue={value ?? ''}
      maxLength={200}
      onBlur={({ target }) => onChange({ [name]: target.value.trim() || null })}
      onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
    />
  )
  return (
    <div className={classes(layout.row, styles.moment)}>
      <DayField
        label="Day"
        max={today}
        value={at.day}
        onDay={(day) => isDay(day) && onChange({ at: writeMoment({ ...at, day, offset: null }) })}
      />
      <TimeField
        key={at.time}
        time={at.time}
        onTime={(time) => time !== at.time && onChange({ at: writeMoment({ ...at, time, offset: null }) })}
      />
      {words('Reference', 'reference', reference)}
      {words('Addressee', 'addressee', addressee)}
    </div>
  )
}

/** A time of 24 hours: the browser's own field follows the browser's language. */
function TimeField({ time, onTime }: { time: string | null; onTime: (time: string | null) => void }) {
  const [error, setError] = useState<string | null>(null)
  return (
    <TextField
      label="Time (empty: end of day)"
      placeholder="HH:MM"
      defaultValue={time ?? ''}
      error={error}
      onBlur={({ target }) => {
        const text = target.value.trim()
        const isTime = text === '' || isClockTime(text)
        setError(isTime ? null : 'A time such as 21:00.')
        if (isTime) onTime(text || null)
      }}
      onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
    />
  )
}

function PeriodChoice({
  period,
  today,
  onChange,
}: {
  period: Period
  /** `YYYY-MM-DD`, in UTC. */
  today: string
  onChange: (period: Period) => void
}) {
  const { kind, first, last } = period
  const field = (label: string, end: 'first' | 'last', bound: { min: string } | { max: string }) => (
    <DayField
      {...{ label, ...bound }}
      value={period[end]}
      onDay={(day) => {
        const days = { first, last, [end]: day }
        if (isDay(day) && days.first <= days.last) onChange({ kind, ...days })
      }}
    />
  )
  return (
    <div className={classes(layout.row, styles.period)}>
      <SegmentedControl
        label="Length of the period"
        value={kind}
        options={periodKinds.map((value) => ({ value, label: periodLabels[value] }))}
        onChange={(chosen) => onChange(periodInPlace(period, chosen, today))}
      />
      <div className={classes(layout.row, styles.stepper)}>
        <IconButton
          label={`Previous: ${periodName(neighbourOf(period, -1))}`}
          onClick={() => onChange(neighbourOf(period, -1))}
        >
          <ChevronLeft aria-hidden />
        </IconButton>
        {kind === 'days' ? (
          <>
            {field('First day', 'first', { max: last })}
            {field('Last day', 'last', { min: first })}
          </>
        ) : (
          <span className={styles.periodName}>{periodName(period)}</span>
        )}
        <IconButton
          label={`Next: ${periodName(neighbourOf(period, 1))}`}
          onClick={() => onChange(neighbourOf(period, 1))}
        >
          <ChevronRight aria-hidden />
        </IconButton>
      </div>
    </div>
  )
}

interface Option {
  readonly value: string
  readonly label: string
}

const periodLabels: Readonly<Record<PeriodKind, string>> = {
  month: 'Month',
  quarter: 'Quarter',
  year: 'Year',
  days: 'Days',
}

const typeNames = { cold: 'Cold vaults', warm: 'Warm vaults' } as const

/** Includes vaults that only the link names. */
function vaultOptions(
  vaults: StatementChoices['vaults'],
  { vaults: asked }: StatementQuery,
): readonly Option[] {
  const named = vaults.flatMap(({ vault_id, label }) => (vault_id ? [{ value: vault_id, label }] : []))
  const others = (asked && 'ids' in asked ? asked.ids : []).filter((id) =>
    named.every(({ value }) => value !== id),
  )
  return [
    ...vaultTypes.map((type) => ({ value: type, label: typeNames[type] })),
    ...named,
    ...others.map((id) => ({ value: id, label: id })),
  ]
}

/** Includes assets that only the link names. Values are as links spell them. */
function assetOptions(held: StatementChoices['assets'], asked: readonly HoldingId[]): readonly Option[] {
  const assets = [...held, ...asked]
  const options = new Map(
    assets.flatMap((asset) => {
      const value = writeHoldingId(asset)
      return value ? [[value, assetLabel(asset)] as const] : []
    }),
  )
  return [...options]
    .map(([value, label]) => ({ value, label }))
    .sort((one, other) => (one.label < other.label ? -1 : 1))
}
