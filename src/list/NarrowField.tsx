import Search from 'lucide-react/icons/search'
import { useContext, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import controlsStyles from '../ui/controls.module.css'
import { VisitKind } from '../ui/page.tsx'

/** A field that narrows what is on the page while one types. Its text is in the address. */
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
  // As it is typed: the address follows in a later rendering, and without the gap at the end that the next word needs.
  const [typed, setTyped] = useState<string | null>(null)
  const { key } = useLocation()
  const type = useContext(VisitKind)
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation counts, also one of the same kind as the last
  useEffect(() => {
    // Typing replaces. Whatever else happened, such as Back, has made another text of it.
    if (type !== 'REPLACE') setTyped(null)
  }, [key, type])
  return (
    <div className={controlsStyles.searchField} data-print="hide">
      <Search className={controlsStyles.searchIcon} size={15} aria-hidden />
      <input
        type="search"
        className={controlsStyles.searchInput}
        aria-label={label}
        placeholder={placeholder}
        value={typed ?? text}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
        onChange={(event) => {
          setTyped(event.target.value)
          onText(event.target.value)
        }}
      />
    </div>
  )
}
