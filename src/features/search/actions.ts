import { useMemo } from 'react'
import { usePageLink } from '../../list/ListActions.tsx'
import { changePreferences, usePreferences } from '../../records/preferences.ts'
import { copyText } from '../../ui/buttons.tsx'
import { announce } from '../../ui/inline.tsx'
import { type Theme, useTheme } from '../../ui/theme.ts'
import type { FinderItem } from './items.ts'

export interface FrameActions {
  readonly onShowKeys: () => void
  /** Null where a session cannot be ended. */
  readonly onSignOut: (() => void) | null
  readonly onSignOutEverywhere: (() => void) | null
}

/** What can be done from anywhere. Of a choice, only the other values. */
export function useActions(frame: FrameActions): readonly FinderItem[] {
  const { theme, setTheme } = useTheme()
  const { timeZone, live, compact } = usePreferences()
  const link = usePageLink()
  return useMemo(() => {
    const copyLink = async () =>
      announce((await copyText(link)) ? 'Link copied.' : 'The link could not be copied.')
    const isUtc = timeZone === 'utc'
    return [
      action('Copy link to this page', ['share', 'url', 'address'], () => void copyLink()),
      ...themes
        .filter(({ value }) => value !== theme)
        .map(({ value, label }) => choice(label, themeWords, `${label}.`, () => setTheme(value))),
      choice(
        `Show times in ${isUtc ? 'your time zone' : 'UTC'}`,
        ['switch time zone', 'utc local time'],
        `Times are in ${isUtc ? 'your time zone' : 'UTC'}.`,
        () => changePreferences({ timeZone: isUtc ? 'local' : 'utc' }),
      ),
      choice(
        compact ? 'Regular rows' : 'Compact rows',
        ['switch density', 'row height'],
        compact ? 'Rows have their regular height.' : 'Rows are compact.',
        () => changePreferences({ compact: !compact }),
      ),
      choice(
        `${live ? 'Stop' : 'Start'} automatic refresh`,
        ['auto-refresh', 'live', 'switch automatic refresh'],
        `Automatic refresh is ${live ? 'off' : 'on'}.`,
        () => changePreferences({ live: !live }),
      ),
      { ...action('Show keyboard shortcuts', ['help'], frame.onShowKeys), shortcut: '?' },
      ...optional('Sign out', ['log out', 'leave'], frame.onSignOut),
      ...optional('Sign out everywhere', ['log out', 'end all sessions'], frame.onSignOutEverywhere),
    ]
  }, [theme, setTheme, timeZone, compact, live, link, frame])
}

const themes: readonly { readonly value: Theme; readonly label: string }[] = [
  { value: 'system', label: 'System theme' },
  { value: 'light', label: 'Light theme' },
  { value: 'dark', label: 'Dark theme' },
]
const themeWords = ['switch theme', 'appearance', 'dark mode', 'light mode']

/** `also`: other words that people type for it. */
function action(label: string, also: readonly string[], run: () => void): FinderItem {
  return { group: 'Actions', key: `action ${label}`, label, note: '', also, act: { run } }
}

function choice(label: string, also: readonly string[], done: string, choose: () => void): FinderItem {
  return action(label, also, () => {
    choose()
    announce(done)
  })
}

function optional(label: string, also: readonly string[], run: (() => void) | null): readonly FinderItem[] {
  return run ? [action(label, also, run)] : []
}
