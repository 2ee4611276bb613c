import type { DirectoryPart } from '../../api/directory.ts'
import { OptionList } from '../../ui/OptionList.tsx'
import type { Listbox } from '../../ui/use-listbox.ts'
import { UntrustedText } from '../UntrustedText.tsx'
import styles from './FindField.module.css'
import { leftOut } from './pasted.ts'
import type { SearchResult } from './search-results.ts'

/** What a text can mean, to choose from, and what has to be said about it. */
export function SearchResults({
  results,
  drawn,
  listbox,
  hidden,
  waiting,
  failed,
}: {
  results: readonly SearchResult[]
  drawn: number
  listbox: Listbox
  hidden: readonly string[]
  waiting: boolean
  failed: readonly DirectoryPart[]
}) {
  const choices = results.filter(({ action }) => action.kind !== 'nothing')
  const said = results.filter(({ action }) => action.kind === 'nothing')
  return (
    <>
      {said.map(({ key, about, note }) => (
        <p key={key} className={styles.said}>
          {about}: {note}.
        </p>
      ))}
      {hidden.length > 0 && <p className={styles.said}>{leftOut(hidden)}</p>}
      <OptionList
        listbox={listbox}
        label="Results"
        options={choices.slice(0, drawn).map(({ key, about, value, note }) => ({
          key,
          content: (
            <span className={styles.result}>
              <span className={styles.about}>{about}</span>
              <span className={styles.value}>
                <UntrustedText text={value} />
              </span>
              {note !== '' && (
                <span className={styles.note}>
                  <UntrustedText text={note} />
                </span>
              )}
            </span>
          ),
        }))}
      />
      {choices.length > drawn && <p className={styles.remark}>And {choices.length - drawn} more: type on.</p>}
      {waiting && <p className={styles.remark}>Reading names …</p>}
      {!waiting && choices.length === 0 && <p className={styles.remark}>Nothing is known by this name.</p>}
      {failed.length > 0 && (
        <p className={styles.remark}>
          Could not be read, so that nothing in it is found: {failed.join(', ')}.
        </p>
      )}
    </>
  )
}
