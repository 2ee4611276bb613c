import { Badge } from '../../ui/Badge.tsx'
import { classes } from '../../ui/classes.ts'
import badges from '../badges.module.css'
import styles from './addresses.module.css'
import { type Caution, inOneSentence } from './caution.ts'

/**
 * The mark beside an address that one should look at twice. Says in words what its colour and icon mean: what the pointer shows is read aloud
 * as the name of a picture, since a table may have two hundred of them.
 */
export function AddressMark({ caution }: { caution: Caution }) {
  const { tone, word, icon } = looks[caution.kind]
  const shown = caution.kind === 'failed' && !caution.checksum ? 'Not valid' : word
  return Badge({
    tone,
    className: classes(styles.mark, icon && badges.icon),
    'data-icon': icon,
    role: 'img',
    title: `${shown}: ${inOneSentence(caution)}`,
    children: shown,
  })
}

const looks = {
  typo: { tone: 'danger', word: 'Almost', icon: 'warning' },
  'look-alike': { tone: 'danger', word: 'Look-alike', icon: 'warning' },
  failed: { tone: 'danger', word: 'Checksum', icon: 'warning' },
  'other-address': { tone: 'danger', word: 'Not its address', icon: 'warning' },
  'other-network': { tone: 'warning', word: 'Other network', icon: 'warning' },
  'other-asset': { tone: 'warning', word: 'Other asset', icon: 'warning' },
  memo: { tone: 'danger', word: 'Memo', icon: 'warning' },
  gone: { tone: 'neutral', word: 'Not in the list', icon: null },
  'new-address': { tone: 'neutral', word: 'New address', icon: null },
  'one-end': { tone: 'neutral', word: 'One end', icon: 'equal' },
} as const
