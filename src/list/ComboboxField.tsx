import { type ChangeEvent, type FocusEvent, type KeyboardEvent, useState } from 'react'
import { hiddenRemark, withoutHidden } from '../contract/hidden-characters.ts'
import { UntrustedText } from '../display/text.tsx'
import { withHiddenNamed } from '../display/untrusted-text.ts'
import { TextField } from '../ui/fields.tsx'
import { classes } from '../ui/inline.tsx'
import layout from '../ui/layout.module.css'
import { comboboxProps, type DrawnOption, isModified, OptionList, useListbox } from '../ui/options.tsx'
import { type FilterOption, type SuggestionSource, valueLabel } from './filter-groups.ts'
import styles from './list.module.css'
import { folded, rank, type Searchable } from './rank.ts'
import { type Offer, useSuggestions } from './suggestions.tsx'

const mostOptions = 60

interface ComboboxProps {
  initial: string
  suggests: SuggestionSource
  /** A text that several share means all of them. */
  several?: boolean
  /** The list is always open, not only while the field has the focus. */
  expanded?: boolean
  onPick?: (value: string) => void
}

/**
 * A text field that suggests options by name, and takes any other text too. Under its `name` the form has the chosen value, or the one that the
 * text is the name of.
 */
export function ComboboxField({
  label,
  name,
  error,
  placeholder,
  ...props
}: ComboboxProps & {
  label: string
  name: string
  error?: string | false | undefined
  placeholder?: string | undefined
}) {
  const { field, value, list } = useCombobox(props)
  return (
    <div className={layout.stack}>
      <input type="hidden" name={name} value={value} />
      <TextField {...field} label={label} error={error} placeholder={placeholder} />
      {list && (
        <div className={styles.suggestions}>
          <OptionList
            listbox={list.listbox}
            label={`${label}: suggestions`}
            groups={[{ options: list.options }]}
          />
          {/* Always present, so that screen readers hear it change. */}
          <p className={classes(layout.small, layout.faint, styles.remark)} role="status">
            {list.remark}
          </p>
        </div>
      )}
    </div>
  )
}

function useCombobox({ initial, suggests, several = false, expanded = false, onPick }: ComboboxProps) {
  const { options, state } = useSuggestions(suggests)
  const [value, setValue] = useState(initial)
  const [typed, setTyped] = useState<string | null>(null)
  // Hidden characters of what was typed or pasted.
  const [removed, setRemoved] = useState<readonly string[]>([])
  const [opened, setOpened] = useState(false)
  const { shown, hidden } = suggestionsFor(typed, value, options, several)
  const isOpen = expanded || opened
  const choose = (chosen: string | undefined) => {
    if (chosen === undefined) return
    setTyped(null)
    setOpened(false)
    setValue(chosen)
    onPick?.(chosen)
  }
  // Enter takes the text as typed unless an option is active.
  const listbox = useListbox({
    count: shown.length,
    fallback: null,
    onChoose: (index) => choose(shown[index]?.value),
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
  const type = (event: ChangeEvent<HTMLInputElement>) => {
    const { text, hidden } = withoutHidden(event.target.value)
    setTyped(text)
    if (hidden.length > 0 || text === '') setRemoved(hidden)
    setOpened(true)
    listbox.setActive(null)
  }
  return {
    value: typed === null ? value : standsFor(options, typed),
    field: {
      ...comboboxProps(isOpen ? listbox.id : undefined, listbox.activeId),
      value: typed ?? valueLabel(options, value),
      hint: removed.length > 0 && hiddenRemark(removed),
      onClick: () => setOpened(true),
      onFocus: (event: FocusEvent<HTMLInputElement>) => {
        setOpened(true)
        event.target.select()
      },
      onBlur: () => setOpened(false),
      onKeyDown: press,
      onChange: type,
    },
    list: isOpen && { listbox, options: shown, remark: remarkOn(state, hidden, shown.length) },
  }
}

/** The options that match what is typed, then the text itself: the service may know ids that no list names. */
function suggestionsFor(
  typed: string | null,
  value: string,
  options: readonly FilterOption[],
  several: boolean,
) {
  const text = typed?.trim() ?? ''
  const matches = rank(text, options, searchable)
  const shown = matches
    .slice(0, mostOptions)
    .map(({ value: id, label, detail }): DrawnOption & { value: string } => ({
      value: id,
      key: `option ${id}`,
      title: withHiddenNamed(id),
      label: <UntrustedText text={label} />,
      detail: detail !== undefined && detail !== label && <UntrustedText text={detail} />,
      current: typed === null && id === value,
    }))
  const standing = standsFor(options, text)
  const all = several ? namesakes(options, text) : []
  if (text !== '' && !options.some((option) => option.value === standing))
    shown.push({
      ...{ value: text, key: 'as typed', detail: all.length > 0 ? `all ${all.length}` : 'as typed' },
      label: (
        <>
          “<UntrustedText text={text} />”
        </>
      ),
    })
  return { shown, hidden: matches.length - mostOptions }
}

function remarkOn(state: Offer['state'], hidden: number, count: number): string | null {
  if (state === 'waiting') return 'Reading names …'
  if (state === 'failed') return 'Names could not be read. You can enter any id.'
  if (hidden > 0) return `And ${hidden} more. Keep typing.`
  return count === 0 ? 'No suggestions. You can enter any id.' : null
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

/** What a text means that is the id or the name of no option: those whose ids go on after it, such as USDC_ETH, or that share the name. */
export function namesakes(options: readonly FilterOption[], text: string): readonly string[] {
  const typed = folded(text)
  if (typed === '' || options.some(({ value }) => value === standsFor(options, text))) return []
  const isMeant = ({ value, alias = '' }: FilterOption) =>
    [`${typed}_`, `${typed}-`].some((start) => folded(value).startsWith(start)) || folded(alias) === typed
  return options.filter(isMeant).map(({ value }) => value)
}

/** Why a text is not asked for at once: nothing is called so, or names are still being read. Null where something is, or where nothing has a name. */
export function unknownName(
  source: SuggestionSource,
  options: readonly FilterOption[] | null,
  text: string,
): string | null {
  if (options === null) return text.trim() === '' ? null : namesAwaited
  const standing = standsFor(options, text)
  if (standing === '' || options.length === 0 || options.some(({ value }) => value === standing)) return null
  const similar = rank(text, options, searchable).slice(0, mostNamed)
  const nothing = `No ${nouns[source]} is called ${text.trim()}.`
  const offer = similar.length > 0 ? ` Similar: ${similar.map(({ label }) => label).join(', ')}.` : ''
  return `${nothing}${offer} Press again to use it as typed.`
}

const mostNamed = 4

const namesAwaited = 'The names are still being read. Press again to use it as typed.'

const nouns: Readonly<Record<SuggestionSource, string>> = {
  assets: 'asset',
  networks: 'network',
  parties: 'vault or whitelist',
}

function searchable({ value: id, label, detail }: FilterOption): Searchable {
  return { label, id, also: detail === undefined ? [] : [detail] }
}
