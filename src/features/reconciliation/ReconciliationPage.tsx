import ClipboardCheck from 'lucide-react/icons/clipboard-check'
import type { Filter } from '../../contract/endpoints.ts'
import { FilterBar } from '../../list/FilterBar.tsx'
import { cleared, type FilterGroup } from '../../list/filter-groups.ts'
import { InvalidParameters } from '../../list/InvalidParameters.tsx'
import {
  ReadAgainButton,
  ReadingFailure,
  ReadingIntroduction,
} from '../../list/reading/ReadingIntroduction.tsx'
import { ReadingProgress } from '../../list/reading/ReadingProgress.tsx'
import { assetGroup, networkGroup } from '../../list/suggestions.tsx'
import { useListView } from '../../list/use-list-view.ts'
import { ListActions } from '../../list/views/ListActions.tsx'
import { wrongParameters } from '../../list/wrong-parameters.ts'
import { PageBody } from '../../ui/PageBody.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { reconciliationView } from '../../url/reviews.ts'
import { Result } from './Result.tsx'
import styles from './reconciliation.module.css'
import { useReconciliation } from './use-reconciliation.ts'
import { introduction, isAboutTransactions, progressWords } from './words.ts'

const groups: readonly FilterGroup<keyof Filter<'balances'>>[] = [assetGroup, networkGroup]

/** `/reconciliation`: whether vaults and balances say the same, to the last digit. */
export default function ReconciliationPage() {
  const { view, patch, href } = useListView(reconciliationView)
  const { filter, limit, offset, params } = view
  const reading = useReconciliation(filter)
  const { result: reported, progress, failure, cancel, stop } = reading
  const differencesOnly = params.show === 'differences'
  const clearAll = () => patch({ filter: cleared(groups.flatMap(({ fields }) => fields)) })
  return (
    <>
      <PageHeader
        title="Reconciliation"
        actions={
          <>
            <ListActions />
            <ReadAgainButton reading={reading} />
          </>
        }
      >
        <FilterBar
          groups={groups}
          filter={filter}
          wrong={wrongParameters(failure, view.invalid, Object.keys(filter))}
          onChange={(entered) => patch({ filter: entered })}
          onClearAll={clearAll}
        />
      </PageHeader>
      <PageBody>
        <InvalidParameters invalid={view.invalid} onRemove={() => patch({ invalid: [] })} />
        <ReadingFailure
          reading={reading}
          {...(Object.keys(filter).length > 0 && { onClearFilters: clearAll })}
        />
        {progress && (
          <ReadingProgress
            {...progressWords(progress.position)}
            progress={progress}
            {...(isAboutTransactions(progress.position)
              ? { endLabel: 'Skip transactions', onEnd: stop }
              : { onEnd: cancel })}
          />
        )}
        {reported && (
          <Result
            reported={reported}
            shown={{ differencesOnly, limit, offset }}
            stale={progress !== null || failure !== null}
            choice={
              <SegmentedControl
                label="Findings shown"
                value={differencesOnly ? 'differences' : 'all'}
                options={[
                  { value: 'all', label: 'All' },
                  { value: 'differences', label: 'Differences only' },
                ]}
                onChange={(choice) =>
                  patch({ offset: 0, params: { show: choice === 'differences' ? choice : null } })
                }
              />
            }
            pager={(total) => (
              <Pager
                from={offset + 1}
                to={Math.min(offset + limit, total)}
                previousHref={offset > 0 ? href({ offset: Math.max(0, offset - limit) }) : null}
                nextHref={offset + limit < total ? href({ offset: offset + limit }) : null}
                limit={limit}
                limits={[50, 100, 500]}
                onLimit={(next) => patch({ limit: next })}
                label="findings"
              />
            )}
          />
        )}
        <ReadingIntroduction icon={<ClipboardCheck />} title={introduction.title} reading={reading}>
          <p>{introduction.text}</p>
          <ul className={styles.checks}>
            {introduction.checks.map((check) => (
              <li key={check}>{check}</li>
            ))}
          </ul>
        </ReadingIntroduction>
      </PageBody>
    </>
  )
}
