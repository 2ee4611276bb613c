import Equal from 'lucide-react/icons/equal'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { Badge } from '../../ui/Badge.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import styles from './addresses.module.css'
import { type Caution, inOneSentence } from './caution.ts'

/** The mark beside an address that one should look at twice. Says in words what its colour and icon mean. */
export function AddressMark({ caution }: { caution: Caution | null }) {
  if (caution === null) return null
  const sentence = inOneSentence(caution)
  const { tone, word, Icon } = looks[caution.kind]
  return (
    <span className={styles.mark} title={sentence}>
      <Badge tone={tone} icon={Icon && <Icon aria-hidden />}>
        {caution.kind === 'failed' && !caution.checksum ? 'Not valid' : word}
      </Badge>
      <VisuallyHidden>: {sentence}</VisuallyHidden>
    </span>
  )
}

const looks = {
  typo: { tone: 'danger', word: 'Almost', Icon: TriangleAlert },
  'look-alike': { tone: 'danger', word: 'Look-alike', Icon: TriangleAlert },
  failed: { tone: 'danger', word: 'Checksum', Icon: TriangleAlert },
  'other-address': { tone: 'danger', word: 'Not its address', Icon: TriangleAlert },
  'other-network': { tone: 'warning', word: 'Other network', Icon: TriangleAlert },
  'other-asset': { tone: 'warning', word: 'Other asset', Icon: TriangleAlert },
  memo: { tone: 'danger', word: 'Memo', Icon: TriangleAlert },
  gone: { tone: 'neutral', word: 'Not in the list', Icon: null },
  'new-address': { tone: 'neutral', word: 'New address', Icon: null },
  'one-end': { tone: 'neutral', word: 'One end', Icon: Equal },
} as const
