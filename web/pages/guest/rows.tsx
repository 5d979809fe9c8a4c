import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { ReplyOf } from '../../client.ts'
import { sizeText } from '../../components/size-text.ts'
import { When } from '../../components/when.tsx'
import { links } from '../../links.ts'
import { useLanguage } from '../../texts/index.ts'
import classes from './guest.module.css'

type Item = ReplyOf<'guests', 'shared'>['items'][number]
type File = ReplyOf<'guests', 'directory'>['files'][number]

export const Items = ({ items }: { items: readonly Item[] }) => (
  <ul className={classes.list}>
    {items.map(({ namespace, code, id, name, status, changedAt }) => (
      <li key={id}>
        <Anchor component={Link} to={links.item(namespace, code, id)}>
          {name}
        </Anchor>
        <Text size="sm" c="var(--quiet)">
          {status && `${status} · `}
          <When at={changedAt} />
        </Text>
      </li>
    ))}
  </ul>
)

export function Files({ files }: { files: readonly File[] }) {
  const language = useLanguage()
  return (
    <ul className={classes.list}>
      {files.map(({ id, name, size }) => (
        <li key={id}>
          <Anchor href={`/manage/v1/disk/files/${id}/content`} download={name}>
            {name}
          </Anchor>
          <Text size="sm" c="var(--quiet)">
            {sizeText(size, language)}
          </Text>
        </li>
      ))}
    </ul>
  )
}

type Named = { id: string; name: string }

export const Folders = ({ folders }: { folders: readonly Named[] }) => (
  <ul className={classes.list}>
    {folders.map(({ id, name }) => (
      <li key={id}>
        <Anchor component={Link} to={links.directory(id)}>
          {name}
        </Anchor>
      </li>
    ))}
  </ul>
)
