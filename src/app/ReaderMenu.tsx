import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import CircleUser from 'lucide-react/icons/circle-user'
import { lazy } from 'react'
import { type SessionState, serviceName } from '../contract/session.ts'
import { UntrustedText } from '../records/text.tsx'
import { VisuallyHidden } from '../ui/inline.tsx'
import layout from '../ui/layout.module.css'
import { lazyChunk, preloadChunk } from '../ui/lazy.tsx'
import { Popover } from '../ui/popovers.tsx'
import styles from './app.module.css'
import type { ReaderPanelProps } from './ReaderPanel.tsx'

const loadPanel = lazyChunk(() => import('./ReaderPanel.tsx'))
const ReaderPanel = lazy(loadPanel)
const preload = () => preloadChunk(loadPanel)

/** The foot of the rail: who is signed in. Opens the preferences and the ways out. */
export function ReaderMenu({ state, ...actions }: Omit<ReaderPanelProps, 'onDone'>) {
  const { name, account } = labelsOf(state)
  return (
    <Popover
      label="Preferences"
      placement="start"
      button={(button) => (
        <button
          type="button"
          className={styles.reader}
          {...button}
          onPointerEnter={preload}
          onFocus={preload}
        >
          <CircleUser aria-hidden />
          <span className={styles.who}>
            {state && <VisuallyHidden>Preferences: </VisuallyHidden>}
            <span className={styles.name}>
              <UntrustedText text={name} />
            </span>
            {account !== null && (
              <span className={layout.small}>
                <UntrustedText text={account} />
              </span>
            )}
          </span>
          <ChevronsUpDown aria-hidden />
        </button>
      )}
    >
      {(close) => <ReaderPanel state={state} {...actions} onDone={close} />}
    </Popover>
  )
}

function labelsOf(state: SessionState | null): { readonly name: string; readonly account: string | null } {
  if (!state) return { name: 'Preferences', account: null }
  const { person, service, accountId } = state
  return {
    name: person?.name ?? 'Signed in',
    account: person?.account ?? accountId ?? serviceName(service).replace(/^https?:\/\//, ''),
  }
}
