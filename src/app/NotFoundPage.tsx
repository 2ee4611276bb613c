import MapPinOff from 'lucide-react/icons/map-pin-off'
import { useLocation } from 'react-router-dom'
import { UntrustedText } from '../display/text.tsx'
import { ButtonLink } from '../ui/buttons.tsx'
import { EmptyState } from '../ui/messages.tsx'
import { PageHeader } from '../ui/page.tsx'

export default function NotFoundPage() {
  const { pathname } = useLocation()
  return (
    <>
      <PageHeader title="No such page" />
      <EmptyState
        icon={<MapPinOff />}
        title="There is no page at this address"
        actions={<ButtonLink to="/transactions">Go to transactions</ButtonLink>}
      >
        <p>
          Check the link: <UntrustedText text={pathname} />
        </p>
      </EmptyState>
    </>
  )
}
