import type { UseListView } from '../../list/use-list-view.ts'
import { withHiddenNamed } from '../../records/untrusted-text.ts'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { type ActivitySpan, activitySpans, type activityView } from '../../url/activity.ts'
import styles from './Activity.module.css'
import { type Asset, type AssetFigure, assetKey } from './figures.ts'
import { spanLabels } from './words.ts'

type View = typeof activityView extends { parse: (query: string) => infer V } ? V : never
type Patch = UseListView<'asset_id' | 'network_id', 'span' | 'measure' | 'show'>['patch']

/** Which span, asset and measure are shown, and in which form. */
export function Controls({
  span,
  asset,
  met,
  view,
  patch,
}: {
  span: ActivitySpan
  asset: Asset | null
  met: readonly AssetFigure[]
  view: View
  patch: Patch
}) {
  const key = asset ? assetKey(asset) : ''
  const choose = (chosen: string) => {
    const one = met.find((each) => assetKey(each) === chosen)
    patch({
      filter: { asset_id: one?.asset_id || null, network_id: one?.network_id || null },
      ...(!one && { params: { measure: null } }),
    })
  }
  return (
    <div className={styles.controls} data-print="hide">
      <select
        aria-label="Asset"
        className={styles.select}
        value={key}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="">All assets</option>
        {asset && !met.some((one) => assetKey(one) === key) && <option value={key}>{nameOf(asset)}</option>}
        {met.map((one) => (
          <option key={assetKey(one)} value={assetKey(one)}>
            {nameOf(one)}
          </option>
        ))}
      </select>
      {asset && (
        <SegmentedControl
          label="Measure"
          value={view.params.measure === 'amount' ? 'amount' : 'count'}
          options={[
            { value: 'count', label: 'Count' },
            { value: 'amount', label: 'Amount' },
          ]}
          onChange={(measure) => patch({ params: { measure: measure === 'amount' ? measure : null } })}
        />
      )}
      <SegmentedControl
        label="Span"
        value={span}
        options={activitySpans.map((value) => ({ value, label: spanLabels[value] }))}
        onChange={(chosen) => patch({ params: { span: chosen === '30d' ? null : chosen } })}
      />
      <SegmentedControl
        label="Form"
        value={view.params.show === 'table' ? 'table' : 'chart'}
        options={[
          { value: 'chart', label: 'Chart' },
          { value: 'table', label: 'Table' },
        ]}
        onChange={(form) => patch({ params: { show: form === 'table' ? form : null } })}
      />
    </div>
  )
}

function nameOf({ asset_id, network_id }: Asset): string {
  const names = [asset_id, network_id === asset_id ? null : network_id].filter(Boolean)
  return withHiddenNamed(names.join(' · ')) || 'No asset'
}
