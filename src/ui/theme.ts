import { browserStore } from './browser-store.ts'

export type Theme = 'system' | 'light' | 'dark'

// Applied when this module loads, before the first render. The gateway reads the cookie and writes the theme into the page.
const store = browserStore<Theme>('theme', {
  parse: (text) => (text === 'light' || text === 'dark' ? text : 'system'),
  serialise: (theme) => (theme === 'system' ? null : theme),
  onChange(theme) {
    if (theme === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = theme
    const lifetime = theme === 'system' ? 0 : 365 * 24 * 60 * 60
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
    document.cookie = `custody_theme=${theme}; path=/; max-age=${lifetime}; samesite=lax`
  },
})

export function useTheme(): { theme: Theme; setTheme: (theme: Theme) => void } {
  return { theme: store.useValue(), setTheme: store.set }
}
