import { Button } from '../ui/buttons.tsx'
import { Sheet } from '../ui/dialogs.tsx'

const questions = {
  idle: {
    title: 'Are you still there?',
    text: 'Nobody has used this page for a while, so you will be signed out in less than a minute. Once you sign in again, you are back on this page.',
    leave: 'Sign out now',
  },
  everywhere: {
    title: 'Sign out everywhere?',
    text: 'This ends every session with this key and account, in this browser and in all others. Anyone else who uses the key has to sign in again.',
    leave: 'Sign out everywhere',
  },
  'all of mine': {
    title: 'Sign out everywhere?',
    text: 'This ends all your sessions, in this browser and in all others, whatever the account.',
    leave: 'Sign out everywhere',
  },
} as const

/** What somebody is asked about their session; to close the question is to stay. */
export default function SessionQuestion({
  about,
  busy,
  onStay,
  onLeave,
}: {
  about: keyof typeof questions
  /** Whether the gateway is being told. */
  busy: boolean
  onStay: () => void
  onLeave: () => void
}) {
  const { title, text, leave } = questions[about]
  const isIdle = about === 'idle'
  return (
    <Sheet
      label={title}
      onClose={onStay}
      footer={
        <>
          <Button kind={isIdle ? 'secondary' : 'primary'} onClick={onLeave}>
            {leave}
          </Button>
          <Button kind={isIdle ? 'primary' : 'secondary'} busy={busy} onClick={onStay}>
            Stay signed in
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Sheet>
  )
}
