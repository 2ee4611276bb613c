import Search from 'lucide-react/icons/search'
import { KeyCaps } from '../../ui/shortcuts.tsx'
import styles from './PaletteButton.module.css'

/** Opens the palette; looks like the field that it leads to, and on a narrow screen like an icon. */
export function PaletteButton({
  onOpen,
  onNear,
}: {
  onOpen: () => void
  /** The pointer or the focus is on it. */
  onNear: () => void
}) {
  return (
    <button
      type="button"
      className={styles.button}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onOpen}
      onPointerEnter={onNear}
      onFocus={onNear}
    >
      <Search aria-hidden />
      <span className={styles.text}>Search…</span>
      <span className={styles.text} aria-hidden>
        <KeyCaps keys="Mod+k" />
      </span>
    </button>
  )
}
