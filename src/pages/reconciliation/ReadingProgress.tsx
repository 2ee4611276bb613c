import { ReadingProgress as Progressing } from '../../components/reading/ReadingProgress.tsx'
import { counted } from '../../contract/count-text.ts'
import { balanceTypes } from '../../contract/enumerations.ts'
import type { BooksList } from '../../reconciliation/read-books.ts'
import { ofVaults } from '../../reconciliation/words.ts'
import type { Progress } from './use-reconciliation.ts'

const lists: readonly BooksList[] = [...balanceTypes, 'vaults']

/** How far reading is, what it waits for, and the way to stop it. */
export function ReadingProgress({ progress, onCancel }: { progress: Progress; onCancel: () => void }) {
  const { list, rows, reading, waiting } = progress
  return (
    <Progressing
      what={`${listName(list)}${reading > 0 ? ' again' : ''}`}
      count={counted(rows, 'row')}
      done={lists.indexOf(list)}
      lists={lists.length}
      note={
        reading > 0
          ? 'Something did not agree. Books move while they are read, so everything is read a second time before anything is said.'
          : 'Balances of all, cold and warm vaults, and then every vault.'
      }
      waiting={waiting}
      onCancel={onCancel}
    />
  )
}

function listName(list: BooksList): string {
  return list === 'vaults' ? 'vaults' : `balances of ${ofVaults[list]}`
}
