import ListChecks from 'lucide-react/icons/list-checks'
import { counted } from '../../contract/count-text.ts'
import { FailedReading } from '../../list/FailedReading.tsx'
import { InvalidParameters } from '../../list/InvalidParameters.tsx'
import { ReadAgainButton, ReadingIntroduction } from '../../list/reading/ReadingIntroduction.tsx'
import { ReadingProgress } from '../../list/reading/ReadingProgress.tsx'
import { useFailureShown } from '../../list/FailedReading.tsx'
import { useListView } from '../../list/use-list-view.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { PageBody } from '../../ui/PageBody.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { whitelistsHref } from '../../url/hrefs.ts'
import { findingKinds, hygieneView } from '../../url/reviews.ts'
import styles from './hygiene.module.css'
import { Result } from './Result.tsx'
import { reviewLists } from './read.ts'
import { useHygiene } from './use-hygiene.ts'
import { kindWords, page } from './words.ts'

/** `/whitelists/hygiene`: what is wrong with the whitelists, from every one of them and every transaction. */
export default function HygienePage() {
  const listView = useListView(hygieneView)
  const { view, patch } = listView
  const reading = useHygiene()
  const { result: reported, progress, failure, start, cancel } = reading
  const failed = useFailureShown(failure, {
    hasRows: reported !== undefined,
    reading: String(failure?.at),
    isUrgent: true,
  })
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
        <FailedReading failed={failed} onRetry={start} />
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
