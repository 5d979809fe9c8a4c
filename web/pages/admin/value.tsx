import { Code } from '@mantine/core'
import { useDates } from '../../components/when.tsx'
import { SYSTEM, useLinked } from '../../fields/linked.tsx'
import { useTexts } from './texts.ts'

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/
const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Any value of which nothing is known but what it looks like. */
export function Value({ value }: { value: unknown }) {
  const t = useTexts()
  const dates = useDates()
  if (value === null || value === undefined || value === '') return t.frame.values.none
  if (typeof value === 'boolean') return value ? t.frame.values.yes : t.frame.values.no
  if (typeof value === 'number') return dates.number(value)
  if (typeof value === 'string') {
    if (MOMENT.test(value)) return dates.moment(value)
    return ID.test(value) ? <MaybePerson id={value} /> : value
  }
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) {
    if (value.length === 0) return t.frame.values.none
    return value.map((each, at) => (
      <span key={each}>
        {at > 0 && ', '}
        <Value value={each} />
      </span>
    ))
  }
  return <Code block>{JSON.stringify(value, null, 2)}</Code>
}

/** Most ids in the log are those of people, and a name says more. */
function MaybePerson({ id }: { id: string }) {
  const t = useTexts()
  const [person] = useLinked('users', id === SYSTEM ? [] : id)
  if (id === SYSTEM) return t.admin.system
  return person?.isKnown ? person.name : <Code>{id}</Code>
}
