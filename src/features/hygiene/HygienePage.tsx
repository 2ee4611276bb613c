import ListChecks from 'lucide-react/icons/list-checks'
import { beforeFirstPage } from '../../api/walk/walk.ts'
import { counted } from '../../contract/count-text.ts'
import { InvalidParameters } from '../../list/InvalidParameters.tsx'
import {
  ReadAgainButton,
  ReadingFailure,
  ReadingIntroduction,
} from '../../list/reading/ReadingIntroduction.tsx'
import { ReadingProgress } from '../../list/reading/ReadingProgress.tsx'
import type { ReadingControl } from '../../list/reading/read-in-session.ts'
import { type UseReading, useReading } from '../../list/reading/use-reading.ts'
import { useListView } from '../../list/use-list-view.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { PageBody } from '../../ui/PageBody.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { whitelistsHref } from '../../url/hrefs.ts'
import { findingKinds, hygieneView } from '../../url/reviews.ts'
import styles from './hygiene.module.css'
import { Result } from './Result.tsx'
import { type ReviewProgress, readReview, reviewLists } from './read.ts'
import type { Reported } from './report.ts'
import { kindWords, page, sentenceOf } from './words.ts'

/** `/whitelists/hygiene`: what is wrong with the whitelists, from every one of them and every transaction. */
export default function HygienePage() {
  const listView = useListView(hygieneView)
  const { view, patch } = listView
  const reading = useHygiene()
  const { result: reported, progress, failure, cancel } = reading
  return (
    <>
      <PageHeader
        title={page.title}
        actions={
          <>
            <ButtonLink to={whitelistsHref()}>{page.back}</ButtonLink>
            <ReadAgainButton reading={reading} />
          </>
        }
      />
      <PageBody>
        <InvalidParameters invalid={view.invalid} onRemove={() => patch({ invalid: [] })} />
        <ReadingFailure reading={reading} />
        {progress && (
          <ReadingProgress
            doing={`${progress.position.pass === 1 ? 'Reading' : 'Checking'} ${progress.position.list}`}
            count={counted(progress.position.met, 'record')}
            lists={{ done: reviewLists.indexOf(progress.position.list), of: reviewLists.length }}
            note={page.reading}
            progress={progress}
            onEnd={cancel}
          />
        )}
        {reported && (
          <Result reported={reported} stale={progress !== null || failure !== null} {...listView} />
        )}
        <ReadingIntroduction icon={<ListChecks />} title={page.invitation} reading={reading}>
          <p>{page.introduction}</p>
          <dl className={styles.kinds}>
            {findingKinds.map((kind) => (
              <div key={kind}>
                <dt>{kindWords[kind].label}</dt>
                <dd>{kindWords[kind].meaning}</dd>
              </div>
            ))}
          </dl>
        </ReadingIntroduction>
      </PageBody>
    </>
  )
}

/** A review of the whitelists that is made when the reader asks for it. One comes back to it from its links. */
function useHygiene(): UseReading<ReviewProgress, Reported> {
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
