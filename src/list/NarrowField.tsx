import Search from 'lucide-react/icons/search'
import { useEffect, useState } from 'react'
import { hiddenRemark, withoutHidden } from '../contract/hidden-characters.ts'
import styles from '../ui/controls.module.css'
import { useStableCallback } from '../ui/hooks.ts'
import { announce, classes } from '../ui/inline.tsx'
import layout from '../ui/layout.module.css'

/** Narrows the rows when typing pauses. Its text is in the address. */
export function NarrowField({
  label,
  placeholder,
  text,
  onText,
}: {
  label: string
  placeholder: string
  text: string
  onText: (text: string) => void
}) {
  // The text as typed, with a space at its end, until something else changes the address.
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
    <div className={classes(layout.finder, styles.searchField)} data-print="hide">
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
        onChange={(event) => {
          const { text: clean, hidden } = withoutHidden(event.target.value)
          if (hidden.length > 0) announce(hiddenRemark(hidden))
          setTyped({ text: clean, isWritten: false })
        }}
        // The next click must use the text.
        onBlur={write}
      />
    </div>
  )
}

const pause = 200
