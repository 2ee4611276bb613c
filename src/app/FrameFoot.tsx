import { WatchLine } from '../features/watch/index.ts'
import RecordsLine from '../work/RecordsLine.tsx'

/** Above the reader's name: what is watched, and how far the records are read. */
export default function FrameFoot({ onNews }: { onNews: (count: number) => void }) {
  return (
    <>
      <WatchLine onNews={onNews} />
      <RecordsLine />
    </>
  )
}
