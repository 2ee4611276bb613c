import { browserStore } from './browser-store.ts'

export type Theme = 'system' | 'light' | 'dark'

// Applied when this module loads, before the first render.
const store = browserStore<Theme>('theme', {
  parse: (text) => (text === 'light' || text === 'dark' ? text : 'system'),
  serialise: (theme) => (theme === 'system' ? null : theme),
  onChange(theme) {
    const { dataset } = document.documentElement
    // The gateway has written the cookie's theme into the page. Writing a cookie blocks, so it is done only for a change.
    if (theme === (dataset.theme ?? 'system')) return
    if (theme === 'system') delete dataset.theme
    else dataset.theme = theme
    writeCookie(theme)
  },
})

export function useTheme(): { theme: Theme; setTheme: (theme: Theme) => void } {
  return { theme: store.useValue(), setTheme: store.set }
}

function writeCookie(theme: Theme): void {
  const lifetime = theme === 'system' ? 0 : 365 * 24 * 60 * 60
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `custody_theme=${theme}; path=/; max-age=${lifetime}; samesite=lax`
}
