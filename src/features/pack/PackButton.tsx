import Package from 'lucide-react/icons/package'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useSession } from '../../api/hooks.ts'
import { serviceName } from '../../contract/session.ts'
import styles from '../../list/reading/reading.module.css'
import { Button } from '../../ui/Button.tsx'
import { announce } from '../../ui/LiveRegion.tsx'
import { signInHref } from '../../url/sign-in.ts'
import { beginTask } from '../../work/work.ts'
import type { PackPeriod, PackRequest } from '../export/index.ts'

/** Begins an audit pack of a period: of all vaults, whatever is on screen. The tray shows how far it is. */
export function PackButton({
  period,
  link,
}: {
  period: PackPeriod
  /** The view of this period without anything that narrows it. */
  link: string
}) {
  const session = useSession().data
  const location = useLocation()
  const navigate = useNavigate()
  const [failed, setFailed] = useState(false)
  const begin = async () => {
    setFailed(false)
    if (!session || session.mark === null) return void navigate(signInHref(location))
    const { mark, accountId } = session
    const service = { address: serviceName(session.service), account: accountId }
    try {
      await beginTask<PackRequest>({
        kind: 'pack',
        title: words.title,
        format: 'ZIP',
        about: `${period.name}, all vaults and assets`,
        session: mark,
        activity: {
          kind: 'audit-pack',
          format: 'zip',
          filter: { start_date: period.first, end_date: period.last },
        },
        input: { title: words.title, format: 'zip', period, link, session: mark, service },
      })
    } catch {
      setFailed(true)
      announce(words.failed)
    }
  }
  return (
    <>
      <Button small icon={<Package aria-hidden />} onClick={() => void begin()}>
        {words.title}
      </Button>
      {failed && <p className={styles.failed}>{words.failed}</p>}
    </>
  )
}

/** Here, since the page loads none of the other words of packs. */
const words = {
  title: 'Audit pack',
  failed: 'The part of the console that makes packs could not be loaded.',
} as const
