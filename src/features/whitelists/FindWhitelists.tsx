import type { Page } from '../../api/paging.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { NarrowField } from '../../list/NarrowField.tsx'
import type { UseListView } from '../../list/use-list-view.ts'
import { Button } from '../../ui/Button.tsx'
import { readSearchTerms, shortestAddressPart } from './find.ts'
import styles from './whitelists.module.css'
import { find, foundText, morePages, searchAll, shortText } from './words.ts'

type Props = Pick<UseListView<keyof Filter<'whitelists'>, 'q' | 'in'>, 'view' | 'patch'>

/** The field that finds whitelists by their names and addresses, among those that were read. */
export function FindWhitelists({ view, patch }: Props) {
  return (
    <NarrowField
      {...find}
      text={view.params.q ?? ''}
      // What was found in all has pages of its own; of a page of the list the place stays.
      onText={(q) =>
        patch(
          {
            ...(view.params.in && { offset: 0 }),
            params: { q, ...(q.trim() === '' && { in: null }) },
          },
          { replace: true },
        )
      }
    />
  )
}

/** Says among how many whitelists was looked, and offers to look through all where the list has more. */
export function SearchScope({
  view,
  patch,
  found,
  among,
  whole,
}: Props & NonNullable<Page<unknown>['narrowed']>) {
  const isShort = readSearchTerms(view.params.q ?? '').part === null
  return (
    <div className={styles.looked}>
      <p role="status">
        {foundText({ found, among, whole })}
        {isShort && ` ${shortText(shortestAddressPart)}`}
        {!whole && ` ${morePages}`}
      </p>
      {!whole && (
        <Button small onClick={() => patch({ offset: 0, params: { in: 'all' } })}>
          {searchAll}
        </Button>
      )}
    </div>
  )
}
