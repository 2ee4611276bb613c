import { beforeFirstPage } from '../../api/walk.ts'
import type { ReadingControl } from '../../components/reading/read-in-session.ts'
import { type UseReading, useReading } from '../../components/reading/use-reading.ts'
import { type ReviewProgress, readReview } from '../../hygiene/read.ts'
import type { Reported } from '../../hygiene/report.ts'
import { sentenceOf } from '../../hygiene/words.ts'

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
