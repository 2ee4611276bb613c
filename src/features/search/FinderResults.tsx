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
import {
  type Ref,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'
import { useLocation } from 'react-router-dom'
import { directoryParts, useDirectory } from '../../api/directory.ts'
import { presentTime } from '../../api/pack-source.ts'
import { useTransactionsRead } from '../../api/transactions-read.ts'
import type { HeldBooks } from '../../books/books.ts'
import type { BookedTransaction } from '../../books/transaction-table.ts'
import { counted, countText } from '../../contract/count-text.ts'
import { hiddenRemark, tidied } from '../../contract/hidden-characters.ts'
import { builtInViews, useSavedViews } from '../../list/saved-views.ts'
import { usePreferences } from '../../records/preferences.ts'
import { UntrustedText } from '../../records/text.tsx'
import { useFollowHref } from '../../ui/hooks.ts'
import { classes, VisuallyHidden } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { type DrawnOption, type Listbox, OptionList, useListbox } from '../../ui/options.tsx'
import { KeyCaps } from '../../ui/shortcuts.tsx'
import { transactionsList } from '../../url/lists.ts'
import { useBooks, useBooksView, useReading } from '../../work/use-books.ts'
import { type FrameActions, useActions } from './actions.ts'
import {
  checkItems,
  type FinderGroup,
  type FinderItem,
  type FinderSection,
  hrefAt,
  isCheck,
  pageItems,
  recordItems,
  sectionsOf,
  viewItems,
} from './items.ts'
import { knownFrom, noRows } from './known.ts'
import { meaningsOf } from './meanings.ts'
import styles from './search.module.css'
import { taskItems } from './tasks.ts'

/** Element ids that the field refers to. */
export interface ActiveOption {
  readonly list: string | undefined
  readonly option: string | undefined
}

interface FinderResultsProps {
  readonly typed: string
  /** Hidden characters that were removed from it. */
  readonly hidden: readonly string[]
  /** Enter was pressed while nothing was active. It counts once everything is read. */
  readonly isEntered: boolean
  readonly frame: FrameActions
  /** For the keys in the field. */
  readonly listboxRef: Ref<Listbox>
  readonly onActive: (active: ActiveOption) => void
  /** Closes the finder, then does this. */
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
  const follow = useFollowHref()
  const location = useLocation()
  const { keys: hasKeys } = usePreferences()
  const looked = useDeferredValue(typed)
  // On the page of transactions, what the text means there comes first.
  const leads = location.pathname === transactionsList.path ? 'Transactions' : null
  const { sections, isUnclear, notes, areNamesWaiting, isReading, rows, text } = useFound(
    looked,
    frame,
    leads,
  )
  const isBehind = text !== typed
  const items = sections.flatMap((section) => section.items)
  // Enter waits for the books where they may know better.
  const isUnread = isReading && (items[0]?.isEarly ?? true)
  const isWaiting = areNamesWaiting || isBehind || isUnread
  const choose = (index: number) => {
    const act = items[index]?.act
    if (!act) return
    if ('href' in act) onAct(() => follow(hrefAt(act, location), act.opens))
    else onAct(act.run)
  }
  // What leads is complete only once all names are read.
  const isEarly = isBehind || isUnread || (areNamesWaiting && leads !== null)
  const listbox = useListbox({
    count: items.length,
    fallback: isUnclear || isEarly ? null : 0,
    onChoose: choose,
  })
  useImperativeHandle(listboxRef, () => listbox)
  const { id, activeId: option } = listbox
  const list = items.length > 0 ? id : undefined
  useLayoutEffect(() => onActive({ list, option }), [onActive, list, option])

  const answer = useEffectEvent(() => {
    if (isUnclear) listbox.setActive(0)
    else choose(0)
  })
  useEffect(() => {
    if (!isEntered || isWaiting) return
    // A dialog cannot be closed while it is being drawn.
    const soon = setTimeout(answer)
    return () => clearTimeout(soon)
  }, [isEntered, isWaiting])

  const isTyped = typed.trim() !== ''
  // That a text can be checked as an address is no find.
  const isNothingFound = items.every(isCheck)
  const remarks = [...(hidden.length > 0 ? [hiddenRemark(hidden)] : []), ...notes]
  return (
    <>
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
      {isNothingFound && !isWaiting && isTyped && (
        <p className={classes(layout.muted, styles.nothing)}>
          Nothing found
          {rows !== null && ` among ${counted(rows, 'transaction')}, vaults, whitelists and pages`}.
        </p>
      )}
      {remarks.length > 0 && (
        <ul className={classes(layout.stack, layout.tight, layout.small, styles.remarks)}>
          {remarks.map((remark) => (
            <li key={remark}>{remark}</li>
          ))}
        </ul>
      )}
      <VisuallyHidden>
        <span role="status">{isTyped && !isWaiting && counted(items.length, 'result')}</span>
      </VisuallyHidden>
    </>
  )
}

/**
 * Searches everything that is known. `isUnclear`: the text has several meanings, or is only a guess, so that Enter asks which. `notes`:
 * what is not read yet, or could not be.
 */
function useFound(typed: string, frame: FrameActions, leads: FinderGroup | null) {
  const directory = useDirectory(directoryParts)
  const { books } = useBooks()
  const { isReading, isBroken, progress } = useSearchProgress()
  const transactions = useTransactionsRead(books === null)
  const { found, listed, names, text: shown, areNamesLate, hasFailed } = useSearchedBooks(books, typed)
  const { views } = useSavedViews()
  const actions = useActions(frame)
  const [now] = useState(() => new Date(presentTime()))
  const known = useMemo(
    () =>
      knownFrom(
        directory,
        transactions,
        now,
        names && { ...names, find: () => nothing, listed: () => noRows },
      ),
    [directory, transactions, now, names],
  )
  const items = useMemo(
    () => [
      ...pageItems,
      ...viewItems(builtInViews(now), views),
      ...recordItems(directory, known),
      ...actions,
    ],
    [now, views, directory, known, actions],
  )
  const { text } = tidied(shown)
  const areNamesWaiting = directory.waiting.length > 0 || areNamesLate
  const results = useMemo(() => {
    const { books } = known
    const find = (isMeant: (row: BookedTransaction) => boolean, most: number) =>
      found.filter(isMeant).slice(0, most)
    const meanings = areNamesWaiting
      ? []
      : meaningsOf(shown, { ...known, books: books && { ...books, find, listed: () => listed } })
    const meant = (isGuess: boolean) => meanings.filter((item) => Boolean(item.isGuess) === isGuess)
    const sections = sectionsOf(
      text,
      [...items, ...taskItems(text, now)],
      [...meant(false), ...checkItems(shown)],
      leads,
    )
    if (sections.length === 0) return { sections: sectionsOf(text, [], meant(true)), isUnclear: true }
    const [first, second] = sections[0]?.items ?? []
    const isOneOfSeveral = second !== undefined && asked.some((group) => group === first?.group)
    return { sections, isUnclear: isOneOfSeveral }
  }, [areNamesWaiting, shown, text, known, found, listed, items, now, leads])
  const { waiting } = directory
  const failed = [...directory.failed, ...(hasFailed || isBroken ? ['transactions'] : [])]
  const notes =
    text === ''
      ? []
      : [
          ...(waiting.length > 0 ? [`Still reading ${waiting.join(', ')}.`] : []),
          ...(progress === null ? [] : [progress]),
          ...(books || isReading || isBroken ? [] : [notSearched]),
          ...(failed.length > 0 ? [`Not searched, because it could not be read: ${failed.join(', ')}.`] : []),
        ]
  return { ...results, notes, areNamesWaiting, isReading, rows: names?.rows ?? null, text: shown }
}

const notSearched =
  'Transactions were not searched by hash, address or amount, because not all of them are read.'

/** Until the books are there. */
function useSearchProgress() {
  const { books } = useBooks()
  const { reading, isStopped } = useReading()
  const isReading = books === null && !isStopped
  const { part } = reading.progress
  const progress = part === null ? 'Searching…' : `Searching, ${Math.floor(part * 100)}%`
  return {
    isReading,
    isBroken: books === null && isStopped && reading.phase !== 'asked',
    progress: isReading ? progress : null,
  }
}

/** What the books name, and which of their transactions a text means: the text before until that is found out. */
function useSearchedBooks(books: HeldBooks | null, typed: string) {
  const names = useBooksView('names', books, undefined)
  const search = useBooksView('search', typed.trim() === '' ? null : books, typed)
  const hasFailed = books !== null && (names.isError || search.isError)
  const isSearched = books !== null && typed.trim() !== '' && !hasFailed
  return {
    names: books && (names.data ?? null),
    found: (isSearched && search.data?.transactions) || nothing,
    listed: (isSearched && search.data?.listed) || noRows,
    text: isSearched ? (search.data?.text ?? '') : typed,
    areNamesLate: books !== null && names.isPending,
    hasFailed,
  }
}

/** Groups in which no result is more likely than another. */
const asked: readonly FinderGroup[] = ['Addresses', 'Transactions', 'Notes, memos and hashes']

const nothing: readonly BookedTransaction[] = []

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
        {hasKeys && shortcut !== undefined && <KeyCaps keys={shortcut} />}
        <CornerDownLeft className={classes(layout.faint, styles.enter)} size={16} aria-hidden />
      </>
    ),
  }
}
