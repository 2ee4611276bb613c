import { useMemo } from 'react'
import { usePageLink } from '../../list/ListActions.tsx'
import { copyText } from '../../ui/buttons.tsx'
import { announce } from '../../ui/inline.tsx'
import type { FinderItem } from './items.ts'

export interface FrameActions {
  readonly onShowKeys: () => void
  /** Null where a session cannot be ended. */
  readonly onSignOut: (() => void) | null
}

/** What can be done from anywhere. Preferences have their own menu. */
export function useActions({ onShowKeys, onSignOut }: FrameActions): readonly FinderItem[] {
  const link = usePageLink()
  return useMemo(() => {
    const copyLink = async () =>
      announce((await copyText(link)) ? 'Link copied.' : 'The link could not be copied.')
    return [
      action('Copy link to this page', ['share', 'url', 'address'], () => void copyLink()),
      { ...action('Show keyboard shortcuts', ['help'], onShowKeys), shortcut: '?' },
      ...(onSignOut ? [action('Sign out', ['log out', 'leave'], onSignOut)] : []),
    ]
  }, [link, onShowKeys, onSignOut])
}

/** `also`: other words that people type for it. */
function action(label: string, also: readonly string[], run: () => void): FinderItem {
  return { group: 'Actions', key: `action ${label}`, label, note: '', also, act: { run } }
}
