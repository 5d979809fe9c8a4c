import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTexts } from '../../texts/index.ts'
import { Failure } from '../states.tsx'
import classes from './feed.module.css'
import { MessageInput } from './message-input.tsx'
import { SaidView } from './said.tsx'
import { listComments, type Said, type Stream, sendComment } from './stream.ts'

/** The answers to a message, oldest first, and a place for another. */
export function Comments({ of, message }: { of: Stream; message: string }) {
  const t = useTexts()
  const queries = useQueryClient()
  const { data = [], error } = useQuery({
    queryKey: ['messages', 'comments', { params: { ...of, message } }],
    queryFn: () => listComments(of, message),
  })
  const send = async (said: Said) => {
    await sendComment(of, message, said)
    await queries.invalidateQueries({ queryKey: ['messages'] })
  }
  if (error) return <Failure error={error} />
  return (
    <div className={classes.comments}>
      {data.map((comment) => (
        <div key={comment.id} className={classes.message}>
          <SaidView said={comment} />
        </div>
      ))}
      <MessageInput place={message} label={t.items.feed.comment} onSend={send} />
    </div>
  )
}
