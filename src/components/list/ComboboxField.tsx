import { type KeyboardEvent, useState } from 'react'
import { TextField } from '../../ui/Field.tsx'
import { OptionList } from '../../ui/OptionList.tsx'
import { nextExpansion, useListbox } from '../../ui/use-listbox.ts'
import { itemNamed, rank, type Searchable } from '../find/rank.ts'
import { UntrustedText } from '../UntrustedText.tsx'
import styles from './ComboboxField.module.css'
import { type FilterOption, type Offer, valueLabel } from './filter-groups.ts'

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
  const found = rank(typed ?? '', options, searchable).map(({ item }) => item)
  const text = typed?.trim() ?? ''
  // Any text can be asked for: a service may know what no list of it names.
  const isKnown =
    itemNamed(text, options, searchable) !== undefined || options.some(({ value }) => value === text)
  const asTyped: readonly FilterOption[] = text === '' || isKnown ? [] : [{ value: text, label: text }]
  const shown = [...found.slice(0, drawn), ...asTyped]
  const isOpen = expanded || opened
  const pick = (option: FilterOption | undefined) => {
    if (!option) return
    setTyped(null)
    setOpened(false)
    onPick(option.value)
  }
  const listbox = useListbox({
    texts: shown.map((option) => option.label),
    // What is likeliest, once something is typed: Enter takes it.
    fallback: text !== '' && found.length > 0 ? 0 : null,
    inText: true,
    onChoose: (index) => pick(shown[index]),
  })
  const { id, setActive, focusProps } = listbox
  const pressed = (event: KeyboardEvent) => {
    const next = expanded ? null : nextExpansion(event, isOpen)
    if (next !== null) {
      // Taken: what is around the field, such as a sheet, closes at the next one.
      event.preventDefault()
      setOpened(next === 'open')
      setActive(null)
    } else if (isOpen) focusProps.onKeyDown(event)
  }
  return (
    <div className={styles.field}>
      <TextField
        label={label}
        name={name}
        error={error}
        placeholder={placeholder}
        value={typed ?? valueLabel(options, value)}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-activedescendant={isOpen ? focusProps['aria-activedescendant'] : undefined}
        onKeyDown={pressed}
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
          setActive(null)
          onChange(itemNamed(next, options, searchable)?.value ?? next.trim())
        }}
      />
      {isOpen && (
        <div className={styles.list}>
          <OptionList
            listbox={listbox}
            label={`${label}: suggestions`}
            options={shown.map((option) => ({
              key: asTyped.includes(option) ? 'as typed' : option.value,
              current: typed === null && option.value === value,
              content: asTyped.includes(option) ? <AsTyped text={text} /> : <Offered option={option} />,
            }))}
          />
          <Remark state={state} hidden={found.length - drawn} empty={shown.length === 0} />
        </div>
      )}
    </div>
  )
}

function searchable({ value, label, detail }: FilterOption): Searchable {
  return { label, id: value, also: detail === undefined ? [] : [detail] }
}

function Offered({ option: { value, label, detail } }: { option: FilterOption }) {
  return (
    <span className={styles.option} title={value}>
      <span className={styles.name}>
        <UntrustedText text={label} />
      </span>
      {detail !== undefined && detail !== label && (
        <span className={styles.detail}>
          <UntrustedText text={detail} />
        </span>
      )}
    </span>
  )
}

function AsTyped({ text }: { text: string }) {
  return (
    <span className={styles.option}>
      <span className={styles.name}>
        “<UntrustedText text={text} />”
      </span>
      <span className={styles.detail}>as typed</span>
    </span>
  )
}

/** What else there is to say about the list: that it is not all, or not there. */
function Remark({ state, hidden, empty }: { state: Offer['state']; hidden: number; empty: boolean }) {
  const remark =
    state === 'waiting'
      ? 'Reading names …'
      : state === 'failed'
        ? 'Names could not be read; any id is accepted.'
        : hidden > 0
          ? `And ${hidden} more: type on.`
          : empty
            ? 'Nothing to offer; any id is accepted.'
            : null
  return remark && <p className={styles.remark}>{remark}</p>
}
