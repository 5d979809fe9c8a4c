import { Below } from '../../components/list-table.tsx'
import { ServerText } from '../../components/told.tsx'
import { When } from '../../components/when.tsx'
import { useProgramTexts } from './texts.ts'

type Calls = {
  calls: number
  failures: number
  lastFailureAt: string | null
  lastFailure: string | null
}

/** How many calls there were, and why the last one that failed did. */
export function CallsOf({ calls, failures, lastFailureAt, lastFailure }: Calls) {
  const t = useProgramTexts().list
  return (
    <>
      {t.counted(calls, failures)}
      {lastFailureAt && (
        <Below>
          <When at={lastFailureAt} />: <Failure text={lastFailure ?? ''} />
        </Below>
      )}
    </>
  )
}

/** `POST /pub/v1/…: why`: what was called is the same in every language. */
function Failure({ text }: { text: string }) {
  const [called = '', ...why] = text.split(': ')
  return (
    <>
      {called}: <ServerText message={why.join(': ')} />
    </>
  )
}
