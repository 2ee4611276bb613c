import Search from 'lucide-react/icons/search'
import { useEffect, useState } from 'react'
import styles from '../ui/controls.module.css'
import { useStableCallback } from '../ui/hooks.ts'

/** A field that narrows what is on the page when typing pauses. Its text is in the address. */
export function NarrowField({
  label,
  placeholder,
  text,
  onText,
}: {
  label: string
  placeholder: string
  /** As the address has it. */
  text: string
  /** Replaces it in the address. */
  onText: (text: string) => void
}) {
  // As it is typed, with the gap at the end that the next word needs, until something else than the field changes the address.
  const [typed, setTyped] = useState<{ readonly text: string; readonly isWritten: boolean } | null>(null)
  const isTyped = typed !== null && (!typed.isWritten || typed.text.trim() === text)
  const write = useStableCallback(() => {
    if (!typed || typed.isWritten) return
    setTyped({ ...typed, isWritten: true })
    onText(typed.text)
  })
  useEffect(() => {
    if (!typed || typed.isWritten) return
    const timer = setTimeout(write, pause)
    return () => clearTimeout(timer)
  }, [typed, write])
  return (
    <div className={styles.searchField} data-print="hide">
      <Search className={styles.searchIcon} size={15} aria-hidden />
      <input
        type="search"
        className={styles.searchInput}
        aria-label={label}
        placeholder={placeholder}
        value={isTyped ? typed.text : text}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
        onChange={(event) => setTyped({ text: event.target.value, isWritten: false })}
        // What is pressed next builds on what was typed.
        onBlur={write}
      />
    </div>
  )
}

/** How long after the last key typing has paused, in milliseconds. */
const pause = 200
