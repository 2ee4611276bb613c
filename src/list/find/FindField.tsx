import Search from 'lucide-react/icons/search'
import {
  type ClipboardEvent,
  type FormEvent,
  type KeyboardEvent,
  memo,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { useKeys } from '../../records/keys.ts'
import { UntrustedText } from '../../records/text.tsx'
import controlsStyles from '../../ui/controls.module.css'
import { announce, classes } from '../../ui/inline.tsx'
import { type DrawnOption, OptionList, useCombobox } from '../../ui/options.tsx'
import { useLayer } from '../../ui/popovers.tsx'
import styles from './FindField.module.css'
import { hiddenRemark, type Pasted, readPasted, withoutHidden } from './pasted.ts'
import type { SearchResult } from './search.ts'
import { useFind } from './use-find.ts'

/** So many results are drawn; whoever wants another one types on. */
const drawn = 40

/**
 * One field for anything: what is typed or pasted is read, its only result is taken at Enter, and among several the reader
 * chooses from a list under the field. `/` leads to it. Drawn again only for what happens in it.
 */
export const FindField = memo(Field)

function Field({
  onFind,
}: {
  /** Takes a result, and the hidden characters that were left out of its text. */
  onFind: (result: SearchResult, hidden: readonly string[]) => void
}) {
  const [{ text, hidden }, setPasted] = useState(nothing)
  const [focused, setFocused] = useState(false)
  const [submitted, setSubmitted] = useState(false)
  // By Escape, until something is done that asks for them again.
  const [closed, setClosed] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const frame = useRef<HTMLFormElement>(null)
  const layer = useRef<HTMLDivElement>(null)
  const looked = useDeferredValue(text)
  const { results, notes, isReading, readBooks, ...found } = useFind(looked, focused || text !== '')
  const waiting = found.waiting || looked !== text
  const choices = results.filter(({ action }) => action.kind !== 'nothing')
  const refusals = results.filter(({ action }) => action.kind === 'nothing')
  const shown = choices.slice(0, drawn)
  const [first, second] = choices
  // The books are an offer, where the service can be asked at once.
  const isAlone = second === undefined || (choices.length === 2 && second.action.kind === 'read-books')
  const only = isAlone && refusals.length === 0 && first?.unsure === false ? first : undefined
  const isOpen = focused && text !== '' && !closed
  useLayer(layer, frame, { open: isOpen, alignment: 'start', gap: 6 })
  useEffect(() => {
    if (isOpen) layer.current?.showPopover()
    else layer.current?.hidePopover()
  }, [isOpen])
  useKeys({
    '/': () => {
      field.current?.focus()
      field.current?.select()
    },
  })

  const enter = (next: string, removed: readonly string[] = []) => {
    // What turns the reading direction would show another text than is looked for.
    const entered = withoutHidden(next)
    // They were left out of this text as long as it is edited, and not of the one that takes its place.
    const kept = text !== '' && (entered.text.includes(text) || text.includes(entered.text)) ? hidden : []
    setPasted({
      text: entered.text,
      hidden: entered.text === '' ? [] : [...new Set([...kept, ...removed, ...entered.hidden])],
    })
    setSubmitted(false)
    setClosed(false)
    // React hears nothing of the focus that a closing drawer gives back.
    setFocused(document.activeElement === field.current)
    listbox.setActive(null)
  }
  const find = (result: SearchResult | undefined) => {
    if (!result) return
    // The text is looked for in them once they are there.
    if (result.action.kind === 'read-books') return readBooks()
    enter('')
    onFind(result, hidden)
  }
  const { listbox, field: combobox } = useCombobox({
    isOpen,
    onToggle: (open) => {
      setClosed(!open)
      setFocused(true)
    },
    count: shown.length,
    // Not before everything is known that it might mean as well.
    fallback: only && !waiting ? 0 : null,
    onChoose: (index) => find(choices[index]),
  })

  // Enter with nothing chosen: the only result is taken, several are submitted about; but not before all is known.
  const answer = useEffectEvent(() => {
    setSubmitted(false)
    setClosed(false)
    if (only) find(only)
    else {
      if (choices.length > 0) listbox.setActive(0)
      announce(inWords(choices, refusals))
    }
  })
  useEffect(() => {
    if (submitted && !waiting) answer()
  }, [submitted, waiting])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(text.trim() !== '')
  }
  const pressed = (event: KeyboardEvent) => {
    if (text === '') return
    combobox.onKeyDown(event)
    if (event.key !== 'Escape' || isOpen) return
    event.preventDefault()
    enter('')
  }
  const remarks = [
    ...(choices.length > drawn ? [`And ${choices.length - drawn} more. Keep typing.`] : []),
    ...(waiting ? ['Reading names …'] : choices.length === 0 && !isReading ? [nothingKnown] : []),
    ...notes,
  ]
  return (
    <form className={controlsStyles.searchField} onSubmit={submit} ref={frame} data-print="hide">
      <Search className={controlsStyles.searchIcon} size={15} aria-hidden />
      <input
        {...combobox}
        ref={field}
        className={classes(controlsStyles.searchInput, styles.asking)}
        value={text}
        placeholder="Find an id, name, address, hash"
        aria-label="Find"
        aria-keyshortcuts="/"
        enterKeyHint="search"
        onFocus={() => setFocused(true)}
        onBlur={() => {
          setFocused(false)
          setClosed(false)
        }}
        onClick={() => setClosed(false)}
        onChange={(event) => enter(event.target.value)}
        onPaste={(event) => pasteClean(event, enter)}
        onKeyDown={pressed}
      />
      <kbd className={styles.key} aria-hidden>
        /
      </kbd>
      <div ref={layer} className={styles.layer} popover="manual">
        {isOpen && (
          <>
            {refusals.map(({ key, about, note }) => (
              <p key={key} className={styles.note}>
                {about}: {note}.
              </p>
            ))}
            {hidden.length > 0 && <p className={styles.note}>{hiddenRemark(hidden)}</p>}
            <OptionList listbox={listbox} label="Results" groups={[{ options: shown.map(optionOf) }]} />
            {remarks.map((remark) => (
              <p key={remark} className={styles.remark}>
                {remark}
              </p>
            ))}
          </>
        )}
      </div>
    </form>
  )
}

const nothing: Pasted = { text: '', hidden: [] }

const nothingKnown = 'Nothing found.'

function optionOf({ key, about, value, note }: SearchResult): DrawnOption {
  return {
    key,
    lead: <span className={styles.about}>{about}</span>,
    label: <UntrustedText text={value} />,
    detail: note !== '' && <UntrustedText text={note} />,
  }
}

/** What those hear who do not see the list. */
function inWords(choices: readonly SearchResult[], refusals: readonly SearchResult[]): string {
  const notes = refusals.map(({ note }) => `${note}.`)
  if (choices.length === 0) return notes.join(' ') || nothingKnown
  return [...notes, choices.length === 1 ? '1 result.' : `${choices.length} results: choose one.`].join(' ')
}

/** A text field drops line breaks and would join the words around them, and it shows nothing of what is hidden. */
function pasteClean(
  event: ClipboardEvent<HTMLInputElement>,
  enter: (text: string, removed: readonly string[]) => void,
): void {
  const pasted = event.clipboardData.getData('text')
  const { text, hidden } = readPasted(pasted)
  if (text === pasted) return
  event.preventDefault()
  const { value, selectionStart, selectionEnd } = event.currentTarget
  const start = selectionStart ?? value.length
  enter(value.slice(0, start) + text + value.slice(selectionEnd ?? start), hidden)
}
