import { Text } from '@mantine/core'
import { Fragment } from 'react'
import { Link } from 'react-router'
import { Person } from '../components/person.tsx'
import { Tags } from '../components/tag.tsx'
import { links } from '../links.ts'
import { useTexts } from '../texts/index.ts'
import { type Source, useNames } from './names.ts'
import { asList, None } from './parts.tsx'

/** An id, or the object that a list put in its place. */
type Linked = string | { __id: string; __name?: string }

/** Programs act as nobody in particular. */
export const SYSTEM = '00000000-0000-0000-0000-000000000000'

const idOf = (linked: Linked): string => (typeof linked === 'string' ? linked : linked.__id)

export const idsOf = (value: unknown): string[] => asList<Linked>(value).map(idOf)

/** The name of each, whether it came along or has to be asked for. */
export function useLinked(source: Source, value: unknown) {
  const t = useTexts()
  const all = asList<Linked>(value)
  const isBare = (linked: Linked) => typeof linked === 'string' || linked.__name === undefined
  const names = useNames(source, all.filter(isBare).map(idOf))
  return all.map((linked) => {
    const id = idOf(linked)
    const brought = typeof linked === 'string' ? undefined : linked.__name
    const name = brought ?? names.get(id)
    if (id === SYSTEM) return { id, name: t.items.feed.system, isKnown: false }
    return { id, name: name === null ? t.items.values.unknown : (name ?? ''), isKnown: !!name }
  })
}

type LinkedProps = { value: unknown; isShort?: boolean }

export function PeopleValue({ value, isShort = false }: LinkedProps) {
  const people = useLinked('users', value)
  const [first, ...others] = people
  if (!first) return <None />
  if (isShort) {
    return (
      <Tags>
        <Person id={first.id} name={first.name} />
        <More count={others.length} />
      </Tags>
    )
  }
  return (
    <Tags>
      {people.map(({ id, name, isKnown }) => (
        <Person key={id} id={id} name={name} isLink={isKnown} />
      ))}
    </Tags>
  )
}

export const More = ({ count }: { count: number }) =>
  count > 0 && (
    <Text component="span" size="xs" c="var(--quiet)">
      +{count}
    </Text>
  )

type ItemsProps = LinkedProps & { namespace: string; code: string }

export function ItemsValue({ namespace, code, value, isShort = false }: ItemsProps) {
  const items = useLinked(`${namespace}/${code}`, value)
  if (items.length === 0) return <None />
  const shown = isShort ? items.slice(0, 1) : items
  return (
    <span>
      {shown.map(({ id, name, isKnown }, at) => (
        <Fragment key={id}>
          {at > 0 && ', '}
          {isKnown ? (
            <Text component={Link} inherit className="link" to={links.item(namespace, code, id)}>
              {name}
            </Text>
          ) : (
            name
          )}
        </Fragment>
      ))}{' '}
      <More count={items.length - shown.length} />
    </span>
  )
}
