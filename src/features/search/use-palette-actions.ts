import { useMemo } from 'react'
import { useRowHeight } from '../../list/row-height.ts'
import { usePageLink } from '../../list/views/page-link.ts'
import { changePreferences, usePreferences } from '../../records/preferences.ts'
import { copyText } from '../../ui/copy-text.ts'
import { announce } from '../../ui/LiveRegion.tsx'
import { type Theme, useTheme } from '../../ui/theme.ts'
import type { PaletteItem } from './items.ts'

const themes: Readonly<Record<Theme, string>> = {
  system: 'Theme as the system has it',
  light: 'Light theme',
  dark: 'Dark theme',
}

/** What can be done from anywhere. Of a choice, the values that are not chosen. */
export function usePaletteActions({
  onShowKeys,
  onSignOut,
  onSignOutEverywhere,
}: {
  onShowKeys: () => void
  onSignOut: (() => void) | null
  onSignOutEverywhere: (() => void) | null
}): readonly PaletteItem[] {
  const { theme, setTheme } = useTheme()
  const { timeZone, live } = usePreferences()
  const { density, choose } = useRowHeight()
  const link = usePageLink()
  return useMemo(() => {
    const done = (run: () => void, said: string) => () => {
      run()
      announce(said)
    }
    const copyLink = async () => {
      announce(
        (await copyText(link)) ? 'Link to this page: copied' : 'Link to this page: could not be copied',
      )
    }
    return [
      action('Copy link to this page', ['share', 'url', 'address'], () => void copyLink()),
      ...(Object.keys(themes) as Theme[])
        .filter((each) => each !== theme)
        .map((each) =>
          action(
            themes[each],
            ['switch theme', 'appearance', 'dark mode', 'light mode'],
            done(() => setTheme(each), `${themes[each]}.`),
          ),
        ),
      timeZone === 'utc'
        ? action(
            'Times in your own zone',
            zoneWords,
            done(() => changePreferences({ timeZone: 'local' }), 'Times are local.'),
          )
        : action(
            'Times in UTC',
            zoneWords,
            done(() => changePreferences({ timeZone: 'utc' }), 'Times are UTC.'),
          ),
      density === 'compact'
        ? action(
            'Regular rows',
            densityWords,
            done(() => choose('regular'), 'Rows are regular.'),
          )
        : action(
            'Compact rows',
            densityWords,
            done(() => choose('compact'), 'Rows are compact.'),
          ),
      live
        ? action(
            'Stop automatic refresh',
            refreshWords,
            done(() => changePreferences({ live: false }), 'Automatic refresh is off.'),
          )
        : action(
            'Start automatic refresh',
            refreshWords,
            done(() => changePreferences({ live: true }), 'Automatic refresh is on.'),
          ),
      { ...action('Show keyboard shortcuts', ['keyboard shortcuts', 'help'], onShowKeys), shortcut: '?' },
      ...(onSignOut ? [action('Sign out', ['log out', 'leave'], onSignOut)] : []),
      ...(onSignOutEverywhere
        ? [action('Sign out everywhere', ['log out', 'end all sessions'], onSignOutEverywhere)]
        : []),
    ]
  }, [theme, setTheme, timeZone, density, choose, live, link, onShowKeys, onSignOut, onSignOutEverywhere])
}

const zoneWords = ['switch time zone', 'utc local time']
const densityWords = ['switch density', 'row height']
const refreshWords = ['auto-refresh', 'live', 'switch automatic refresh']

function action(label: string, also: readonly string[], run: () => void): PaletteItem {
  return { group: 'Actions', key: `action ${label}`, label, note: '', also, act: { run } }
}
