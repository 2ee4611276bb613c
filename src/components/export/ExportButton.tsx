import { Download } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import styles from '../views/ListActions.module.css'
import { type ExportOffer, offerExport } from './offer.ts'

/** Takes the list on screen away as a file: asks in which form, then reads all of it. */
export function ExportButton(offer: ExportOffer) {
  return (
    <Button
      small
      icon={<Download aria-hidden />}
      aria-label={`Export ${offer.title.toLowerCase()}`}
      aria-haspopup="dialog"
      onClick={() => offerExport(offer)}
    >
      <span className={styles.words}>Export</span>
    </Button>
  )
}
