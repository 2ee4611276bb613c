import Keyboard from 'lucide-react/icons/keyboard'
import LogOut from 'lucide-react/icons/log-out'
import MonitorX from 'lucide-react/icons/monitor-x'
import { useSession } from '../api/session.ts'
import { type SessionState, serviceName } from '../contract/session.ts'
import { changePreferences, usePreferences } from '../display/preferences.ts'
import { Instant, UntrustedText } from '../display/text.tsx'
import { Button } from '../ui/buttons.tsx'
import { SegmentedControl, SelectField } from '../ui/fields.tsx'
import { classes } from '../ui/inline.tsx'
import layout from '../ui/layout.module.css'
import { useTheme } from '../ui/theme.ts'
import type { SheetName } from './FrameSheet.tsx'
import styles from './panel.module.css'
import type { useSignOut } from './use-session.ts'

export interface ReaderPanelProps {
  /** Null without a session. */
  readonly state: SessionState | null
  readonly signOutOptions: ReturnType<typeof useSignOut>
  readonly onShow: (sheet: SheetName) => void
  readonly onDone: () => void
}

export default function ReaderPanel({ state, signOutOptions, onShow, onDone }: ReaderPanelProps) {
  const after = (act: () => void) => () => {
    onDone()
    act()
  }
  const opener = (sheet: SheetName) =>
    ({ kind: 'quiet', onClick: after(() => onShow(sheet)), 'aria-haspopup': 'dialog' }) as const
  return (
    <div className={classes(layout.stack, styles.panel)}>
      {state && <Session state={state} onSwitch={after(() => onShow('accounts'))} />}
      <Choices />
      <div className={styles.actions}>
        <Button className={styles.keyboard} icon={<Keyboard aria-hidden />} {...opener('keys')}>
          Shortcuts
        </Button>
        {state && !state.fixedKey && (
          <>
            <Button kind="quiet" icon={<LogOut aria-hidden />} onClick={after(signOutOptions.leave)}>
              Sign out
            </Button>
            <Button icon={<MonitorX aria-hidden />} {...opener('everywhere')}>
              Sign out everywhere
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

function Session({ state, onSwitch }: { state: SessionState; onSwitch: () => void }) {
  const { service, person, accountId } = state
  const account = person?.account ?? accountId
  const address = serviceName(service)
  return (
    <div className={layout.muted}>
      {person && (
        <p className={layout.strong}>
          <UntrustedText text={person.name} />
        </p>
      )}
      {account && (
        <div className={classes(layout.row, layout.apart)}>
          <p>
            Account <UntrustedText text={account} />
          </p>
          {person && person.accounts.length > 1 && (
            <Button small onClick={onSwitch} aria-label="Switch account" aria-haspopup="dialog">
              Switch
            </Button>
          )}
        </div>
      )}
      {service.name !== undefined && service.name !== address && <p>{service.name}</p>}
      <p>{address}</p>
      <SessionEnd state={state} />
    </div>
  )
}

/** The nearer of the two ends of a session: the fixed one, or that of an idle session. */
function SessionEnd({ state: { expiresAt, idleSeconds } }: { state: SessionState }) {
  const { dataUpdatedAt } = useSession()
  const idleEnd = idleSeconds === null ? null : new Date(dataUpdatedAt + 1000 * idleSeconds).toISOString()
  const isIdleNearer = idleEnd !== null && (expiresAt === null || idleEnd < expiresAt)
  const end = isIdleNearer ? idleEnd : expiresAt
  if (end === null) return null
  return (
    <p>
      {isIdleNearer ? 'Signs out at' : 'Signed in until'} <Instant iso={end} />
      {isIdleNearer && ' if idle'}
    </p>
  )
}

function Choices() {
  const { theme, setTheme } = useTheme()
  const { timeZone, compact, currency, ...preferences } = usePreferences()
  const { currencies = [] } = useSession().data ?? {}
  return (
    <div className={classes(layout.stack, styles.choices)}>
      <Choice
        label="Time zone"
        value={timeZone}
        options={[
          { value: 'utc', label: 'UTC' },
          { value: 'local', label: 'Local' },
        ]}
        onChange={(choice) => changePreferences({ timeZone: choice })}
      />
      <Choice
        label="Theme"
        value={theme}
        options={[
          { value: 'system', label: 'System' },
          { value: 'light', label: 'Light' },
          { value: 'dark', label: 'Dark' },
        ]}
        onChange={setTheme}
      />
      <Choice
        label="Row height"
        className={styles.rowHeight}
        value={compact ? 'compact' : 'regular'}
        options={[
          { value: 'regular', label: 'Regular' },
          { value: 'compact', label: 'Compact' },
        ]}
        onChange={(height) => changePreferences({ compact: height === 'compact' })}
      />
      {currencies.length > 1 && (
        <SelectField
          label="Currency of values"
          value={currency ?? currencies[0] ?? ''}
          onChange={({ target }) => changePreferences({ currency: target.value })}
        >
          {currencies.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </SelectField>
      )}
      {switches.map(({ name, label, hint }) => (
        <label key={name} className={classes(layout.line, name === 'keys' && styles.keyboard)} title={hint}>
          <input
            type="checkbox"
            checked={preferences[name]}
            onChange={(event) => changePreferences({ [name]: event.target.checked })}
          />
          {label}
        </label>
      ))}
    </div>
  )
}

const switches = [
  {
    name: 'live',
    label: 'Refresh automatically',
    hint: 'Looks for new records every five seconds while this tab is visible, else every 30 seconds while a transaction is watched.',
  },
  { name: 'keys', label: 'Single-key shortcuts', hint: undefined },
] as const

function Choice<T extends string>({
  className,
  ...control
}: Parameters<typeof SegmentedControl<T>>[0] & { className?: string | undefined }) {
  return (
    <div className={classes(layout.row, layout.apart, className)}>
      <span aria-hidden>{control.label}</span>
      <SegmentedControl {...control} />
    </div>
  )
}
