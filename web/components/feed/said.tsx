import { Avatar } from '@mantine/core'
import { IconFile } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useLinked } from '../../fields/linked.tsx'
import { links } from '../../links.ts'
import { useLanguage } from '../../texts/index.ts'
import { RichText } from '../rich-text.tsx'
import { sizeText } from '../size-text.ts'
import { When } from '../when.tsx'
import classes from './feed.module.css'
import type { Comment, Message } from './stream.ts'

/** What somebody wrote: words, or markup that is shown as far as it is harmless. */
export function MessageBody({ html }: { html: string }) {
  return <RichText text={html} />
}

/** Who said it and when, what was said, and the files with it. */
export function SaidView({ said, title }: { said: Message | Comment; title?: string }) {
  const [author] = useLinked('users', said.author)
  return (
    <>
      <Avatar name={author?.name} color="initials" size={24} radius="xl" aria-hidden />
      <div className={classes.said}>
        <div className={classes.by}>
          <Link to={links.person(said.author)} className={classes.author}>
            {author?.name}
          </Link>
          <span className={classes.quiet}>
            <When at={said.createdAt} />
          </span>
        </div>
        {title && <strong>{title}</strong>}
        {said.body && <MessageBody html={said.body} />}
        <Files files={said.files} />
      </div>
    </>
  )
}

function Files({ files }: { files: Message['files'] }) {
  const language = useLanguage()
  if (files.length === 0) return null
  return (
    <div className={classes.files}>
      {files.map(({ id, name, size }) => (
        <Link key={id} to={links.file(id)} className={classes.file}>
          <IconFile size={14} stroke={1.6} aria-hidden />
          {name} <span className={classes.quiet}>{sizeText(size, language)}</span>
        </Link>
      ))}
    </div>
  )
}
