import { useState } from 'react'
import { UntrustedText } from '../records/text.tsx'
import { TextField } from '../ui/fields.tsx'
import { classes } from '../ui/inline.tsx'
import layout from '../ui/layout.module.css'
import { OptionList, useCombobox } from '../ui/options.tsx'
import { type FilterOption, type Offer, valueLabel } from './filter-groups.ts'
import { folded, rank, type Searchable } from './find/rank.ts'
import styles from './list.module.css'

/** So many options are drawn; whoever wants another one types on. */
const drawn = 60

/**
 * A text field that offers what is known, by name, and takes any other text. `onChange` gets the value that the text stands for,
 * `onPick` the value of an option that was chosen.
 */
export function ComboboxField({
  label,
  name,
  value,
  error,
  placeholder,
  offer: { options, state },
  expanded,
  onChange,
  onPick,
}: {
  label: string
  name: string
  value: string
  error: string | false
  placeholder: string | undefined
  offer: Offer
  /** Whether the list is there at once; otherwise while the field has the focus. */
  expanded: boolean
  onChange: (value: string) => void
  onPick: (value: string) => void
}) {
  const [typed, setTyped] = useState<string | null>(null)
  const [opened, setOpened] = useState(false)
  const text = typed?.trim() ?? ''
  const found = rank(text, options, searchable)
  // Any text can be asked for: a service may know what no list of it names.
  const wanted = standsFor(options, text)
  const isKnown = options.some((option) => option.value === wanted)
  const offered = found.slice(0, drawn).map(({ value: id, label: called, detail }) => ({
    value: id,
    key: `option ${id}`,
    title: id,
    label: <UntrustedText text={called} />,
    detail: detail !== undefined && detail !== called && <UntrustedText text={detail} />,
    current: typed === null && id === value,
  }))
  const asTyped = {
    value: text,
    key: 'as typed',
    label: (
      <>
        “<UntrustedText text={text} />”
      </>
    ),
    detail: 'as typed',
  }
  const shown = text === '' || isKnown ? offered : [...offered, asTyped]
  const isOpen = expanded || opened
  const { listbox, field } = useCombobox({
    isOpen,
    onToggle: expanded ? undefined : setOpened,
    count: shown.length,
    // Enter takes the text as it is typed, unless an option was chosen.
    fallback: null,
    onChoose: (index) => {
      const chosen = shown[index]
      if (!chosen) return
      setTyped(null)
      setOpened(false)
      onPick(chosen.value)
    },
  })
  return (
    <div className={layout.stack}>
      <TextField
        {...field}
        label={label}
        name={name}
        error={error}
        placeholder={placeholder}
        value={typed ?? valueLabel(options, value)}
        onClick={() => setOpened(true)}
        onFocus={(event) => {
          setOpened(true)
          event.target.select()
        }}
        onBlur={() => setOpened(false)}
        onChange={(event) => {
          const next = event.target.value
          setTyped(next)
          setOpened(true)
          listbox.setActive(null)
          onChange(standsFor(options, next))
        }}
      />
      {isOpen && (
        <div className={styles.suggestions}>
          <OptionList listbox={listbox} label={`${label}: suggestions`} groups={[{ options: shown }]} />
          <Remark state={state} hidden={found.length - drawn} empty={shown.length === 0} />
        </div>
      )}
    </div>
  )
}

function searchable({ value, label, detail }: FilterOption): Searchable {
  return { label, id: value, also: detail === undefined ? [] : [detail] }
}

/** What else there is to say about the list: that it is not all, or not there. */
function Remark({ state, hidden, empty }: { state: Offer['state']; hidden: number; empty: boolean }) {
  const remark =
    state === 'waiting'
      ? 'Reading names …'
      : state === 'failed'
        ? 'Names could not be read; any id is accepted.'
        : hidden > 0
          ? `And ${hidden} more. Keep typing.`
          : empty
            ? 'No suggestions; any id is accepted.'
            : null
  // There before it says anything, so that it is read aloud when it does.
  return (
    <p className={classes(layout.small, layout.faint, styles.remark)} role="status">
      {remark}
    </p>
  )
}

/** The value that a typed text stands for: that of the one option with this id or name, else the text itself. */
export function standsFor(options: readonly FilterOption[], text: string): string {
  const typed = folded(text)
  const byId = options.filter(({ value }) => folded(value) === typed)
  const found = byId.length > 0 ? byId : options.filter(({ label }) => folded(label) === typed)
  return (found.length === 1 ? found[0]?.value : undefined) ?? text.trim()
}
