import { Suspense } from 'react'
import { useTold } from '../texts/told.ts'

/** What the server says, in the language of the person as far as it is known; as it is until that is here. */
export function ServerText({ message }: { message: string }) {
  return (
    <Suspense fallback={message}>
      <Words message={message} />
    </Suspense>
  )
}

function Words({ message }: { message: string }) {
  return useTold()(message)
}
