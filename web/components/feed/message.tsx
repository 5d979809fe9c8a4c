import { UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../texts/index.ts'
import { Comments } from './comments.tsx'
import classes from './feed.module.css'
import { SaidView } from './said.tsx'
import type { Message, Stream } from './stream.ts'

/** A message with what was answered to it. */
export function FeedMessage({ of, message }: { of: Stream; message: Message }) {
  const t = useTexts()
  const [isOpen, setOpen] = useState(false)
  const count = message.commentsCount
  return (
    <article className={classes.message} id={`message-${message.id}`}>
      <SaidView said={message} title={message.title} />
      <div className={classes.below}>
        <UnstyledButton
          className={classes.answer}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {count > 0 ? t.items.feed.comments(count) : t.items.feed.comment}
        </UnstyledButton>
        {isOpen && <Comments of={of} message={message.id} />}
      </div>
    </article>
  )
}
