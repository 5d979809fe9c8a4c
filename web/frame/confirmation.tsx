import { lazy, Suspense, useEffect, useState } from 'react'
import { Loading } from '../components/states.tsx'
import { askWith } from '../confirming.ts'

const ConfirmIdentity = lazy(async () => ({
  default: (await import('./sign-in/confirm-identity.tsx')).ConfirmIdentity,
}))

/** All that ask while it is open get the same answer. */
type Question = { answer: Promise<boolean>; give: (isConfirmed: boolean) => void }

function newQuestion(onEnd: () => void): Question {
  const { promise: answer, resolve } = Promise.withResolvers<boolean>()
  const give = (isConfirmed: boolean) => {
    onEnd()
    resolve(isConfirmed)
  }
  return { answer, give }
}

/** Before dangerous actions the server asks once more who is there. */
export function Confirmation() {
  const [question, setQuestion] = useState<Question>()
  useEffect(() => {
    let open: Question | undefined
    const end = askWith(() => {
      open ??= newQuestion(() => {
        open = undefined
        setQuestion(undefined)
      })
      setQuestion(open)
      return open.answer
    })
    return () => {
      end()
      // Whoever waits for it is not left waiting.
      open?.give(false)
    }
  }, [])
  if (!question) return null
  return (
    <Suspense fallback={<Loading />}>
      <ConfirmIdentity onEnd={question.give} />
    </Suspense>
  )
}
