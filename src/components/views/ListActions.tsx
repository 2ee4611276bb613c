import { CopyButton } from '../../ui/CopyButton.tsx'
import styles from './ListActions.module.css'
import { usePageLink } from './page-link.ts'
import { ViewsMenu } from './ViewsMenu.tsx'

/** What the head of every list page offers: its views, and the link to what is seen. */
export function ListActions() {
  const link = usePageLink()
  return (
    <>
      <ViewsMenu />
      <CopyButton text={link} label="Link to this view">
        <span className={styles.words}>Copy link</span>
      </CopyButton>
    </>
  )
}
