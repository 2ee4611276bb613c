import { useQueryClient } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import { useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { switchAccount } from '../api/session.ts'
import type { SessionState } from '../contract/session.ts'
import { ErrorBanner } from '../records/errors.tsx'
import { UntrustedText } from '../records/text.tsx'
import { Button } from '../ui/buttons.tsx'
import { Sheet } from '../ui/dialogs.tsx'
import { announce } from '../ui/inline.tsx'
import styles from './AccountSheet.module.css'

/** With which of their accounts a person goes on. */
export default function AccountSheet({
  person,
  onClose,
}: {
  person: NonNullable<SessionState['person']>
  onClose: () => void
}) {
  const client = useQueryClient()
  const [chosen, setChosen] = useState<string | null>(null)
  const [error, setError] = useState<ApiError | null>(null)
  const choose = async (account: string) => {
    setChosen(account)
    setError(null)
    try {
      await switchAccount(client, account)
      announce(`You now read ${account}.`)
      onClose()
    } catch (reason) {
      if (!(reason instanceof ApiError)) throw reason
      setError(reason)
      setChosen(null)
    }
  }
  return (
    <Sheet label="Switch account" onClose={onClose}>
      <div className={styles.content}>
        {error && <ErrorBanner error={error} />}
        <ul className={styles.accounts}>
          {person.accounts.map((account) => (
            <li key={account}>
              <Button
                aria-current={account === person.account || undefined}
                busy={account === chosen}
                disabled={chosen !== null}
                onClick={() => (account === person.account ? onClose() : void choose(account))}
              >
                <span>
                  <UntrustedText text={account} />
                </span>
                {account === person.account && <Check size={16} aria-hidden />}
              </Button>
            </li>
          ))}
        </ul>
        <p>
          The page is read again with the account that you choose. Exports of this one that are not finished
          leave no file.
        </p>
      </div>
    </Sheet>
  )
}
