import Search from 'lucide-react/icons/search'
import { KeyCaps } from '../../records/KeyCaps.tsx'
import { preloadPalette } from './Palette.tsx'
import styles from './PaletteButton.module.css'

/** Opens the palette; looks like the field that it leads to, and on a narrow screen like an icon. */
export function PaletteButton({ onOpen }: { onOpen: () => void }) {
  return (
    <button
      type="button"
      className={styles.button}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onOpen}
      onPointerEnter={preloadPalette}
      onFocus={preloadPalette}
    >
      <Search aria-hidden />
      <span className={styles.text}>Search…</span>
      <span className={styles.text} aria-hidden>
        <KeyCaps keys="Mod+k" />
      </span>
    </button>
  )
}
