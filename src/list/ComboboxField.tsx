import { type KeyboardEvent, useState } from 'react'
import { hiddenRemark, withoutHidden } from '../contract/hidden-characters.ts'
import { UntrustedText } from '../records/text.tsx'
import { TextField } from '../ui/fields.tsx'
import { classes } from '../ui/inline.tsx'
import layout from '../ui/layout.module.css'
import { comboboxProps, type DrawnOption, isModified, OptionList, useListbox } from '../ui/options.tsx'
import { type FilterOption, type SuggestionSource, valueLabel } from './filter-groups.ts'
import { folded, rank, type Searchable } from './find/rank.ts'
import styles from './list.module.css'
import { type Offer, useSuggestions } from './suggestions.tsx'

const mostOptions = 60

/**
 * A text field that suggests options by name, and takes any other text too. Its form has, under its `name`, the value that was chosen or that
 * the text stands for by the names that are read.
 */
export function ComboboxField({
  label,
  name,
  initial,
  error,
  placeholder,
  suggests,
  expanded = false,
  onPick,
}: {
  label: string
  name: string
  initial: string
  error?: string | false | undefined
  placeholder?: string | undefined
  suggests: SuggestionSource
  /** The list is always open, not only while the field has the focus. */
  expanded?: boolean
  onPick?: (value: string) => void
}) {
  const { options, state } = useSuggestions(suggests)
  const [value, setValue] = useState(initial)
  const [typed, setTyped] = useState<string | null>(null)
  // What was typed or pasted without them.
  const [removed, setRemoved] = useState<readonly string[]>([])
  const [opened, setOpened] = useState(false)
  const { shown, hidden } = suggestionsFor(typed, value, options)
  const isOpen = expanded || opened
  const listbox = useListbox({
    count: shown.length,
    // Enter takes the text as typed unless an option is active.
    fallback: null,
    onChoose: (index) => {
      const chosen = shown[index]
      if (!chosen) return
      setTyped(null)
      setOpened(false)
      setValue(chosen.value)
      onPick?.(chosen.value)
    },
  })
  // Escape closes the list, an arrow opens it again.
  const press = (event: KeyboardEvent) => {
    const toggles = isOpen ? event.key === 'Escape' : event.key === 'ArrowDown' || event.key === 'ArrowUp'
    if (toggles && !expanded && !event.shiftKey && !isModified(event)) {
      // So that the layer around the field stays open.
      event.preventDefault()
      listbox.setActive(null)
      setOpened(!isOpen)
    } else if (isOpen) listbox.onKeyDown(event)
  }
  return (
    <div className={layout.stack}>
      <input type="hidden" name={name} value={typed === null ? value : standsFor(options, typed)} />
      <TextField
        {...comboboxProps(isOpen ? listbox.id : undefined, listbox.activeId)}
        label={label}
        error={error}
        placeholder={placeholder}
        value={typed ?? valueLabel(options, value)}
        hint={removed.length > 0 && hiddenRemark(removed)}
        onClick={() => setOpened(true)}
        onFocus={(event) => {
          setOpened(true)
          event.target.select()
        }}
        onBlur={() => setOpened(false)}
        onKeyDown={press}
        onChange={(event) => {
          const { text, hidden: found } = withoutHidden(event.target.value)
          setTyped(text)
          if (found.length > 0 || text === '') setRemoved(found)
          setOpened(true)
          listbox.setActive(null)
        }}
      />
      {isOpen && (
        <div className={styles.suggestions}>
          <OptionList listbox={listbox} label={`${label}: suggestions`} groups={[{ options: shown }]} />
          <Remark state={state} hidden={hidden} empty={shown.length === 0} />
        </div>
      )}
    </div>
  )
}

/** The options that match what is typed, then the text itself: the service may know ids that no list names. */
function suggestionsFor(
  typed: string | null,
  value: string,
  options: readonly FilterOption[],
): { shown: readonly (DrawnOption & { value: string })[]; hidden: number } {
  const text = typed?.trim() ?? ''
  const matches = rank(text, options, searchable)
  const shown: (DrawnOption & { value: string })[] = matches
    .slice(0, mostOptions)
    .map(({ value: id, label, detail }) => ({
      value: id,
      key: `option ${id}`,
      title: id,
      label: <UntrustedText text={label} />,
      detail: detail !== undefined && detail !== label && <UntrustedText text={detail} />,
      current: typed === null && id === value,
    }))
  const standing = standsFor(options, text)
  if (text !== '' && !options.some((option) => option.value === standing))
    shown.push({ value: text, key: 'as typed', label: <Quoted text={text} />, detail: 'as typed' })
  return { shown, hidden: matches.length - mostOptions }
}

function Quoted({ text }: { text: string }) {
  return (
    <>
      “<UntrustedText text={text} />”
    </>
  )
}

function searchable({ value, label, detail }: FilterOption): Searchable {
  return { label, id: value, also: detail === undefined ? [] : [detail] }
}

function Remark({ state, hidden, empty }: { state: Offer['state']; hidden: number; empty: boolean }) {
  const remark =
    state === 'waiting'
      ? 'Reading names …'
      : state === 'failed'
        ? 'Names could not be read. You can enter any id.'
        : hidden > 0
          ? `And ${hidden} more. Keep typing.`
          : empty
            ? 'No suggestions. You can enter any id.'
            : null
  // Always present, so that screen readers hear it change.
  return (
    <p className={classes(layout.small, layout.faint, styles.remark)} role="status">
      {remark}
    </p>
  )
}

/** The value of the one option with this id, or else this name, else the text itself. */
export function standsFor(options: readonly FilterOption[], text: string): string {
  const typed = folded(text)
  const isCalled = ({ label, alias }: FilterOption) =>
    [label, alias ?? label].some((name) => folded(name) === typed)
  const byId = options.filter(({ value }) => folded(value) === typed)
  const found = byId.length > 0 ? byId : options.filter(isCalled)
  return (found.length === 1 ? found[0]?.value : undefined) ?? text.trim()
}
