import { beforeFirstPage } from '../../api/walk/walk.ts'
import type { ReadingControl } from '../../list/reading/read-in-session.ts'
import { type UseReading, useReading } from '../../list/reading/use-reading.ts'
import { type ReviewProgress, readReview } from './read.ts'
import type { Reported } from './report.ts'
import { sentenceOf } from './words.ts'

/** A review of the whitelists that is made when the reader asks for it. One comes back to it from its links. */
export function useHygiene(): UseReading<ReviewProgress, Reported> {
  return useReading({
    queryKey: ['hygiene'],
    beginning,
    read,
    sentence: ({ review }) => sentenceOf(review),
  })
}

async function read({ session, ...control }: ReadingControl<ReviewProgress>): Promise<Reported> {
  const { mark, service, account } = session
  return { review: await readReview({ ...control, session: mark }), service, account }
}

const beginning: ReviewProgress = { list: 'whitelists', ...beforeFirstPage }
