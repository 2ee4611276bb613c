import type { LucideIcon } from 'lucide-react'
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import BookUser from 'lucide-react/icons/book-user'
import Bookmark from 'lucide-react/icons/bookmark'
import Coins from 'lucide-react/icons/coins'
import Command from 'lucide-react/icons/command'
import CornerDownLeft from 'lucide-react/icons/corner-down-left'
import PanelsTopLeft from 'lucide-react/icons/panels-top-left'
import Vault from 'lucide-react/icons/vault'
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useLayoutEffect, useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { usePageLink } from '../../list/views/page-link.ts'
import { changePreferences, usePreferences } from '../../records/preferences.ts'
import { UntrustedText } from '../../records/text.tsx'
import { copyText } from '../../ui/buttons.tsx'
import { announce, classes, VisuallyHidden } from '../../ui/inline.tsx'
import { type DrawnOption, type Listbox, OptionList, useListbox } from '../../ui/options.tsx'
import { KeyCaps } from '../../ui/shortcuts.tsx'
import { type Theme, useTheme } from '../../ui/theme.ts'
import type { PaletteGroup, PaletteItem } from './items.ts'
import styles from './PaletteSearch.module.css'
import { usePalette } from './use-palette.ts'
import {
  type ActionWords,
  actions,
  choices,
  groupHeading,
  linkCopied,
  linkNotCopied,
  noResults,
  resultCount,
  results,
  themes,
} from './words.ts'

/** The ids that the field must name: of the list under it, and of the option that is active in it. */
export interface ActiveOption {
  readonly list: string
  readonly option: string
}

/** What the frame of the console and the field give to what is found. */
export interface PaletteSearchProps {
  readonly onShowKeys: () => void
  /** Left out where a session cannot be ended. */
  readonly onSignOut: (() => void) | null
  readonly onSignOutEverywhere: (() => void) | null
  readonly typed: string
  /** Enter was pressed while there was nothing to choose: the first option is chosen once everything is read. */
  readonly entered: boolean
  /** What the keys in the field are for. */
  readonly listboxRef: Ref<Listbox>
  /** Null while there is no option. */
  readonly onActive: (active: ActiveOption | null) => void
  /** Closes the palette, then does this. */
  readonly onAct: (action: () => void) => void
}

/** What the palette finds for the text in its field. */
export default function PaletteSearch(props: PaletteSearchProps) {
  const { onShowKeys, onSignOut, onSignOutEverywhere, typed, entered, listboxRef, onActive, onAct } = props
  const navigate = useNavigate()
  const actions = usePaletteActions({ onShowKeys, onSignOut, onSignOutEverywhere })
  const { sections, notes, waiting } = usePalette(typed, actions)
  const items = sections.flatMap((section) => section.items)

  const choose = (index: number) => {
    const act = items[index]?.act
    if (!act) return
    if ('href' in act) onAct(() => void navigate(act.href))
    else if (act.isKeptOpen) act.run()
    else onAct(act.run)
  }
  const listbox = useListbox({ count: items.length, fallback: 0, onChoose: choose })
  useImperativeHandle(listboxRef, () => listbox)
  const { id: list, activeId: option } = listbox
  useLayoutEffect(() => onActive(option === undefined ? null : { list, option }), [onActive, list, option])

  const chooseFirst = useEffectEvent(() => choose(0))
  useEffect(() => {
    if (!entered || waiting) return
    // Not at once: what is being drawn cannot be closed.
    const soon = setTimeout(chooseFirst)
    return () => clearTimeout(soon)
  }, [entered, waiting])

  return (
    <>
      {items.length > 0 && (
        <div className={styles.list}>
          <OptionList
            listbox={listbox}
            label={results}
            groups={sections.map((section) => ({
              heading: groupHeading(section.group, section.items.length, section.found),
              options: section.items.map(optionOf),
            }))}
          />
        </div>
      )}
      {items.length === 0 && !waiting && typed.trim() !== '' && (
        <p className={styles.nothing}>
          {noResults} <UntrustedText text={typed.trim()} />.
        </p>
      )}
      {notes.length > 0 && (
        <ul className={styles.notes}>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <VisuallyHidden>
        <span role="status">{typed.trim() !== '' && resultCount(items.length)}</span>
      </VisuallyHidden>
    </>
  )
}

const icons: Readonly<Record<PaletteGroup, LucideIcon>> = {
  Pages: PanelsTopLeft,
  Views: Bookmark,
  Vaults: Vault,
  Whitelists: BookUser,
  Assets: Coins,
  Transactions: ArrowLeftRight,
  Actions: Command,
}

function optionOf({ group, key, label, note, shortcut }: PaletteItem): DrawnOption {
  const Icon = icons[group]
  return {
    key,
    lead: <Icon className={styles.icon} size={16} aria-hidden />,
    label: <UntrustedText text={label} />,
    detail: note !== '' && <UntrustedText text={note} />,
    end: (
      <>
        {shortcut !== undefined && <KeyCaps keys={shortcut} />}
        <CornerDownLeft className={classes(styles.icon, styles.enter)} size={16} aria-hidden />
      </>
    ),
  }
}

/** What can be done from anywhere. Of a choice, the values that are not chosen. */
function usePaletteActions({
  onShowKeys,
  onSignOut,
  onSignOutEverywhere,
}: Pick<PaletteSearchProps, 'onShowKeys' | 'onSignOut' | 'onSignOutEverywhere'>): readonly PaletteItem[] {
  const { theme, setTheme } = useTheme()
  const { timeZone, live, compact } = usePreferences()
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
      compact
        ? choice(choices.regular, () => changePreferences({ compact: false }))
        : choice(choices.compact, () => changePreferences({ compact: true })),
      live
        ? choice(choices.stop, () => changePreferences({ live: false }))
        : choice(choices.start, () => changePreferences({ live: true })),
      { ...action(actions.keys, onShowKeys), shortcut: '?' },
      ...(onSignOut ? [action(actions.signOut, onSignOut)] : []),
      ...(onSignOutEverywhere ? [action(actions.signOutEverywhere, onSignOutEverywhere)] : []),
    ]
  }, [theme, setTheme, timeZone, compact, live, link, onShowKeys, onSignOut, onSignOutEverywhere])
}

function action({ label, also }: Omit<ActionWords, 'done'>, run: () => void): PaletteItem {
  return { group: 'Actions', key: `action ${label}`, label, note: '', also, act: { run } }
}
