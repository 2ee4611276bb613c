import { NavLink } from 'react-router-dom'
import styles from './Tabs.module.css'

/** Views of one subject, side by side, each with its own address. */
export function TabLinks({
  label,
  tabs,
}: {
  label: string
  tabs: readonly {
    to: string
    label: string
    /** Active on exactly this path, not on those under it. */
    end?: boolean
  }[]
}) {
  return (
    <nav className={styles.tabs} aria-label={label} data-print="hide">
      {tabs.map((tab) => (
        <NavLink key={tab.to} to={tab.to} end={tab.end ?? false} className={() => styles.tab}>
          {tab.label}
        </NavLink>
      ))}
    </nav>
  )
}
