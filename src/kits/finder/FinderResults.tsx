import type { LucideIcon } from 'lucide-react'
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import BookUser from 'lucide-react/icons/book-user'
import Bookmark from 'lucide-react/icons/bookmark'
import Coins from 'lucide-react/icons/coins'
import Command from 'lucide-react/icons/command'
import CornerDownLeft from 'lucide-react/icons/corner-down-left'
import PanelsTopLeft from 'lucide-react/icons/panels-top-left'
import ShieldCheck from 'lucide-react/icons/shield-check'
import TextSearch from 'lucide-react/icons/text-search'
import Vault from 'lucide-react/icons/vault'
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useLayoutEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { counted, countText } from '../../contract/count-text.ts'
import { hiddenRemark } from '../../contract/hidden-characters.ts'
import type { SearchFigure } from '../../contract/search.ts'
import { usePreferences } from '../../display/preferences.ts'
import { UntrustedItems, UntrustedText } from '../../display/text.tsx'
import { withHiddenNamed } from '../../display/untrusted-text.ts'
import { classes, VisuallyHidden } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { useFollowHref } from '../../ui/links.tsx'
import { type DrawnOption, type Listbox, OptionList, useListbox } from '../../ui/options.tsx'
import { KeyCaps } from '../../ui/shortcuts.tsx'
import { transactionsList } from '../../url/lists.ts'
import { figureLink } from './answers.ts'
import { FigureCard } from './FigureCard.tsx'
import { type FinderGroup, type FinderItem, type FinderSection, hrefAt } from './items.ts'
import styles from './search.module.css'
import { type FinderSearch, type FrameActions, useFinderSearch } from './use-finder-search.ts'

/** Element ids that the field refers to. */
export interface ActiveOption {
  readonly list: string | undefined
  readonly option: string | undefined
}

interface FinderResultsProps {
  readonly typed: string
  readonly hidden: readonly string[]
  /** Enter was pressed while nothing was active: it takes effect when the gateway has answered. */
  readonly isEntered: boolean
  readonly frame: FrameActions
  readonly listboxRef: Ref<Listbox>
  readonly onActive: (active: ActiveOption) => void
  /** Closes the finder, then does it. */
  readonly onAct: (action: () => void) => void
}

export default function FinderResults({
  typed,
  hidden,
  isEntered,
  frame,
  listboxRef,
  onActive,
  onAct,
}: FinderResultsProps) {
  const location = useLocation()
  const { keys: hasKeys } = usePreferences()
  // On the page of transactions, the meanings there come first.
  const leads = location.pathname === transactionsList.path ? 'Transactions' : null
  const search = useFinderSearch(typed, frame, leads)
  const { sections, isWaiting, isUnclear, card } = search
  const items = sections.flatMap((section) => section.items)
  const follow = useFollowHref()
  const figure = card?.figure ?? null
  const to = figure && hrefAt(figureLink(figure), location)
  const choose = useChoose(items, onAct)
  const fallback = isUnclear || isWaiting || figure ? null : 0
  const listbox = useListbox({ count: items.length, fallback, onChoose: choose })
  useImperativeHandle(listboxRef, () => listbox)
  const { id, activeId: option } = listbox
  const list = items.length > 0 ? id : undefined
  useLayoutEffect(() => onActive({ list, option }), [onActive, list, option])

  const answer = useEffectEvent(() => {
    if (to !== null) onAct(() => follow(to))
    else if (isUnclear) listbox.setActive(0)
    else choose(0)
  })
  useEffect(() => {
    if (!isEntered || isWaiting) return
    // A dialog cannot be closed while it is being drawn.
    const soon = setTimeout(answer)
    return () => clearTimeout(soon)
  }, [isEntered, isWaiting])

  return (
    <>
      {card && (
        <FigureCard
          figure={figure}
          basis={card.basis}
          to={to}
          isChoice={card.isChoice}
          notes={card.notes}
          progress={card.progress}
          room={card.room}
          onLeave={() => onAct(() => undefined)}
        />
      )}
      {items.length > 0 && (
        <div className={styles.list}>
          <OptionList
            listbox={listbox}
            label="Results"
            groups={sections.map((section) => ({
              heading: headingOf(section),
              options: section.items.map((item) => optionOf(item, hasKeys)),
            }))}
          />
        </div>
      )}
      <SearchNotes
        search={search}
        hidden={hidden}
        figure={figure}
        count={typed.trim() === '' || isWaiting ? null : items.length}
      />
    </>
  )
}

function useChoose(items: readonly FinderItem[], onAct: FinderResultsProps['onAct']) {
  const follow = useFollowHref()
  const location = useLocation()
  return (index: number) => {
    const act = items[index]?.act
    if (!act) return
    if ('href' in act) onAct(() => follow(hrefAt(act, location)))
    else onAct(act.run)
  }
}

/** Below the results: what was not found, was not searched or was removed from the text. */
function SearchNotes({
  search: { nothing, notes, card },
  hidden,
  figure,
  count,
}: Pick<FinderResultsProps, 'hidden'> & {
  search: FinderSearch
  figure: SearchFigure | null
  /** Null while they are waited for. */
  count: number | null
}) {
  const remarks = [...(hidden.length > 0 ? [hiddenRemark(hidden)] : []), ...notes]
  return (
    <>
      {count === 0 && nothing.length === 0 && card === null && (
        <p className={classes(layout.muted, styles.nothing)}>No page, view or action has this name.</p>
      )}
      {nothing.length > 0 && (
        <div className={classes(layout.stack, layout.tight, layout.muted, styles.nothing)}>
          {nothing.map((sentence) => (
            <p key={sentence}>
              <UntrustedText text={sentence} />
            </p>
          ))}
        </div>
      )}
      {remarks.length > 0 && (
        <ul className={classes(layout.stack, layout.tight, layout.small, styles.remarks)}>
          <UntrustedItems texts={remarks} />
        </ul>
      )}
      <VisuallyHidden>
        <span role="status">
          {figure
            ? `${withHiddenNamed(figure.title)}. Enter opens it.`
            : count !== null && counted(count, 'result')}
        </span>
      </VisuallyHidden>
    </>
  )
}

function headingOf({ group, items: { length }, fitting }: FinderSection): string {
  if (fitting <= length) return group
  return `${group} · ${countText(length)} of ${countText(fitting)}, keep typing to see others`
}

const icons: Readonly<Record<FinderGroup, LucideIcon>> = {
  Addresses: ShieldCheck,
  Pages: PanelsTopLeft,
  Views: Bookmark,
  Vaults: Vault,
  Whitelists: BookUser,
  Assets: Coins,
  Transactions: ArrowLeftRight,
  'Notes, memos and hashes': TextSearch,
  Actions: Command,
}

function optionOf({ group, key, about, label, note, shortcut }: FinderItem, hasKeys: boolean): DrawnOption {
  const Icon = icons[group]
  return {
    key,
    lead: <Icon className={layout.faint} size={16} aria-hidden />,
    label: (
      <>
        {about !== undefined && <span className={layout.quiet}>{about}: </span>}
        <UntrustedText text={label} />
      </>
    ),
    detail: note !== '' && <UntrustedText text={note} />,
    end: (
      <>
        {hasKeys && shortcut !== undefined && (
          <span className={styles.keys}>
            <KeyCaps keys={shortcut} />
          </span>
        )}
        <CornerDownLeft className={classes(layout.faint, styles.enter)} size={16} aria-hidden />
      </>
    ),
  }
}
