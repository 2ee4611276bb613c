import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import CircleUser from 'lucide-react/icons/circle-user'
import { serviceName } from '../contract/session.ts'
import { UntrustedText } from '../display/text.tsx'
import { classes, VisuallyHidden } from '../ui/inline.tsx'
import layout from '../ui/layout.module.css'
import { lazyComponent } from '../ui/lazy.tsx'
import { Popover } from '../ui/popovers.tsx'
import styles from './app.module.css'
import type { ReaderPanelProps } from './ReaderPanel.tsx'

const panel = lazyComponent(() => import('./ReaderPanel.tsx'))

/** Who is signed in, at the foot of the rail. Opens the preferences and the ways out. */
export function ReaderMenu({ state, ...actions }: Omit<ReaderPanelProps, 'onDone'>) {
  const { person, service, accountId, organization, demonstrationKey } = state ?? {}
  const names = [
    person?.name,
    organization,
    person?.account ?? accountId,
    demonstrationKey && 'Demonstration',
    service && serviceName(service).replace(/^https?:\/\//, ''),
  ].filter((name) => typeof name === 'string')
  const [reader = 'Preferences', ...others] = names
  const whose = others.slice(0, person && organization ? 2 : 1).join(' · ')
  return (
    <Popover
      label="Preferences"
      placement="start"
      button={(button) => (
        <button
          type="button"
          className={classes(layout.line, layout.pressable, styles.menuButton, styles.reader)}
          {...button}
          {...panel.preloadOnHover}
        >
          <CircleUser aria-hidden />
          <span className={classes(layout.fill, styles.who)} data-rail="label">
            {state && <VisuallyHidden>Preferences: </VisuallyHidden>}
            <span className={layout.strong}>
              <UntrustedText text={reader} />
            </span>
            {whose && (
              <span className={layout.small}>
                <UntrustedText text={whose} />
              </span>
            )}
          </span>
          <ChevronsUpDown aria-hidden data-rail="wide" />
        </button>
      )}
    >
      {(close) => <panel.View state={state} {...actions} onDone={close} />}
    </Popover>
  )
}
