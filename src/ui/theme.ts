import { browserStore } from './browser-store.ts'

/** What the reader chose: one of the two themes, or whatever the system says. */
export type Theme = 'system' | 'light' | 'dark'

// Read and shown when this module loads, before React draws anything: no flash of the other theme.
const store = browserStore<Theme>('theme', {
  parse: (text) => (text === 'light' || text === 'dark' ? text : 'system'),
  serialise: (theme) => (theme === 'system' ? null : theme),
  onChange(theme) {
    if (theme === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = theme
  },
})

/** The chosen theme and how to change it. */
export function useTheme(): { theme: Theme; setTheme: (theme: Theme) => void } {
  return { theme: store.useValue(), setTheme: store.set }
}
