import { SelectField } from '../../ui/fields.tsx'
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
      <SelectField
        label="Tell me what is in flight for long"
        value={watching.limit ?? ''}
        onChange={({ target: { value } }) => {
          const limit = limits.find((hours) => String(hours) === value) ?? null
          change({ limit, seen: {}, news: watching.news.filter(({ kind }) => kind !== 'late') })
        }}
      >
        <option value="">Never</option>
        {limits.map((hours) => (
          <option key={hours} value={hours}>
            After {limitInWords(hours)}
          </option>
        ))}
      </SelectField>
      {watching.limit !== null && (
        <div>
          <NotifyButton />
        </div>
      )}
    </>
  )
}
