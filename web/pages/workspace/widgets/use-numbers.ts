import { useApi } from '../../../api.ts'
import type { RequestOf } from '../../../client.ts'
import { placeOf, type WidgetProps } from './widget.ts'

type Input = NonNullable<RequestOf<'apps', 'aggregate'>['input']>
type Counted = Pick<
  WidgetProps<'number'>['settings'],
  'app' | 'contract' | 'filter' | 'statusCode' | 'function' | 'field'
>

/** Milliseconds; no event tells that items of a contract have changed. */
const EVERY = 60_000

/** What is computed of the items that the reader may read. */
export function useNumbers(
  { app, contract, filter = {}, statusCode, function: of = 'count', field }: Counted,
  how: Pick<Input, 'groupBy' | 'trend' | 'order' | 'size'> = {},
) {
  const input = { filter, values: [{ function: of, ...(field && { field }) }], ...how }
  const ofApp = useApi(
    'apps',
    'aggregate',
    { params: placeOf(app ?? ''), input: { ...input, ...(statusCode && { statusCode }) } },
    { enabled: app !== undefined, keep: true },
  )
  const ofContract = useApi(
    'contracts',
    'aggregate',
    { params: placeOf(contract ?? ''), input },
    { enabled: contract !== undefined, keep: true, every: EVERY },
  )
  return app === undefined ? ofContract : ofApp
}
