import layout from '../../ui/layout.module.css'
import { NotifyButton } from './Notify.tsx'
import { useWatching } from './use-watching.ts'
import { limitInWords, limits } from './watching.ts'

/** Among the preferences: from when on the reader is told of what is still in flight. */
export function WatchLimit() {
  const kept = useWatching()
  if (!kept) return null
  const { watching, change } = kept
  return (
    <>
      <label className={`${layout.row} ${layout.apart}`} title="Kept in this browser, for this account.">
        Tell me of what is in flight
        <select
          value={watching.limit ?? ''}
          onChange={({ target: { value } }) => {
            const limit = limits.find((hours) => String(hours) === value) ?? null
            change({ limit, seen: {}, news: watching.news.filter(({ kind }) => kind !== 'late') })
          }}
        >
          <option value="">Never</option>
          {limits.map((hours) => (
            <option key={hours} value={hours}>
              For over {limitInWords(hours)}
            </option>
          ))}
        </select>
      </label>
      {watching.limit !== null && (
        <div>
          <NotifyButton />
        </div>
      )}
    </>
  )
}
