import { useMemo } from 'react'
import { presentTime } from '../../api/open-pack.ts'
import { useOpenPack } from '../../api/session.ts'
import { dayOf, dayText } from '../../contract/day.ts'
import { LinkNotice } from '../../list/LinkNotice.tsx'
import { useListView } from '../../list/list-page.ts'
import { Instant, UntrustedText } from '../../records/text.tsx'
import { Button, ButtonLink } from '../../ui/buttons.tsx'
import layout from '../../ui/layout.module.css'
import { Banner, Box } from '../../ui/messages.tsx'
import { PageBody, PageHeader } from '../../ui/page.tsx'
import { packsView, readPackQuery } from '../../url/packs.ts'
import { periodName, readPeriod, writePeriod } from '../../url/periods.ts'
import { BooksNeeded } from '../../work/BooksNeeded.tsx'
import { Comparison } from './Comparison.tsx'
import { dueText, useDuePack, useMadePacks } from './made-packs.ts'
import { PackForm } from './PackForm.tsx'

/** `/packs`: audit packs are made, opened and compared. */
export default function PacksPage() {
  const { view, patch } = useListView(packsView)
  const today = dayText(dayOf(presentTime(), 'utc'))
  const query = useMemo(() => readPackQuery(view.params, today), [view.params, today])
  const { made } = useMadePacks()
  // Making a pack reads everything again, and an open pack has no service to read from.
  const isOpen = useOpenPack() !== null
  const due = useDuePack()
  return (
    <>
      <PageHeader title="Audit packs" />
      <PageBody>
        <LinkNotice codec={packsView} />
        {!isOpen && (
          <>
            {due && (
              <Banner
                tone="info"
                isLine
                title={dueText(due)}
                actions={
                  writePeriod(query.period) !== writePeriod(due) && (
                    <Button small onClick={() => patch({ params: { period: writePeriod(due) } })}>
                      Choose {periodName(due)}
                    </Button>
                  )
                }
              />
            )}
            <Box label="Make a pack">
              <h2 className={layout.heading}>Make a pack</h2>
              <BooksNeeded what="An audit pack">
                {(books) => (
                  <PackForm
                    query={query}
                    today={today}
                    books={books}
                    onChange={(params) => patch({ params })}
                  />
                )}
              </BooksNeeded>
              {made.length > 0 && (
                <details>
                  <summary>Made in this browser</summary>
                  <ul>
                    {made.map(({ period, at, file }) => (
                      <li key={at}>
                        {nameOf(period)}, made <Instant iso={at} />: <UntrustedText text={file} />
                      </li>
                    ))}
                  </ul>
                </details>
              )}
            </Box>
          </>
        )}
        <Box label="Open a pack">
          <h2 className={layout.heading}>Open a pack</h2>
          <p>Check that it is genuine and complete, then browse what it holds.</p>
          <div>
            <ButtonLink small to="/verify">
              Verify and open a pack
            </ButtonLink>
          </div>
        </Box>
        <Comparison />
      </PageBody>
    </>
  )
}

function nameOf(text: string): string {
  const period = readPeriod(text)
  return period ? periodName(period) : text
}
