import { useNavigate } from 'react-router-dom'
import { rowLinks } from '../ui/row-focus.ts'
import { Sheet } from '../ui/Sheet.tsx'
import { useShortcuts } from '../ui/use-shortcuts.ts'
import styles from './KeyboardHelp.module.css'

const pages = [
  { keys: 'g t', to: '/transactions', what: 'Go to transactions' },
  { keys: 'g b', to: '/balances', what: 'Go to balances' },
  { keys: 'g v', to: '/vaults', what: 'Go to vaults' },
  { keys: 'g w', to: '/whitelists', what: 'Go to whitelists' },
] as const

const list: readonly { readonly keys: string; readonly what: string }[] = [
  ...pages,
  { keys: 'j k', what: 'Next and previous row; the arrow keys do the same within a table' },
  { keys: 'Home End', what: 'First and last row' },
  { keys: 'Enter', what: 'Open the row' },
  { keys: 'Escape', what: 'Close what is open; the focus returns to its row' },
  { keys: '?', what: 'Show these keys' },
]

/** The keys of every page, and the list of them that `?` shows. */
export function KeyboardHelp({ open, onOpen }: { open: boolean; onOpen: (open: boolean) => void }) {
  const navigate = useNavigate()
  useShortcuts({
    '?': () => onOpen(true),
    // From anywhere on the page; once a row has the focus the table itself moves it.
    j: focusFirstRow,
    k: focusFirstRow,
    ...Object.fromEntries(pages.map(({ keys, to }) => [keys, () => void navigate(to)])),
  })
  if (!open) return null
  return (
    <Sheet label="Keyboard shortcuts" onClose={() => onOpen(false)}>
      <dl className={styles.keys}>
        {list.map(({ keys, what }) => (
          <div key={keys} className={styles.line}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key} className={styles.key}>
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Sheet>
  )
}

function focusFirstRow(): void {
  rowLinks(document)[0]?.focus()
}
