import { ListChecks } from 'lucide-react'
import { ErrorBanner } from '../../components/ErrorBanner.tsx'
import { RefusedParameters } from '../../components/RefusedParameters.tsx'
import { ReadingProgress } from '../../components/reading/ReadingProgress.tsx'
import { counted } from '../../contract/count-text.ts'
import { reviewLists } from '../../hygiene/read.ts'
import { kindWords } from '../../hygiene/words.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { whitelistsHref } from '../../url/hrefs.ts'
import { findingKinds, hygieneView } from '../../url/hygiene.ts'
import { useListView } from '../../url/use-list-view.ts'
import styles from './hygiene.module.css'
import { Result } from './Result.tsx'
import { useHygiene } from './use-hygiene.ts'

/** `/whitelists/hygiene`: what is wrong with the whitelists, from every one of them and every transaction. */
export default function HygienePage() {
  const listView = useListView(hygieneView)
  const { view, patch } = listView
  const { reported, progress, failure, start, cancel } = useHygiene()
  return (
    <>
      <PageHeader
        title="Whitelist hygiene"
        actions={
          <>
            <ButtonLink to={whitelistsHref()}>All whitelists</ButtonLink>
            {(reported || failure) && !progress && (
              <Button kind="primary" onClick={start}>
                Run again
              </Button>
            )}
          </>
        }
      />
      <div className={styles.body}>
        <RefusedParameters refused={view.refused} onRemove={() => patch({ refused: [] })} />
        {failure && <ErrorBanner error={failure} onRetry={start} />}
        {progress && (
          <ReadingProgress
            what={progress.list}
            count={`${counted(progress.rows, 'row')}, ${counted(progress.pages, 'page')}`}
            done={reviewLists.indexOf(progress.list)}
            lists={reviewLists.length}
            note="Every whitelist, and then every transaction. The page has to stay open meanwhile."
            waiting={progress.waiting}
            onCancel={cancel}
          />
        )}
        {reported ? (
          <Result reported={reported} stale={progress !== null || failure !== null} {...listView} />
        ) : (
          !progress && !failure && <Introduction onStart={start} />
        )}
      </div>
    </>
  )
}

function Introduction({ onStart }: { onStart: () => void }) {
  return (
    <EmptyState
      icon={<ListChecks />}
      title="Look for what is wrong with the whitelists"
      actions={
        <Button kind="primary" onClick={onStart}>
          Start
        </Button>
      }
    >
      <p>Every whitelist and every transaction is read. What is looked for:</p>
      <dl className={styles.kinds}>
        {findingKinds.map((kind) => (
          <div key={kind}>
            <dt>{kindWords[kind].label}</dt>
            <dd>{kindWords[kind].meaning}</dd>
          </div>
        ))}
      </dl>
    </EmptyState>
  )
}
