import { useMemo } from 'react'
import { useRowHeight } from '../../list/row-height.ts'
import { usePageLink } from '../../list/views/page-link.ts'
import { changePreferences, usePreferences } from '../../records/preferences.ts'
import { copyText } from '../../ui/copy-text.ts'
import { announce } from '../../ui/LiveRegion.tsx'
import { type Theme, useTheme } from '../../ui/theme.ts'
import type { PaletteItem } from './items.ts'
import { type ActionWords, actions, choices, linkCopied, linkNotCopied, themes } from './words.ts'

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
    const choice = (words: ActionWords, choose: () => void) =>
      action(words, () => {
        choose()
        announce(words.done)
      })
    const copyLink = async () => announce((await copyText(link)) ? linkCopied : linkNotCopied)
    return [
      action(actions.copyLink, () => void copyLink()),
      ...(Object.keys(themes) as Theme[])
        .filter((each) => each !== theme)
        .map((each) => choice(themes[each], () => setTheme(each))),
      timeZone === 'utc'
        ? choice(choices.local, () => changePreferences({ timeZone: 'local' }))
        : choice(choices.utc, () => changePreferences({ timeZone: 'utc' })),
      density === 'compact'
        ? choice(choices.regular, () => choose('regular'))
        : choice(choices.compact, () => choose('compact')),
      live
        ? choice(choices.stop, () => changePreferences({ live: false }))
        : choice(choices.start, () => changePreferences({ live: true })),
      { ...action(actions.keys, onShowKeys), shortcut: '?' },
      ...(onSignOut ? [action(actions.signOut, onSignOut)] : []),
      ...(onSignOutEverywhere ? [action(actions.signOutEverywhere, onSignOutEverywhere)] : []),
    ]
  }, [theme, setTheme, timeZone, density, choose, live, link, onShowKeys, onSignOut, onSignOutEverywhere])
}

function action({ label, also }: Omit<ActionWords, 'done'>, run: () => void): PaletteItem {
  return { group: 'Actions', key: `action ${label}`, label, note: '', also, act: { run } }
}
