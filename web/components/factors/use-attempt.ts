import { useState } from 'react'

/** Runs one step that may be refused; the refusal is shown beside it. */
export function useAttempt() {
  const [error, setError] = useState<unknown>()
  const [isBusy, setIsBusy] = useState(false)
  const run = async (work: () => Promise<void>) => {
    setIsBusy(true)
    setError(undefined)
    try {
      await work()
    } catch (failure) {
      setError(failure)
    } finally {
      setIsBusy(false)
    }
  }
  return { error, isBusy, run }
}
