/** One field for who sent or received, by name, id or address, and at which end: in place of six filters. */
import { useState } from 'react'
import { readAddress } from '../addresses/pasted/read-address.ts'
import { SegmentedControl } from '../ui/fields.tsx'
import { classes } from '../ui/inline.tsx'
import layout from '../ui/layout.module.css'
import { type Filters, valuesOf } from '../url/page-state.ts'
import { ComboboxField, standsFor, unknownName } from './ComboboxField.tsx'
import type { FilterField, FilterOption } from './filter-groups.ts'
import styles from './list.module.css'

export type PartyField = Extract<FilterField, { kind: 'text' }> & { readonly end: End }
type End = 'either' | 'from' | 'to'

export function isPartyField(field: FilterField): field is PartyField {
  return field.kind === 'text' && field.end !== undefined
}

interface PartyRow {
  readonly end: End
  readonly text: string
  /** The filter that it is the value of. */
  readonly name?: string
}

/** A row for each value that is set, and one more. */
function rowsOf(fields: readonly PartyField[], filter: Filters): readonly PartyRow[] {
  const set = fields.flatMap(({ name, end }) => valuesOf(filter[name]).map((text) => ({ end, text, name })))
  return [...set, { end: 'either' as const, text: '' }]
}

export function PartyFields({
  fields,
  filter,
  errorOf,
}: {
  fields: readonly PartyField[]
  filter: Filters
  /** What is wrong with a row, or with the filter of the link that it shows. */
  errorOf: (row: string, name: string) => string | undefined
}) {
  return rowsOf(fields, filter).map((row, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
    <PartyEntry key={index} {...row} error={errorOf(rowKey(index), row.name ?? '')} isFurther={index > 0} />
  ))
}

function PartyEntry({
  end: initial,
  text,
  error,
  isFurther,
}: PartyRow & { error: string | undefined; isFurther: boolean }) {
  const [end, setEnd] = useState(initial)
  return (
    <div className={classes(layout.stack, styles.party)}>
      <ComboboxField
        label={isFurther ? 'And party or address' : 'Party or address'}
        name="party"
        initial={text}
        suggests="parties"
        placeholder="Name, id or address"
        error={error}
      />
      <input type="hidden" name="end" value={end} />
      <SegmentedControl label="At which end" value={end} options={ends} onChange={setEnd} />
    </div>
  )
}

const ends = [
  { value: 'either', label: 'Either end' },
  { value: 'from', label: 'From' },
  { value: 'to', label: 'To' },
] as const satisfies readonly { value: End; label: string }[]

/** Under which the error of a row is kept. */
function rowKey(row: number): string {
  return `party ${row}`
}

/** The filters that the rows mean, each with all its values, and by row why it means nothing. */
export function readParties(
  data: FormData,
  fields: readonly PartyField[],
  filter: Filters,
  options: readonly FilterOption[] | null,
  before: ReadonlyMap<string, string>,
) {
  const entered: Record<string, readonly string[]> = Object.fromEntries(fields.map(({ name }) => [name, []]))
  const unread = new Map<string, string>()
  const initial = rowsOf(fields, filter)
  const asked = data.getAll('end')
  for (const [index, typed] of data.getAll('party').map(String).entries()) {
    const end = ends.find(({ value }) => value === asked[index])?.value ?? 'either'
    const row = initial[index]
    const isKept = row?.name !== undefined && row.text === typed && row.end === end
    const read = isKept ? { name: row.name, value: typed } : readParty(typed, end, fields, options)
    if (read.value === '') continue
    if (read.why !== undefined && before.get(rowKey(index)) !== read.why) unread.set(rowKey(index), read.why)
    else entered[read.name] = [...(entered[read.name] ?? []), read.value]
  }
  return { entered, unread }
}

interface ReadParty {
  /** The filter that takes it. */
  readonly name: string
  readonly value: string
  /** Said before it is used as it was typed. */
  readonly why?: string | undefined
}

/** A name or an id of the organization's own, else an address, else an id that no list has. */
function readParty(
  typed: string,
  end: End,
  fields: readonly PartyField[],
  options: readonly FilterOption[] | null,
): ReadParty {
  const nameOf = (isAddress: boolean) =>
    fields.find((field) => field.end === end && (field.suggests === undefined) === isAddress)?.name ?? ''
  const value = standsFor(options ?? [], typed)
  const known = options?.find((option) => option.value === value)
  // At either end, only vaults have a filter by id.
  const isOfVault = known !== undefined && known.detail !== 'whitelist'
  const nameOfParty = end === 'either' && !isOfVault ? 'counterparty' : nameOf(false)
  if (known || value === '') return { name: nameOfParty, value }
  const read = readAddress(typed)
  if (read?.kind === 'address' && read.isFormed) return { name: nameOf(true), value: read.address }
  if (read?.kind === 'several') return { name: nameOfParty, value, why: read.why }
  return { name: nameOfParty, value, why: unknownName('parties', options, typed) ?? undefined }
}
