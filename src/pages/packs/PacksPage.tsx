import { useMemo } from 'react'
import { presentTime, shownPackId } from '../../api/open-pack.ts'
import { dayOf, dayText } from '../../contract/day.ts'
import { dueText, useDuePack } from '../../kits/packs/made-periods.ts'
import { OpenPackList } from '../../kits/packs/OpenPacks.tsx'
import { LinkNotice } from '../../list/LinkNotice.tsx'
import { usePageState } from '../../list/list-link.ts'
import { ButtonLink } from '../../ui/buttons.tsx'
import layout from '../../ui/layout.module.css'
import { Banner, Box } from '../../ui/messages.tsx'
import { PageBody, PageHeader } from '../../ui/page.tsx'
import { packsCodec, readPackQuery } from '../../url/packs.ts'
import { PackForm } from './PackForm.tsx'
import { PackList } from './PackList.tsx'

/** `/packs`: audit packs are made, opened and compared. */
export default function PacksPage() {
  const { view, patch } = usePageState(packsCodec)
  const today = dayText(dayOf(presentTime()))
  const query = useMemo(() => readPackQuery(view.params, today), [view.params, today])
  const due = useDuePack()
  return (
    <>
      <PageHeader title="Audit packs" />
      <PageBody>
        <LinkNotice codec={packsCodec} />
        {/* Nothing from an open pack is signed. */}
        {shownPackId === null && (
          <>
            {due && <Banner tone="info" isLine title={dueText(due)} />}
            <Box label="Make a pack">
              <h2 className={layout.heading}>Make a pack</h2>
              <PackForm query={query} today={today} onChange={(params) => patch({ params })} />
              <PackList />
            </Box>
          </>
        )}
        <Box label="Open a pack">
          <h2 className={layout.heading}>Open a pack</h2>
          <p>Check that it is genuine and complete, then browse what it holds, or see what changed since.</p>
          <OpenPackList />
          <div>
            <ButtonLink small to="/verify">
              Verify and open a pack
            </ButtonLink>
          </div>
        </Box>
      </PageBody>
    </>
  )
}
