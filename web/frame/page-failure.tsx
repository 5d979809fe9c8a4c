import { useRouteError } from 'react-router'
import { Failure } from '../components/states.tsx'

/** A page broke; the rest of the console still works. */
export function PageFailure() {
  return <Failure error={useRouteError()} again={() => location.reload()} />
}
