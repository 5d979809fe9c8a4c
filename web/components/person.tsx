import { Avatar, Group, Text } from '@mantine/core'
import { Link } from 'react-router'
import { links } from '../links.ts'

/** A face and a name. */
export function Person({
  id,
  name,
  isLink = false,
}: {
  id: string
  name: string
  isLink?: boolean
}) {
  const content = (
    <Group gap={6} wrap="nowrap" component="span">
      <Avatar name={name} color="initials" size={20} radius="xl" aria-hidden />
      <Text component="span" size="sm" truncate>
        {name}
      </Text>
    </Group>
  )
  return isLink ? <Link to={links.person(id)}>{content}</Link> : content
}
